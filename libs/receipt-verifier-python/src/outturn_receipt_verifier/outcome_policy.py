"""What a valid receipt must show before its holder acts on it."""

from __future__ import annotations

from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence

from .decimal_amount import scaled_amount
from .finding import Finding, failed, ok
from .instant import instant_of
from .shape import Shape, boolean, decimal, exact_object, hex64, id_of, integer, map_of, one_of, text
from .verify_receipt import ReceiptVerdict

_CLOCK_SKEW_MS = 60_000


class PolicyError(ValueError):
    """A policy that cannot be applied; the message names the member. Nothing was judged."""


class PolicySubject(NamedTuple):
    """A valid receipt before a policy; ``issuer`` is that of the key document, ``now`` in milliseconds since 1970."""

    receipt: Mapping[str, Any]
    verdict: ReceiptVerdict
    issuer: Optional[str]
    now: int


class PolicyRule(NamedTuple):
    """One member of a policy: its form, how it is judged, and the reason when the receipt does not meet it."""

    member: str
    reason: str
    shape: Shape
    judge: Callable[[Any, PolicySubject], Finding]


def parse_policy(policy: Any) -> Mapping[str, Any]:
    """Reads a policy. Raises PolicyError for an unknown member or value.

    A rule that is not understood must not pass for one that is met.
    """
    problem = _policy_shape(policy, "")
    if problem is not None:
        members = ", ".join(rule.member for rule in POLICY_RULES)
        raise PolicyError(f"{problem}. A policy has any of {members}.")
    parsed: Mapping[str, Any] = policy
    return parsed


def _judge_result(minimum: str, subject: PolicySubject) -> Finding:
    result = subject.receipt["result"]
    if result in ("pass", minimum):
        return ok(f"The result is {result}.")
    return failed(f"The result is {result}, not {minimum} or better.")


def _judge_accepted_units(minimum: int, subject: PolicySubject) -> Finding:
    units = _units_of(subject)
    count = f"{units['accepted']} of {units['total']} units accepted"
    return ok(f"{count}.") if units["accepted"] >= minimum else failed(f"{count}, fewer than {minimum}.")


def _judge_accepted_ratio(minimum: int, subject: PolicySubject) -> Finding:
    units = _units_of(subject)
    count = f"{units['accepted']} of {units['total']} units accepted"
    if units["accepted"] * 10_000 >= minimum * units["total"]:
        return ok(f"{count}.")
    return failed(f"{count}, less than {minimum} of 10000.")


def _judge_earned(minimum: str, subject: PolicySubject) -> Finding:
    amounts = subject.receipt["amounts"]
    earned = f"Earned {amounts['earned']} {amounts['asset']}"
    if scaled_amount(amounts["earned"]) >= scaled_amount(minimum):
        return ok(f"{earned}.")
    return failed(f"{earned}, less than {minimum}.")


def _judge_evidence(_: str, subject: PolicySubject) -> Finding:
    rows = subject.receipt["evidence"]
    unmet = next((row for row in rows if row["status"] != "present"), None)
    if unmet is None:
        return ok(f"Each of {len(rows)} evidence rows is present.")
    return failed(f"Evidence for {unmet['condition_id']} is {unmet['status']}.")


def _judge_age(maximum: int, subject: PolicySubject) -> Finding:
    issued_at = subject.receipt["issued_at"]
    age = subject.now - instant_of(issued_at)
    if age < -_CLOCK_SKEW_MS:
        return failed(f"It was issued at {issued_at}, which is yet to come.")
    if age <= maximum * 1_000:
        return ok(f"It was issued at {issued_at}.")
    return failed(f"It was issued at {issued_at}, more than {maximum} s ago.")


def _judge_acceptance(mode: str, subject: PolicySubject) -> Finding:
    accepted = subject.receipt["agreement"]["acceptance"]["mode"]
    said = f"The agreement was accepted in {accepted} mode"
    return ok(f"{said}.") if accepted == mode else failed(f"{said}, not {mode}.")


def _judge_conditions(demanded: Mapping[str, str], subject: PolicySubject) -> Finding:
    unmet = [identifier for identifier in demanded if not _has_passed(identifier, subject)]
    if not unmet:
        return ok(f"Each of {len(demanded)} named conditions passed.")
    return failed(f"Did not pass or is not in the receipt: {', '.join(unmet)}.")


