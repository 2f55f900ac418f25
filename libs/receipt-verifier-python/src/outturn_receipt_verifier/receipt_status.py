"""What is known of a receipt after it was issued: whether it was corrected, revoked or disputed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from .digests import schema_id, signed_status_text
from .ed25519 import VerifySignature
from .finding import Finding, failed, not_checked, ok
from .instant import instant_of
from .key_document import TrustSet
from .shape import any_text, list_of, one_of, open_object, or_null, text, time
from .signer import SignedText, find_signer

_STATUS_TTL_MS = 24 * 60 * 60 * 1000

_proof = open_object(
    {
        "schema": text(),
        "receipt_id": text(),
        "status": one_of("active", "corrected", "revoked"),
        "issued_at": time(),
        "expires_at": time(),
        "signing_key_id": any_text(),
        "signature": any_text(),
    }
)
_answer = open_object(
    {
        "receipt_id": text(),
        "status": one_of("active", "corrected", "revoked", "unknown"),
        "advisories": list_of(open_object({"code": text()})),
        "checked_at": time(),
    },
    {"status_proof": or_null(_proof)},
)

_Statement = Tuple[str, bool]
"""A status, and whether the word on it is fresh."""


@dataclass(frozen=True)
class StatusFindings:
    """``is_unavailable``: there is no usable word on the status. ``is_stale``: there is, but it is too old to rely on."""

    not_corrected: Finding
    not_revoked: Finding
    is_disputed: bool
    is_unavailable: bool
    is_stale: bool


def find_status(
    receipt: Mapping[str, Any],
    *,
    slug: str,
    online: Any,
    trust_set: TrustSet,
    now: int,
    verify_signature: VerifySignature,
) -> StatusFindings:
    """Gathers what the online answer and the signed statements say; a correction or revocation counts however old."""
    answer = _read_answer(online, receipt)
    proofs = [holder["status_proof"] for holder in (answer or {}, receipt) if holder.get("status_proof") is not None]
    statements: List[_Statement] = [
        (proof["status"], now <= instant_of(proof["expires_at"]))
        for proof in proofs
        if _is_proven(proof, receipt, slug, trust_set, verify_signature)
    ]
    if answer is not None and answer["status"] != "unknown":
        age = now - instant_of(answer["checked_at"])
        statements.append((answer["status"], age <= _STATUS_TTL_MS))
    return StatusFindings(
        not_corrected=_judge(statements, "corrected", "A corrected receipt has replaced this one."),
        not_revoked=_judge(statements, "revoked", "The issuer has revoked this receipt."),
        is_disputed=answer is not None and any(one["code"] == "disputed" for one in answer["advisories"]),
        is_unavailable=not statements,
        is_stale=bool(statements) and not any(is_fresh for _, is_fresh in statements),
    )


def _read_answer(online: Any, receipt: Mapping[str, Any]) -> Optional[Mapping[str, Any]]:
    """The answer of a service's status route on this receipt; None for anything else."""
    if _answer(online, "") is not None or online["receipt_id"] != receipt["id"]:
        return None
    answer: Mapping[str, Any] = online
    return answer


def _judge(statements: Sequence[_Statement], status: str, meaning: str) -> Finding:
    if not statements:
        return not_checked("No usable status was given.")
    if any(stated == status for stated, _ in statements):
        return failed(meaning)
    return ok(f"The receipt was not {status} when its status was asked.")


def _is_proven(
    proof: Mapping[str, Any],
    receipt: Mapping[str, Any],
    slug: str,
    trust_set: TrustSet,
    verify_signature: VerifySignature,
) -> bool:
    if proof["schema"] != schema_id(slug, "status") or proof["receipt_id"] != receipt["id"]:
        return False
    signed = SignedText(
        text=signed_status_text(proof),
        signing_key_id=proof["signing_key_id"],
        signature=proof["signature"],
        signed_at=instant_of(proof["issued_at"]),
    )
    found = find_signer(signed, trust_set.status[receipt["environment"]], verify_signature)
    return all(finding.status == "ok" for finding in (found.key_id, found.trust, found.signature))
