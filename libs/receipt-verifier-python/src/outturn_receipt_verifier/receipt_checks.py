"""The checks of a well-formed receipt."""

from __future__ import annotations

from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence

from .aggregation import aggregation_problem
from .canonical_json import CanonicalJsonError
from .decimal_amount import format_amount, parse_amount
from .digests import (
    agreement_preimage,
    digest_of,
    evidence_root,
    receipt_id_of,
    run_preimage,
    unit_leaf_text,
    unit_results_digest,
)
from .encoding import from_hex64, is_hex64
from .finding import Finding, failed, ok
from .inspection import Expectations, Inspection
from .merkle import verify_merkle_inclusion


class ReceiptRule(NamedTuple):
    """A check by its name, and the reason against the receipt when it fails."""

    name: str
    reason: str
    judge: Callable[[Inspection], Finding]


def check_schema(schema: Any, expectations: Expectations) -> Finding:
    """Whether this verifier knows how to read receipts of the schema; judged of any object, well-formed or not."""
    if isinstance(schema, str) and schema in expectations.schemas:
        return ok(f"The schema is {schema}.")
    return failed(f"The schema is not {' or '.join(expectations.schemas)}.")


def check_environment(environment: Any, expectations: Expectations) -> Finding:
    """Whether the receipt is of the environment that the caller expects; judged of any object, well-formed or not."""
    if environment == expectations.environment:
        return ok(f"The receipt says that it is of the {environment} environment.")
    if environment == "demo":
        return failed("The receipt is a demonstration, and demo was not asked for.")
    return failed(f"The receipt is not of the {expectations.environment} environment.")


def _check_receipt_id(inspection: Inspection) -> Finding:
    derived = receipt_id_of(inspection.receipt)
    if derived == inspection.receipt["id"]:
        return ok("The id is the one that the content has.")
    return failed(f"The content has the id {derived}.")


def _check_evidence_root(inspection: Inspection) -> Finding:
    rows = inspection.receipt["evidence"]
    if evidence_root(rows) == inspection.receipt["evidence_root"]:
        return ok(f"The evidence root covers the {len(rows)} evidence rows.")
    return failed("The evidence rows do not have this root.")


def _check_run_digest(inspection: Inspection) -> Finding:
    """The run digest, and with it everything bound through it: the unit results and the disclosed units."""
    receipt = inspection.receipt
    if digest_of(run_preimage(inspection.slug, receipt)) != receipt["verification"]["run_digest"]:
        return failed("The run, its results, units and amounts do not have this digest.")
    problem = _unit_results_problem(receipt) or _disclosure_problem(receipt)
    return failed(problem) if problem else ok("The run digest covers results, units and amounts.")


def _unit_results_problem(receipt: Mapping[str, Any]) -> Optional[str]:
    units, leaves = receipt["units"], receipt.get("unit_results")
    if leaves is None:
        return None
    if units is None:
        return "There are unit results on a receipt without units."
    if len(leaves) != units["total"] or any(leaf["unit"] != index for index, leaf in enumerate(leaves, 1)):
        return "The unit results are not one for each unit, in order."
    has_digest = unit_results_digest(leaves) == units["unit_results_digest"]
    return None if has_digest else "The unit results do not have their digest."


def _disclosure_problem(receipt: Mapping[str, Any]) -> Optional[str]:
    for disclosure in receipt.get("unit_disclosures", []):
        if not _is_proven(disclosure, receipt["units"]):
            return f"The disclosed unit {disclosure['leaf']['unit']} is not proven."
    return None


def _is_proven(disclosure: Mapping[str, Any], units: Optional[Mapping[str, Any]]) -> bool:
    leaf, index = disclosure["leaf"], disclosure["index"]
    if units is None or leaf["unit"] != index + 1:
        return False
    return verify_merkle_inclusion(
        unit_leaf_text(leaf),
        index=index,
        size=units["total"],
        proof=[from_hex64(text) for text in disclosure["proof"]],
        root=from_hex64(units["unit_results_digest"]),
    )


def _check_agreement_hash(inspection: Inspection) -> Finding:
    """The form of the agreement hash, and its value when the caller holds the agreement."""
    agreement, named = inspection.expectations.agreement, inspection.receipt["agreement"]
    if not is_hex64(named["agreement_hash"]):
        return failed("The agreement hash is not a digest.")
    if agreement is None:
        return ok("The agreement hash is a digest; no agreement was given to compare.")
    if _is_agreement(agreement, named, inspection.slug):
        return ok("The given agreement has this hash.")
    return failed("The given agreement is another one.")


