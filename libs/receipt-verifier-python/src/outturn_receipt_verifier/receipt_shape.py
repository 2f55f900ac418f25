"""The form of an Outcome Receipt."""

from __future__ import annotations

from typing import Any, Optional

from .decimal_amount import parse_amount
from .shape import (
    any_text,
    boolean,
    decimal,
    exact_object,
    exact_time,
    hex64,
    id_of,
    integer,
    list_of,
    map_of,
    one_of,
    or_null,
    prefixed_digest,
    text,
    time,
)
from .transparency_log import read_log_proof

_result = one_of("pass", "partial", "fail", "uncertain")
_actor = exact_object({"subject": text(), "kind": text()})
_policy = exact_object({"policy_id": text(), "policy_version": text()})

# Members with a check of their own (ids, digests, keys, signature) need only be text here, so that theirs is the reason
# given.
_judged_elsewhere = any_text()

_agreement = exact_object(
    {
        "spool_id": id_of("spl_"),
        "agreement_version": integer(1),
        "agreement_hash": _judged_elsewhere,
        "acceptance": exact_object(
            {
                "mode": one_of("unilateral", "bilateral"),
                "provider_accepted_in_spoolis": boolean(),
                "accepted_by": one_of("initiator", "provider", "buyer", "both"),
            },
            {"accepted_at": time()},
        ),
    },
    {"quote_digest": prefixed_digest()},
)

_verification = exact_object(
    {
        "plan_version": text(),
        "plan_hash": hex64(),
        "compiler_version": text(),
        "evidence_policy_version": text(),
        "run_id": id_of("vr_"),
        "run_digest": _judged_elsewhere,
        "aggregation_policy": _policy,
    },
    {
        "decision_authority": one_of("deterministic", "buyer_confirmation", "both_confirm", "none"),
        "attempt": integer(1),
    },
)

_any_evidence_row = exact_object(
    {
        "evidence_id": or_null(id_of("ev_")),
        "condition_id": id_of("cond_"),
        "status": one_of("present", "missing", "stale", "unavailable", "provenance_unsatisfied"),
        "type": text(),
        "claim_class": text(),
        "provenance": text(),
        "content_digest": or_null(hex64()),
        "observed_at": or_null(exact_time()),
        "received_at": or_null(time()),
    },
    {
        "confirmed_evidence_digest": hex64(),
        "supplied_by": one_of("buyer", "provider"),
        "on_behalf_of": one_of("buyer", "provider"),
    },
)


def _evidence_row(value: Any, path: str) -> Optional[str]:
    problem = _any_evidence_row(value, path)
    if problem is None and "confirmed_evidence_digest" in value and value["type"] != "confirmation":
        problem = f"{path}.confirmed_evidence_digest belongs to confirmations"
    if problem is None and ("supplied_by" in value) != ("on_behalf_of" in value):
        problem = f"{path}.supplied_by and {path}.on_behalf_of belong together"
    if problem is None and "supplied_by" in value and value["supplied_by"] == value["on_behalf_of"]:
        problem = f"{path}.supplied_by is the side in whose name it was sent"
    return problem



_condition_result = exact_object(
    {
        "condition_id": id_of("cond_"),
        "requirement": one_of("mandatory", "optional"),
        "result": one_of("pass", "partial", "fail", "uncertain", "not_evaluated", "not_applicable"),
        "method": text(),
        "verifier_id": text(),
        "verifier_version": text(),
        "evidence_refs": list_of(text()),
        "reason": any_text(),
    }
)

_units = exact_object(
    {
        "total": integer(1),
        "accepted": integer(0),
        "rejected": integer(0),
        "uncertain": integer(0),
        "earning_rule": exact_object({"type": one_of("per_unit"), "unit_amount": decimal()}),
        "rejection_summary": list_of(exact_object({"reason": text(), "count": integer(1)})),
        "unit_results_digest": _judged_elsewhere,
    }
)

_unit_leaf = exact_object(
    {
        "unit": integer(1),
        "result": one_of("pass", "fail", "uncertain"),
        "reasons": list_of(exact_object({"condition_id": id_of("cond_"), "code": text()}, {"field": any_text(), "unit": integer(1)})),
        "salt": text(),
    },
    {"more_reasons": integer(1), "identity": exact_object({"id": id_of("uid_")}, {"label": any_text()})},
)

_status_proof = exact_object(
    {
        "schema": text(),
        "receipt_id": text(),
        "status": one_of("active", "corrected", "revoked"),
        "issued_at": time(),
        "expires_at": time(),
        "signing_key_id": text(),
        "signature": text(),
    }
)


def _decimals(value: Any, path: str) -> Optional[str]:
    problem = integer(0)(value, path)
    return problem or (f"{path} must be at most 18" if value > 18 else None)


def _log_proof(value: Any, path: str) -> Optional[str]:
    is_proof = isinstance(value, str) and read_log_proof(value) is not None
    return None if is_proof else f"{path} must be a tlog-proof"


_receipt = exact_object(
    {
        "schema": text(),
        "id": _judged_elsewhere,
        "environment": one_of("production", "demo"),
        "agreement": _agreement,
        "verification": _verification,
        "evidence_root": _judged_elsewhere,
        "evidence": list_of(_evidence_row),
        "condition_results": list_of(_condition_result),
        "result": _result,
        "units": or_null(_units),
        "amounts": exact_object(
            {"earned": decimal(), "committed": decimal(), "asset": text(), "decimals": _decimals}
        ),
        "history": exact_object({"seq": integer(1), "hash": hex64()}),
        "actors": exact_object({"payer": _actor, "provider": _actor}),
        "issued_at": time(),
        "nonce": id_of("n_"),
        "algorithm": one_of("Ed25519"),
        "signing_key_id": _judged_elsewhere,
        "signature": _judged_elsewhere,
    },
    {
        "declared_intent": exact_object({}, {"gated_action": text(), "note": any_text()}),
        "supersedes": id_of("ocr_"),
        "recipe": exact_object({"id": text(), "recipe_hash": text()}),
        "unit_results": list_of(_unit_leaf),
        "unit_disclosures": list_of(
            exact_object({"leaf": _unit_leaf, "index": integer(0), "proof": list_of(_judged_elsewhere)})
        ),
        "log_proof": _log_proof,
        "status_proof": _status_proof,
        "extensions": map_of(any_text(), lambda value, path: None),
    },
)


def receipt_problem(candidate: Any) -> Optional[str]:
    """What is wrong with the form of a value as a receipt; None when nothing is."""
    return _receipt(candidate, "") or _amount_problem(candidate)


def _amount_problem(receipt: Any) -> Optional[str]:
    amounts, units = receipt["amounts"], receipt["units"]
    written = {"amounts.earned": amounts["earned"], "amounts.committed": amounts["committed"]}
    if units is not None:
        written["units.earning_rule.unit_amount"] = units["earning_rule"]["unit_amount"]
    decimals = amounts["decimals"]
    for path, amount in written.items():
        if parse_amount(amount, decimals) is None:
            return f"{path} must have exactly {decimals} digits behind the point"
    return None
