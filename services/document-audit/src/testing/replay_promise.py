"""A second implementation of promise replays, for comparison: reads a list of requests from standard input and writes their results."""

import json
import sys
from datetime import datetime, timedelta, timezone
from fractions import Fraction
from math import floor

EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
SYNONYMS = {"pass": "accepted", "fail": "rejected"}


def moment(text):
    return datetime.fromisoformat(text.replace("Z", "+00:00")).astimezone(timezone.utc)


def shown(at):
    return at.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (at.microsecond // 1000)


def next_month(at, months):
    total = at.year * 12 + at.month - 1 + months
    return datetime(total // 12, total % 12 + 1, 1, tzinfo=timezone.utc)


def window_of(kind, at, as_of, first):
    if kind == "all":
        return first, as_of
    if kind == "rolling_30d":
        end = as_of
        while at <= end - timedelta(days=30):
            end -= timedelta(days=30)
        return end - timedelta(days=30), end
    midnight = at.replace(hour=0, minute=0, second=0, microsecond=0)
    if kind == "calendar_week":
        start = midnight - timedelta(days=midnight.weekday())
        return start, start + timedelta(days=7)
    length = 1 if kind == "calendar_month" else 3
    start = next_month(at, -((at.month - 1) % length))
    return start, next_month(start, length)


def measure(units, promise, as_of):
    final = [unit for unit in units if unit["at"] + timedelta(days=promise["finality_days"]) <= as_of]
    treated = []
    for unit in final:
        verdict = unit["verdict"]
        if verdict == "uncertain":
            if promise["uncertain_treatment"] == "exclude":
                continue
            verdict = promise["uncertain_treatment"][len("count_as_") :]
        treated.append((verdict, unit["value"]))
    accepted = sum(verdict == "accepted" for verdict, _ in treated)
    wanted = promise["fee_basis"].split("_")[0]
    basis = sum(value for verdict, value in treated if wanted in ("delivered", verdict))
    rate = floor(Fraction(accepted * 10000, len(treated))) if treated else None
    result = {
        "pending_units": len(units) - len(final),
        "measured_units": len(treated),
        "accepted": accepted,
        "rejected": len(treated) - accepted,
        "uncertain": sum(unit["verdict"] == "uncertain" for unit in final),
        "rate_bp": rate,
        "threshold_bp": promise["threshold_bp"],
        "breached": False,
        "tier": None,
        "basis_cents": basis,
        "hypothetical_remedy_cents": 0,
        "status": "measured",
    }
    if rate is None or len(treated) < promise["min_units"]:
        result["status"] = "below_min_units"
    elif rate < promise["threshold_bp"]:
        result["breached"] = True
        reached = [tier for tier in promise["remedy_tiers"] if tier["min_rate_bp"] <= rate]
        if reached:
            tier = max(reached, key=lambda each: each["min_rate_bp"])
            result["tier"] = tier
            result["hypothetical_remedy_cents"] = floor(Fraction(basis * tier["remedy_bp"], 10000))
        else:
            result["status"] = "no_tier"
    return result


def replay(request):
    promise, as_of = request["promise"], moment(request["as_of"])
    units = {}
    for unit in request["units"]:
        if moment(unit["delivered_at"]) <= as_of:
            verdict = SYNONYMS.get(unit["verdict"], unit["verdict"])
            units[unit["unit_id"]] = {
                "customer": unit["customer_id"],
                "at": moment(unit["delivered_at"]),
                "verdict": verdict,
                "value": unit["value_cents"],
            }
    applied = 0
    for correction in sorted(request.get("corrections", []), key=lambda each: moment(each["corrected_at"])):
        if moment(correction["corrected_at"]) > as_of or correction["unit_id"] not in units:
            continue
        applied += 1
        unit = units[correction["unit_id"]]
        if "verdict" in correction:
            unit["verdict"] = SYNONYMS.get(correction["verdict"], correction["verdict"])
        unit["value"] = correction.get("value_cents", unit["value"])
    groups = {}
    for unit in units.values():
        first = min(each["at"] for each in units.values() if each["customer"] == unit["customer"])
        start, end = window_of(promise["window"], unit["at"], as_of, first)
        groups.setdefault((unit["customer"], start, end), []).append(unit)
    windows = [
        {
            "customer_id": customer,
            "window_start": shown(start),
            "window_end": shown(end),
            "units": len(groups[customer, start, end]),
            **measure(groups[customer, start, end], promise, as_of),
        }
        for customer, start, end in sorted(groups)
    ]
    cells = []
    axes = request.get("sensitivity")
    if axes is not None:
        for threshold in axes.get("threshold_bp", [promise["threshold_bp"]]):
            for days in axes.get("finality_days", [promise["finality_days"]]):
                for treatment in axes.get("uncertain_treatment", [promise["uncertain_treatment"]]):
                    varied = dict(
                        promise, threshold_bp=threshold, finality_days=days, uncertain_treatment=treatment
                    )
                    found = [measure(group, varied, as_of) for group in groups.values()]
                    cells.append(
                        {
                            "threshold_bp": threshold,
                            "finality_days": days,
                            "uncertain_treatment": treatment,
                            "breached_windows": sum(each["breached"] for each in found),
                            "hypothetical_remedy_cents": sum(
                                each["hypothetical_remedy_cents"] for each in found
                            ),
                        }
                    )
    return {"windows": windows, "sensitivity": cells, "corrections_applied": applied}


print(json.dumps([replay(request) for request in json.load(sys.stdin)]))
