"""Whether the result of a receipt follows from its condition results and unit counts."""

from __future__ import annotations

from typing import Any, Mapping, Optional, Sequence


def aggregation_problem(receipt: Mapping[str, Any]) -> Optional[str]:
    """Re-derives the result by the policy that the receipt names, and says what does not fit; None when all does."""
    policy = receipt["verification"]["aggregation_policy"]
    identifier, version = policy["policy_id"], policy["policy_version"]
    if (identifier, version) != ("all_mandatory_pass", "1"):
        return f"The policy {identifier}@{version} is not known."
    if receipt["units"] is not None:
        return _unitized_problem(receipt, receipt["units"])
    due = _result_of_conditions(receipt["condition_results"])
    return None if due == receipt["result"] else f"The conditions make the result {due}."


def _unitized_problem(receipt: Mapping[str, Any], units: Mapping[str, Any]) -> Optional[str]:
    if units["accepted"] + units["rejected"] + units["uncertain"] != units["total"]:
        return "Accepted, rejected and uncertain units do not add up to the total."
    due = _result_of_units(units)
    if due != receipt["result"]:
        return f"The units make the result {due}."
    if "unit_results" in receipt and not _tallies(receipt["unit_results"], units):
        return "The unit results do not add up to the counts."
    return _accepted_by_conditions_problem(receipt["condition_results"], units)


def _accepted_by_conditions_problem(
    results: Sequence[Mapping[str, Any]], units: Mapping[str, Any]
) -> Optional[str]:
    """A condition failed or in doubt as a whole accepts no unit; one met in part accepts not all; all met accept all."""
    accepted, total = units["accepted"], units["total"]
    if _result_of_conditions(results) == "pass":
        return None if accepted == total else "The conditions accept every unit."
    mandatory = {one["result"] for one in results if one["requirement"] == "mandatory"}
    is_only_partly = "partial" in mandatory and not mandatory & {"fail", "uncertain", "not_evaluated"}
    if not is_only_partly:
        return None if accepted == 0 else "The conditions accept no unit."
    return None if accepted < total else "The conditions do not accept every unit."


def _result_of_conditions(results: Sequence[Mapping[str, Any]]) -> str:
    mandatory = [one["result"] for one in results if one["requirement"] == "mandatory"]
    counted = {result for result in mandatory if result != "not_applicable"}
    # Only the buyer can waive a condition, so a receipt on which all were waived passes; one without any says nothing.
    if not counted:
        return "pass" if mandatory else "uncertain"
    if counted & {"fail", "partial"}:
        return "fail"
    return "pass" if counted == {"pass"} else "uncertain"


def _result_of_units(units: Mapping[str, Any]) -> str:
    if units["accepted"] == units["total"]:
        return "pass"
    if units["accepted"] > 0:
        return "partial"
    return "uncertain" if units["uncertain"] > 0 else "fail"


def _tallies(leaves: Sequence[Mapping[str, Any]], units: Mapping[str, Any]) -> bool:
    results = [leaf["result"] for leaf in leaves]
    counted = {"pass": "accepted", "fail": "rejected", "uncertain": "uncertain"}
    return all(results.count(result) == units[member] for result, member in counted.items())
