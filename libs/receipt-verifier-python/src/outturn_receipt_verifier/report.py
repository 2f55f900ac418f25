"""Verdicts and decisions for a person."""

from __future__ import annotations

from typing import Any, Callable, Mapping, Sequence

from .require_outcome import OutcomeDecision
from .verify_receipt import ReceiptVerdict

_QUESTIONS: Mapping[str, str] = {
    "form": "Is it a receipt?",
    "schema": "Is its schema known?",
    "environment": "Is it of the right environment?",
    "receipt_id": "Does its id fit its content?",
    "evidence_root": "Is the evidence list intact?",
    "run_digest": "Are results, units and amounts intact?",
    "agreement_hash": "Is the agreement bound to it?",
    "earned_within_committed": "Is earned within committed?",
    "earned_amount": "Does the earned amount add up?",
    "aggregation": "Does the result follow from the conditions?",
    "signing_key_id": "Does the key id fit the key?",
    "trusted_key": "Is the key trusted?",
    "signature": "Does the signature hold?",
    "not_corrected": "Has it not been corrected?",
    "not_revoked": "Has it not been revoked?",
    "minimum_status": "Is the result good enough?",
    "min_accepted_units": "Are enough units accepted?",
    "min_accepted_ratio_bp": "Is enough of the units accepted?",
    "min_earned": "Is enough earned?",
    "evidence_requirements": "Is all evidence present?",
    "max_age_seconds": "Is it recent enough?",
    "acceptance_mode": "Was the agreement accepted as demanded?",
    "conditions": "Did the named conditions pass?",
    "require_log": "Is it in the transparency log, if demanded?",
    "require_status": "Is its status known, if demanded?",
    "spool_id": "Is it of the demanded Spool?",
    "payer": "Is the payer the demanded one?",
    "provider": "Is the provider the demanded one?",
    "issuer": "Is the issuer the demanded one?",
}

_MARKS: Mapping[str, str] = {"ok": "yes", "failed": "NO", "not_checked": "not checked"}

_ADVISORIES: Mapping[str, str] = {
    "status_source_unavailable": "No usable signed status was given, so a correction or revocation would not show.",
    "key_retiring": "The signing key is being replaced.",
    "disputed": "A party disputes the outcome.",
    "log_proof_absent": "The receipt has no proof of being in the transparency log.",
    "log_proof_invalid": "The proof in the receipt does not show that it is in the transparency log.",
    "status_stale": "The status is too old to rely on.",
    "key_document_stale": "The key document is old: a key that was revoked since would not show. Fetch it anew.",
}

_Print = Callable[[str], None]


def write_report(verdict: ReceiptVerdict, disclosed: Sequence[Mapping[str, Any]], write: _Print) -> None:
    """Writes a verdict: every check with its finding, the units it proves, then the result."""
    _write_checks(verdict, write)
    _write_units(disclosed, write)
    write(_conclusion(verdict))


def write_decision(decision: OutcomeDecision, disclosed: Sequence[Mapping[str, Any]], write: _Print) -> None:
    """Writes the verdict and what the policy demands beyond it."""
    verdict = decision.verdict
    _write_checks(verdict, write)
    _write_units(disclosed, write)
    if verdict.valid:
        write("By the policy:")
    for check in decision.checks:
        write(_line(check.name, check.status, check.detail))
    is_enough = decision.ok or not verdict.valid
    write(_conclusion(verdict) if is_enough else f"VALID, BUT NOT ENOUGH: {', '.join(decision.reasons)}")


def _write_checks(verdict: ReceiptVerdict, write: _Print) -> None:
    if verdict.receipt_id is not None:
        write(f"Receipt {verdict.receipt_id} ({verdict.environment})")
    for check in verdict.checks:
        write(_line(check.name, check.status, check.detail))
    if verdict.log_inclusion == "included":
        write("The receipt is in the transparency log.")
    if verdict.extensions:
        write(printable(f"Not signed, not judged: {', '.join(verdict.extensions)}."))
    for advisory in verdict.advisories:
        write(f"Note ({advisory}): {_ADVISORIES[advisory]}")


def disclosed_units(receipt: Any, verdict: ReceiptVerdict) -> Sequence[Mapping[str, Any]]:
    """The units that a receipt discloses one by one, where the receipt is valid: then each of them is proven."""
    return [disclosure["leaf"] for disclosure in receipt.get("unit_disclosures", [])] if verdict.valid else []


def _write_units(disclosed: Sequence[Mapping[str, Any]], write: _Print) -> None:
    for leaf in disclosed:
        identity = leaf.get("identity")
        named = f" ({identity.get('label', identity['id'])})" if identity else ""
        reasons = [
            f"{reason['code']}:{reason['field']}" if "field" in reason else reason["code"]
            for reason in leaf["reasons"]
        ]
        rest = f" and {leaf['more_reasons']} more" if "more_reasons" in leaf else ""
        why = f": {', '.join(reasons)}{rest}" if reasons else ""
        write(printable(f"Proven: unit {leaf['unit']}{named} is {leaf['result']}{why}."))


def _line(name: str, status: str, detail: str) -> str:
    return f"  {_QUESTIONS[name]:<44}{_MARKS[status]:<12} {printable(detail)}"


def printable(text: str) -> str:
    """Text of a receipt without signs that move the cursor or look like nothing, so that it cannot write over a report."""
    return "".join(sign if sign.isprintable() else f"\\u{{{ord(sign):x}}}" for sign in text)


def _conclusion(verdict: ReceiptVerdict) -> str:
    if not verdict.valid or verdict.amounts is None:
        return f"INVALID: {', '.join(verdict.reasons)}"
    amounts, units = verdict.amounts, verdict.units
    earned = f"earned {amounts['earned']} of {amounts['committed']} {amounts['asset']}"
    accepted = f", {units['accepted']} of {units['total']} units accepted" if units else ""
    worth = " It is a demonstration and stands for no real work." if verdict.environment == "demo" else ""
    return printable(f"VALID: result {verdict.result}, {earned}{accepted}.{worth}")