def _has_passed(identifier: str, subject: PolicySubject) -> bool:
    all_results = subject.receipt["condition_results"]
    results = [one["result"] for one in all_results if one["condition_id"] == identifier]
    return bool(results) and all(result == "pass" for result in results)


def _judge_log(is_demanded: bool, subject: PolicySubject) -> Finding:
    if not is_demanded:
        return ok("No proof of the transparency log is demanded.")
    if subject.verdict.log_inclusion == "included":
        return ok("The receipt is in the transparency log.")
    return failed("The receipt was not shown to be in the transparency log.")


def _judge_status(is_demanded: bool, subject: PolicySubject) -> Finding:
    if not is_demanded:
        return ok("No status is demanded.")
    if "status_source_unavailable" in subject.verdict.advisories:
        return failed("No usable status was given.")
    if "status_stale" in subject.verdict.advisories:
        return failed("The status is too old to rely on.")
    return ok("A fresh status was given.")


def _is_bound(
    name: str, value_of: Callable[[PolicySubject], Optional[str]]
) -> Callable[[Any, PolicySubject], Finding]:
    """The receipt is about what the policy names."""

    def judge(demanded: str, subject: PolicySubject) -> Finding:
        value = value_of(subject)
        if value == demanded:
            return ok(f"The {name} is {demanded}.")
        return failed(f"The {name} is {value}, not {demanded}.")

    return judge


def _units_of(subject: PolicySubject) -> Mapping[str, int]:
    """A receipt without units counts as one unit, accepted when its result is ``pass``."""
    units = subject.receipt["units"]
    if units is None:
        return {"accepted": 1 if subject.receipt["result"] == "pass" else 0, "total": 1}
    counts: Mapping[str, int] = units
    return counts


POLICY_RULES: Sequence[PolicyRule] = (
    PolicyRule("minimum_status", "minimum_status_not_met", one_of("pass", "partial"), _judge_result),
    PolicyRule("min_accepted_units", "min_accepted_units_not_met", integer(0), _judge_accepted_units),
    PolicyRule(
        "min_accepted_ratio_bp", "min_accepted_ratio_not_met", integer(0, 10_000), _judge_accepted_ratio
    ),
    PolicyRule("min_earned", "min_earned_not_met", decimal(), _judge_earned),
    PolicyRule(
        "evidence_requirements", "evidence_requirements_not_satisfied", one_of("satisfied"), _judge_evidence
    ),
    PolicyRule("max_age_seconds", "max_age_exceeded", integer(0), _judge_age),
    PolicyRule(
        "acceptance_mode", "acceptance_mode_mismatch", one_of("unilateral", "bilateral"), _judge_acceptance
    ),
    PolicyRule("conditions", "condition_not_passed", map_of(id_of("cond_"), one_of("pass")), _judge_conditions),
    PolicyRule("require_log", "log_proof_required", boolean(), _judge_log),
    PolicyRule("require_status", "status_required", boolean(), _judge_status),
    PolicyRule(
        "environment",
        "environment_mismatch",
        one_of("production", "demo"),
        _is_bound("environment", lambda subject: subject.receipt["environment"]),
    ),
    PolicyRule(
        "spool_id",
        "spool_id_mismatch",
        id_of("spl_"),
        _is_bound("Spool", lambda subject: subject.receipt["agreement"]["spool_id"]),
    ),
    PolicyRule(
        "agreement_hash",
        "agreement_hash_mismatch",
        hex64(),
        _is_bound("agreement", lambda subject: subject.receipt["agreement"]["agreement_hash"]),
    ),
    PolicyRule(
        "payer",
        "payer_mismatch",
        text(),
        _is_bound("payer", lambda subject: subject.receipt["actors"]["payer"]["subject"]),
    ),
    PolicyRule(
        "provider",
        "provider_mismatch",
        text(),
        _is_bound("provider", lambda subject: subject.receipt["actors"]["provider"]["subject"]),
    ),
    PolicyRule("issuer", "issuer_mismatch", text(), _is_bound("issuer", lambda subject: subject.issuer)),
)
"""One rule for each member of a policy. Their order is the order of reasons."""

_policy_shape = exact_object({}, {rule.member: rule.shape for rule in POLICY_RULES})
