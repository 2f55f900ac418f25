"""Verifies attestations, the short-lived signed verdicts that authorise a settlement."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Mapping, Optional, Sequence, Set

from .decimal_amount import scaled_amount
from .digests import signed_attestation_text, verification_digest
from .ed25519 import VerifySignature, default_verifier
from .instant import instant_of, instant_of_datetime
from .key_document import TrustSet
from .shape import any_text, decimal, exact_object, id_of, list_of, one_of, prefixed_digest, text, time
from .signer import SignedText, find_signer

_CLOCK_SKEW_MS = 60_000

ATTESTATION_REASONS: Sequence[str] = (
    "malformed_attestation",
    "environment_mismatch",
    "trusted_key_unavailable",
    "untrusted_signing_key",
    "signing_key_id_mismatch",
    "invalid_signature",
    "invalid_verification_digest",
    "invalid_evidence_digest",
    "not_yet_valid",
    "expired",
    "approved_exceeds_maximum",
    "amount_malformed",
)
"""Every reason for which an attestation can be invalid, in the order in which verdicts list them."""

_condition = exact_object(
    {
        "conditionId": id_of("cond_"),
        "result": one_of("pass", "partial", "fail", "uncertain", "not_evaluated", "not_applicable"),
        "method": text(),
        "requirement": one_of("mandatory", "optional"),
    }
)

# Digests, amounts, keys and signature have reasons of their own and need only be text here.
_attestation = exact_object(
    {
        "id": id_of("att_"),
        "environment": one_of("production", "demo"),
        "spoolId": id_of("spl_"),
        "compilationVersion": text(),
        "verificationPlanVersion": text(),
        "result": one_of("pass", "partial", "fail", "uncertain"),
        "approvedAmount": any_text(),
        "maximumAmount": any_text(),
        "assetOrCurrency": text(),
        "payerPartyId": text(),
        "providerPartyId": text(),
        "conditionResults": list_of(_condition),
        "evidenceDigest": any_text(),
        "verificationDigest": any_text(),
        "issuedAt": time(),
        "expiresAt": time(),
        "nonce": text(),
        "signingKeyId": any_text(),
        "signature": any_text(),
    },
    {"providerDestination": text()},
)


@dataclass(frozen=True)
class AttestationVerdict:
    """What a verification found; ``environment`` is None when the attestation is malformed."""

    valid: bool
    environment: Optional[str]
    reasons: Sequence[str]


def verify_attestation(
    attestation: Any,
    *,
    trust_set: TrustSet,
    now: datetime,
    environment: str = "production",
    evidence_root: Optional[str] = None,
    verify_signature: VerifySignature = default_verifier,
) -> AttestationVerdict:
    """Verifies an attestation by the given keys and time, with 60 s for clocks that differ. Never raises for any.

    ``environment``: the one it must be of. ``evidence_root``: that of the receipt it belongs to, when the caller holds that.
    """
    moment = instant_of_datetime(now)
    if _attestation(attestation, "") is not None:
        return AttestationVerdict(False, None, ["malformed_attestation"])
    found = (
        _environment_reasons(attestation, environment)
        | _signer_reasons(attestation, trust_set, verify_signature)
        | _digest_reasons(attestation, evidence_root)
        | _time_reasons(attestation, moment)
        | _amount_reasons(attestation)
    )
    reasons = [reason for reason in ATTESTATION_REASONS if reason in found]
    return AttestationVerdict(not reasons, attestation["environment"], reasons)


def _environment_reasons(attestation: Mapping[str, Any], environment: str) -> Set[str]:
    return set() if environment == attestation["environment"] else {"environment_mismatch"}


def _signer_reasons(
    attestation: Mapping[str, Any], trust_set: TrustSet, verify_signature: VerifySignature
) -> Set[str]:
    keys = trust_set.attestations[attestation["environment"]]
    if not keys:
        return {"trusted_key_unavailable"}
    signed = SignedText(
        text=signed_attestation_text(attestation),
        signing_key_id=attestation["signingKeyId"],
        signature=attestation["signature"],
        signed_at=instant_of(attestation["issuedAt"]),
    )
    found = find_signer(signed, keys, verify_signature)
    findings = {
        "untrusted_signing_key": found.trust,
        "signing_key_id_mismatch": found.key_id,
        "invalid_signature": found.signature,
    }
    return {reason for reason, finding in findings.items() if finding.status == "failed"}


def _digest_reasons(attestation: Mapping[str, Any], evidence_root: Optional[str]) -> Set[str]:
    reasons = set()
    if verification_digest(attestation) != attestation["verificationDigest"]:
        reasons.add("invalid_verification_digest")
    is_digest = prefixed_digest()(attestation["evidenceDigest"], "") is None
    is_of_receipt = evidence_root is None or attestation["evidenceDigest"] == f"sha256:{evidence_root}"
    if not (is_digest and is_of_receipt):
        reasons.add("invalid_evidence_digest")
    return reasons


def _time_reasons(attestation: Mapping[str, Any], now: int) -> Set[str]:
    reasons = set()
    if instant_of(attestation["issuedAt"]) > now + _CLOCK_SKEW_MS:
        reasons.add("not_yet_valid")
    if instant_of(attestation["expiresAt"]) < now - _CLOCK_SKEW_MS:
        reasons.add("expired")
    return reasons


def _amount_reasons(attestation: Mapping[str, Any]) -> Set[str]:
    approved, maximum = attestation["approvedAmount"], attestation["maximumAmount"]
    if any(decimal()(amount, "") is not None for amount in (approved, maximum)):
        return {"amount_malformed"}
    return {"approved_exceeds_maximum"} if scaled_amount(approved) > scaled_amount(maximum) else set()
