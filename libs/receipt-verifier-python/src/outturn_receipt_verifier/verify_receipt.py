"""Verifies Outcome Receipts offline."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from typing import Any, Dict, List, Mapping, Optional, Sequence

from .canonical_json import sorted_names
from .digests import receipt_leaf_text, schema_id, signed_receipt_text, slug_of_schema_id
from .ed25519 import VerifySignature, default_verifier
from .finding import Finding, failed, not_checked
from .inspection import Expectations, Inspection
from .instant import instant_of, instant_of_datetime
from .key_document import TrustedKey, TrustSet
from .receipt_checks import RECEIPT_CHECKS, check_environment, check_schema
from .receipt_shape import receipt_problem
from .receipt_status import find_status
from .signer import SignedText, find_signer
from .transparency_log import TrustedLog, is_leaf_included

RECEIPT_ADVISORIES: Sequence[str] = (
    "status_source_unavailable",
    "key_retiring",
    "disputed",
    "log_proof_absent",
    "log_proof_invalid",
    "status_stale",
    "key_document_stale",
)

MAX_KEY_AGE_SECONDS = 30 * 24 * 60 * 60
"""How old a key document may be before verdicts say so, unless the caller says another age."""


@dataclass(frozen=True)
class ReceiptCheck:
    """One check of a verdict; ``status`` is ``ok``, ``failed`` or ``not_checked``."""

    name: str
    reason: str
    status: str
    detail: str


@dataclass(frozen=True)
class ReceiptVerdict:
    """What a verification found. A valid receipt shows who issued it and that it is intact, not that its evidence is true.

    ``signature_valid``: a trusted key signed exactly this text; it stays true when the receipt was later corrected or
    revoked. ``policy_valid``: the issuer has neither corrected nor revoked it, as far as the given status says.
    ``log_inclusion``: ``included``, ``absent``, ``invalid``, or ``not_checked`` where the keys name no log. The members
    from ``receipt_id`` on are what the receipt claims, and None when it is malformed. ``checks`` has every check, in the
    order of the reasons. ``extensions``: names of its members, sorted; they are not signed, and no check looks at them.
    """

    valid: bool
    signature_valid: bool
    policy_valid: bool
    reasons: Sequence[str]
    advisories: Sequence[str]
    log_inclusion: str
    receipt_id: Optional[str]
    environment: Optional[str]
    result: Optional[str]
    amounts: Optional[Mapping[str, Any]]
    units: Optional[Mapping[str, Any]]
    extensions: Sequence[str]
    checks: Sequence[ReceiptCheck]

    def as_json(self) -> Dict[str, Any]:
        """The verdict as plain values for ``json.dumps``."""
        return asdict(self)


def verify_outcome_receipt(
    receipt: Any,
    *,
    trust_set: TrustSet,
    environment: str = "production",
    status: Any = None,
    agreement: Optional[Mapping[str, Any]] = None,
    schemas: Optional[Sequence[str]] = None,
    now: Optional[datetime] = None,
    max_key_age_seconds: int = MAX_KEY_AGE_SECONDS,
    verify_signature: VerifySignature = default_verifier,
) -> ReceiptVerdict:
    """Verifies an Outcome Receipt offline by the given keys. Makes every check and never raises for any receipt.

    ``environment``: the one it must be of; a demonstration is valid only where one is asked for. ``status``: the answer of
    the service's status route. ``agreement``: the agreement in full, to be compared with the agreement hash. ``schemas``:
    accepted schema ids, by default those of the service that the keys belong to. ``now``: the time by which a status is
    fresh or stale, by default the present. ``max_key_age_seconds``: how old the key document may be before the verdict
    says so.
    """
    moment = instant_of_datetime(now or datetime.now(timezone.utc))
    accepted = schemas if schemas is not None else [schema_id(trust_set.slug, "outcome-receipt")]
    expectations = Expectations(trust_set, accepted, environment, agreement)
    problem = receipt_problem(receipt)
    if problem is not None:
        return _malformed_verdict(receipt, problem, expectations)
    inspection = _inspect(receipt, expectations, status, moment, max_key_age_seconds, verify_signature)
    if inspection.status.contradiction is not None:
        return _malformed_verdict(receipt, inspection.status.contradiction, expectations)
    checks = [
        ReceiptCheck(rule.name, rule.reason, finding.status, finding.detail)
        for rule, finding in ((rule, rule.judge(inspection)) for rule in RECEIPT_CHECKS)
    ]
    return _verdict_of(checks, inspection)


def _inspect(
    receipt: Mapping[str, Any],
    expectations: Expectations,
    status: Any,
    now: int,
    max_key_age_seconds: int,
    verify_signature: VerifySignature,
) -> Inspection:
    trust_set, environment = expectations.trust_set, receipt["environment"]
    as_of = trust_set.as_of
    slug = slug_of_schema_id(receipt["schema"], "outcome-receipt") or trust_set.slug
    keys: Sequence[TrustedKey] = trust_set.receipts[environment]
    signed = SignedText(
        text=signed_receipt_text(receipt),
        signing_key_id=receipt["signing_key_id"],
        signature=receipt["signature"],
        signed_at=instant_of(receipt["issued_at"]),
    )
    return Inspection(
        receipt=receipt,
        expectations=expectations,
        slug=slug,
        signer=find_signer(signed, keys, verify_signature),
        status=find_status(
            receipt,
            slug=slug,
            online=status,
            trust_set=trust_set,
            now=now,
            verify_signature=verify_signature,
        ),
        log_inclusion=_find_log_inclusion(receipt, slug, trust_set.logs[environment], verify_signature),
        is_key_document_stale=as_of is None or now - as_of > max_key_age_seconds * 1_000,
    )


def _find_log_inclusion(
    receipt: Mapping[str, Any], slug: str, log: Optional[TrustedLog], verify_signature: VerifySignature
) -> str:
    if log is None:
        return "not_checked"
    if "log_proof" not in receipt:
        return "absent"
    leaf = receipt_leaf_text(slug, receipt)
    return "included" if is_leaf_included(leaf, receipt["log_proof"], log, verify_signature) else "invalid"


def _malformed_verdict(receipt: Any, problem: str, expectations: Expectations) -> ReceiptVerdict:
    """Only what needs no particular form is judged of a malformed receipt; the rest of it cannot be relied on."""
    findings: Dict[str, Finding] = {"form": failed(f"{problem}.")}
    if isinstance(receipt, dict):
        findings["schema"] = check_schema(receipt.get("schema"), expectations)
        findings["environment"] = check_environment(receipt.get("environment"), expectations)
    broken = not_checked("The form is broken.")
    checks = [
        ReceiptCheck(rule.name, rule.reason, finding.status, finding.detail)
        for rule, finding in ((rule, findings.get(rule.name, broken)) for rule in RECEIPT_CHECKS)
    ]
    return _verdict_of(checks, None)


def _verdict_of(checks: Sequence[ReceiptCheck], inspection: Optional[Inspection]) -> ReceiptVerdict:
    reasons = [check.reason for check in checks if check.status == "failed"]
    passed = {check.name for check in checks if check.status == "ok"}
    receipt: Mapping[str, Any] = inspection.receipt if inspection else {}
    return ReceiptVerdict(
        valid=not reasons and "signature" in passed,
        signature_valid={"signing_key_id", "trusted_key", "signature"} <= passed,
        policy_valid=inspection is not None and "corrected" not in reasons and "revoked" not in reasons,
        reasons=reasons,
        advisories=_advisories_of(inspection) if inspection else [],
        log_inclusion=inspection.log_inclusion if inspection else "not_checked",
        receipt_id=receipt.get("id"),
        environment=receipt.get("environment"),
        result=receipt.get("result"),
        amounts=receipt.get("amounts"),
        units=receipt.get("units"),
        extensions=sorted_names(receipt.get("extensions", {})),
        checks=checks,
    )


def _advisories_of(inspection: Inspection) -> List[str]:
    applies = {
        "status_source_unavailable": inspection.status.is_unavailable,
        "key_retiring": inspection.signer.is_retiring,
        "disputed": inspection.status.is_disputed,
        "log_proof_absent": inspection.log_inclusion == "absent",
        "log_proof_invalid": inspection.log_inclusion == "invalid",
        "status_stale": inspection.status.is_stale,
        "key_document_stale": inspection.is_key_document_stale,
    }
    return [advisory for advisory in RECEIPT_ADVISORIES if applies[advisory]]