def _is_agreement(agreement: Mapping[str, Any], named: Mapping[str, Any], slug: str) -> bool:
    try:
        is_named = all(agreement[name] == named[name] for name in ("spool_id", "agreement_version"))
        return is_named and digest_of(agreement_preimage(slug, agreement)) == named["agreement_hash"]
    except (KeyError, TypeError, CanonicalJsonError):
        # The agreement is the caller's own unchecked value: one that has no canonical form is not the one that was agreed.
        return False


def _check_earned_within_committed(inspection: Inspection) -> Finding:
    amounts = inspection.receipt["amounts"]
    earned, committed = amounts["earned"], amounts["committed"]
    if _minor_units(inspection.receipt, earned) <= _minor_units(inspection.receipt, committed):
        return ok(f"Earned {earned} of {committed} {amounts['asset']} committed.")
    return failed(f"Earned {earned} is more than the {committed} committed.")


def _check_earned_amount(inspection: Inspection) -> Finding:
    """Earned and committed follow from the units; without units it is all or nothing by the result."""
    receipt = inspection.receipt
    units, amounts = receipt["units"], receipt["amounts"]
    committed = _minor_units(receipt, amounts["committed"])
    if units is None:
        due_committed, due_earned = committed, committed if receipt["result"] == "pass" else 0
    else:
        unit_amount = _minor_units(receipt, units["earning_rule"]["unit_amount"])
        due_committed, due_earned = units["total"] * unit_amount, units["accepted"] * unit_amount
    if committed != due_committed:
        return failed(f"The units come to {format_amount(due_committed, amounts['decimals'])} committed.")
    if _minor_units(receipt, amounts["earned"]) != due_earned:
        return failed(f"The result earns {format_amount(due_earned, amounts['decimals'])}.")
    if units is None:
        return ok("All or nothing.")
    return ok(f"{units['accepted']} accepted × {units['earning_rule']['unit_amount']}.")


def _minor_units(receipt: Mapping[str, Any], amount: str) -> int:
    parsed = parse_amount(amount, receipt["amounts"]["decimals"])
    # The form of every amount was checked before; see receipt_problem.
    if parsed is None:
        raise ValueError(f"The amount {amount} was not checked.")
    return parsed


def _check_aggregation(inspection: Inspection) -> Finding:
    problem = aggregation_problem(inspection.receipt)
    if problem is not None:
        return failed(problem)
    return ok(f"The result {inspection.receipt['result']} follows from the conditions.")


RECEIPT_CHECKS: Sequence[ReceiptRule] = (
    ReceiptRule("form", "malformed_receipt", lambda on: ok("Every member is there and well-formed.")),
    ReceiptRule("schema", "unknown_schema", lambda on: check_schema(on.receipt["schema"], on.expectations)),
    ReceiptRule(
        "environment",
        "environment_mismatch",
        lambda on: check_environment(on.receipt["environment"], on.expectations),
    ),
    ReceiptRule("receipt_id", "receipt_id_mismatch", _check_receipt_id),
    ReceiptRule("evidence_root", "invalid_evidence_root", _check_evidence_root),
    ReceiptRule("run_digest", "invalid_run_digest", _check_run_digest),
    ReceiptRule("agreement_hash", "invalid_agreement_hash", _check_agreement_hash),
    ReceiptRule("earned_within_committed", "earned_exceeds_committed", _check_earned_within_committed),
    ReceiptRule("earned_amount", "earned_amount_mismatch", _check_earned_amount),
    ReceiptRule("aggregation", "aggregation_inconsistent", _check_aggregation),
    ReceiptRule("signing_key_id", "signing_key_id_mismatch", lambda on: on.signer.key_id),
    ReceiptRule("trusted_key", "untrusted_signing_key", lambda on: on.signer.trust),
    ReceiptRule("signature", "invalid_signature", lambda on: on.signer.signature),
    ReceiptRule("not_corrected", "corrected", lambda on: on.status.not_corrected),
    ReceiptRule("not_revoked", "revoked", lambda on: on.status.not_revoked),
)
"""Every check. Their order is the order of reasons in every verdict."""

RECEIPT_REASONS: Sequence[str] = tuple(rule.reason for rule in RECEIPT_CHECKS)
