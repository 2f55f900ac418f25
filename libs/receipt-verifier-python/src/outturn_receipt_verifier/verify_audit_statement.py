"""Verifies audit statements, which a service signs of invoice audits and promise replays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence, Set

from .canonical_json import canonical_json
from .digests import slug_of_schema_id
from .ed25519 import VerifySignature, default_verifier
from .instant import instant_of
from .key_document import TrustSet
from .shape import any_text, exact_object, id_of, integer, map_of, one_of, or_null, prefixed_digest, text, time
from .signer import SignedText, find_signer
from .strict_json import MAX_SAFE_INTEGER

AUDIT_STATEMENT_REASONS: Sequence[str] = (
    "malformed_statement",
    "environment_mismatch",
    "trusted_key_unavailable",
    "untrusted_signing_key",
    "signing_key_id_mismatch",
    "invalid_signature",
    "result_digest_mismatch",
)
"""Every reason for which an audit statement can be invalid, in the order in which verdicts list them."""

_statement = exact_object(
    {
        "schema": text(),
        "environment": one_of("production", "demo"),
        "audit_id": id_of("aud_"),
        "kind": one_of("invoice_audit", "promise_replay"),
        "inputs": map_of(text(), prefixed_digest()),
        "result_digest": prefixed_digest(),
        "currency": or_null(text()),
        "totals": map_of(text(), integer(-MAX_SAFE_INTEGER)),
        "engine_version": text(),
        "issued_at": time(),
        "signing_key_id": any_text(),
        "signature": any_text(),
    }
)


@dataclass(frozen=True)
class AuditStatementVerdict:
    """What a verification found."""

    valid: bool
    reasons: Sequence[str]


def verify_audit_statement(
    statement: Any,
    *,
    trust_set: TrustSet,
    environment: str = "production",
    result_digest: Optional[str] = None,
    verify_signature: VerifySignature = default_verifier,
) -> AuditStatementVerdict:
    """Verifies a signed audit statement by the given keys. Never raises for any.

    ``environment``: the one it must be of. ``result_digest``: that of the result it belongs to, when the caller holds that.
    """
    is_malformed = _statement(statement, "") is not None
    if is_malformed or slug_of_schema_id(statement["schema"], "audit-statement") is None:
        return AuditStatementVerdict(False, ["malformed_statement"])
    found = _signer_reasons(statement, trust_set, verify_signature)
    if statement["environment"] != environment:
        found.add("environment_mismatch")
    if result_digest is not None and statement["result_digest"] != result_digest:
        found.add("result_digest_mismatch")
    reasons = [reason for reason in AUDIT_STATEMENT_REASONS if reason in found]
    return AuditStatementVerdict(not reasons, reasons)


def _signer_reasons(
    statement: Mapping[str, Any], trust_set: TrustSet, verify_signature: VerifySignature
) -> Set[str]:
    keys = trust_set.attestations[statement["environment"]]
    if not keys:
        return {"trusted_key_unavailable"}
    signed = SignedText(
        text=canonical_json({name: value for name, value in statement.items() if name != "signature"}),
        signing_key_id=statement["signing_key_id"],
        signature=statement["signature"],
        signed_at=instant_of(statement["issued_at"]),
    )
    found = find_signer(signed, keys, verify_signature)
    findings = {
        "untrusted_signing_key": found.trust,
        "signing_key_id_mismatch": found.key_id,
        "invalid_signature": found.signature,
    }
    return {reason for reason, finding in findings.items() if finding.status == "failed"}
