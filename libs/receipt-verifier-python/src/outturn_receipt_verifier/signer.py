"""Who signed a text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Sequence

from .digests import signing_key_id_of
from .ed25519 import VerifySignature
from .encoding import from_base64url
from .finding import Finding, failed, not_checked, ok
from .key_document import TrustedKey


@dataclass(frozen=True)
class SignedText:
    """A signed text and what it says about its signer; ``signed_at`` is in milliseconds since 1970."""

    text: str
    signing_key_id: str
    signature: str
    signed_at: int


@dataclass(frozen=True)
class SignerFindings:
    """What is known of a signer: three separate questions, so that each has its own reason."""

    key_id: Finding
    trust: Finding
    signature: Finding
    is_retiring: bool


def find_signer(
    signed: SignedText, keys: Sequence[TrustedKey], verify_signature: VerifySignature
) -> SignerFindings:
    """Judges a signature by the keys trusted for that kind of record and environment."""
    key = next((key for key in keys if key.key_id == signed.signing_key_id), None)
    signature = _judge_signature(key, signed, verify_signature)
    return SignerFindings(
        key_id=_judge_key_id(key, keys, signature, signed, verify_signature),
        trust=_judge_trust(key, signed.signed_at),
        signature=signature,
        is_retiring=key is not None and key.status == "retiring",
    )


def _judge_signature(
    key: Optional[TrustedKey], signed: SignedText, verify_signature: VerifySignature
) -> Finding:
    if key is None:
        return not_checked("There is no trusted key of this id to check the signature with.")
    if _holds_under(key, signed, verify_signature):
        return ok("The Ed25519 signature over the canonical text holds.")
    return failed("The signature does not hold: the signed text was changed, or another key signed it.")


def _judge_key_id(
    key: Optional[TrustedKey],
    keys: Sequence[TrustedKey],
    signature: Finding,
    signed: SignedText,
    verify_signature: VerifySignature,
) -> Finding:
    # The key id is outside the signed text. It is wrong when the key under it has another digest, or when a different
    # trusted key made the signature.
    if key is not None and signing_key_id_of(key.public_key) != key.key_id:
        return failed("The key under this id has another digest.")
    others = (other for other in keys if other is not key)
    if signature.status != "ok" and any(_holds_under(other, signed, verify_signature) for other in others):
        return failed("Another trusted key made this signature: the key id was swapped.")
    return ok("The key id is the digest of the public key.") if key else not_checked("The key is not known.")


def _judge_trust(key: Optional[TrustedKey], moment: int) -> Finding:
    if key is None:
        return failed("The key id is not among the trusted keys of this environment.")
    if key.status == "revoked":
        return failed("The key was revoked.")
    is_in_use = key.not_before <= moment and (key.not_after is None or moment <= key.not_after)
    if not is_in_use:
        return failed("The key was not in use at the time of signing.")
    return ok(f"The key is trusted ({key.status}).")


def _holds_under(key: TrustedKey, signed: SignedText, verify_signature: VerifySignature) -> bool:
    signature = from_base64url(signed.signature)
    return signature is not None and verify_signature(signed.text.encode("utf-8"), signature, key.public_key)
