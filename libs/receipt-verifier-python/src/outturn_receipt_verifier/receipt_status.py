"""What is known of a receipt after it was issued: whether it was corrected, revoked or disputed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, List, Mapping, Optional, Sequence

from .digests import schema_id, signed_status_text
from .ed25519 import VerifySignature
from .finding import Finding, failed, not_checked, ok
from .instant import instant_of
from .key_document import TrustSet
from .shape import any_text, list_of, one_of, open_object, or_null, text, time
from .signer import SignedText, find_signer

_CLOCK_SKEW_MS = 60_000

_STATES = {"active": "current", "corrected": "superseded", "revoked": "revoked"}
"""What a route calls the receipt beside the status."""

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
    {"status_proof": or_null(_proof), "state": text()},
)


@dataclass(frozen=True)
class StatusFindings:
    """What is known of a receipt's status.

    ``is_unavailable``: there is no usable word on it. ``is_stale``: there is, but it is too old to rely on.
    ``contradiction``: what the answer says otherwise than the signed statement in it, None when nothing.
    """

    not_corrected: Finding
    not_revoked: Finding
    is_disputed: bool
    is_unavailable: bool
    is_stale: bool
    contradiction: Optional[str]


def find_status(
    receipt: Mapping[str, Any],
    *,
    slug: str,
    online: Any,
    trust_set: TrustSet,
    now: int,
    verify_signature: VerifySignature,
) -> StatusFindings:
    """Gathers what signed statements say, the one of the online answer and the one in the receipt; nothing else counts.

    A correction or revocation counts however old the statement is, anything else only from the time that it was signed on.
    """
    answer: Mapping[str, Any] = online if _answer(online, "") is None else {}

    def proven(proof: Any) -> List[Mapping[str, Any]]:
        is_proven = proof is not None and _is_proven(proof, receipt, slug, trust_set, verify_signature)
        return [proof] if is_proven else []

    answered = proven(answer.get("status_proof"))
    statements = [
        proof
        for proof in (*answered, *proven(receipt.get("status_proof")))
        if proof["status"] != "active" or instant_of(proof["issued_at"]) <= now + _CLOCK_SKEW_MS
    ]
    is_own = answer.get("receipt_id") == receipt["id"]
    return StatusFindings(
        not_corrected=_judge(statements, "corrected", "A corrected receipt has replaced this one."),
        not_revoked=_judge(statements, "revoked", "The issuer has revoked this receipt."),
        is_disputed=is_own and any(one["code"] == "disputed" for one in answer["advisories"]),
        is_unavailable=not statements,
        is_stale=bool(statements) and not any(now <= instant_of(proof["expires_at"]) for proof in statements),
        contradiction=_contradiction(answer, answered[0]) if answered else None,
    )


def _contradiction(answer: Mapping[str, Any], proof: Mapping[str, Any]) -> Optional[str]:
    state = _STATES[proof["status"]]
    said = (answer["receipt_id"], answer["status"], answer.get("state", state))
    if said == (proof["receipt_id"], proof["status"], state):
        return None
    return f"The status says {answer['status']}, and the signed statement in it {proof['status']}"


def _judge(statements: Sequence[Mapping[str, Any]], status: str, meaning: str) -> Finding:
    if not statements:
        return not_checked("No usable status was given.")
    if any(proof["status"] == status for proof in statements):
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
