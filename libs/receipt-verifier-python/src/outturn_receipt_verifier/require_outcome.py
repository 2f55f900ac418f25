"""The gate before a payment, a merge or a publication."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from typing import Any, Dict, Mapping, Optional, Sequence

from .ed25519 import VerifySignature, default_verifier
from .instant import instant_of_datetime
from .key_document import TrustSet
from .outcome_policy import POLICY_RULES, PolicySubject, parse_policy
from .verify_receipt import MAX_KEY_AGE_SECONDS, ReceiptVerdict, verify_outcome_receipt

POLICY_REASONS: Sequence[str] = tuple(rule.reason for rule in POLICY_RULES)
"""Every reason a policy can have against a valid receipt, in the order in which decisions list them."""


@dataclass(frozen=True)
class PolicyCheck:
    """One member that a policy gives, and what the receipt shows; ``status`` is ``ok`` or ``failed``."""

    name: str
    reason: str
    status: str
    detail: str


@dataclass(frozen=True)
class OutcomeDecision:
    """What a policy gate decided: ``ok`` when the receipt is valid and shows everything that the policy demands.

    ``reasons`` are those of an invalid receipt, of which nothing else is judged, and of a valid one those of the policy.
    ``checks`` has every member that the policy gives, in the order of the reasons; none for an invalid receipt.
    """

    ok: bool
    reasons: Sequence[str]
    checks: Sequence[PolicyCheck]
    verdict: ReceiptVerdict

    def as_json(self) -> Dict[str, Any]:
        """The decision without the verdict, as plain values for ``json.dumps``."""
        return {"ok": self.ok, "reasons": list(self.reasons), "checks": [asdict(one) for one in self.checks]}


def require_outcome(
    receipt: Any,
    policy: Mapping[str, Any],
    *,
    trust_set: TrustSet,
    environment: Optional[str] = None,
    status: Any = None,
    agreement: Optional[Mapping[str, Any]] = None,
    schemas: Optional[Sequence[str]] = None,
    now: Optional[datetime] = None,
    max_key_age_seconds: int = MAX_KEY_AGE_SECONDS,
    verify_signature: VerifySignature = default_verifier,
) -> OutcomeDecision:
    """Verifies a receipt, as verify_outcome_receipt does, and holds it against a policy.

    Where no environment is expected, it is that of the policy. Raises PolicyError for a policy that cannot be applied, and for nothing else.
    """
    demands = parse_policy(policy)
    moment = now or datetime.now(timezone.utc)
    verdict = verify_outcome_receipt(
        receipt,
        trust_set=trust_set,
        environment=environment or demands.get("environment", "production"),
        status=status,
        agreement=agreement,
        schemas=schemas,
        now=moment,
        max_key_age_seconds=max_key_age_seconds,
        verify_signature=verify_signature,
    )
    if not verdict.valid:
        return OutcomeDecision(False, verdict.reasons, [], verdict)
    subject = PolicySubject(receipt, verdict, trust_set.issuer, instant_of_datetime(moment))
    judged = [(rule, rule.judge(demands[rule.member], subject)) for rule in POLICY_RULES if rule.member in demands]
    checks = [PolicyCheck(rule.member, rule.reason, found.status, found.detail) for rule, found in judged]
    reasons = [check.reason for check in checks if check.status == "failed"]
    return OutcomeDecision(not reasons, reasons, checks, verdict)
