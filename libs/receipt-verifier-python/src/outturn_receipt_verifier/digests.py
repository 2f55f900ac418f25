"""What is hashed and signed, and under which schema id."""

from __future__ import annotations

import hashlib
import re
from typing import Any, Mapping, Optional, Sequence

from .canonical_json import canonical_json
from .merkle import merkle_root

_SLUG = re.compile(r"[a-z][a-z0-9-]*")
_OUTSIDE_THE_BODY = frozenset(
    [
        "id",
        "signing_key_id",
        "signature",
        "unit_results",
        "unit_disclosures",
        "log_proof",
        "status_proof",
        "extensions",
    ]
)

_ECONOMICS = ("value", "unitization", "economics")
_QUOTED = (
    "spool_id",
    "agreement_version",
    "plan_hash",
    "work_budget_cents",
    "service_fee",
    "rail_fee",
    "maximum_all_in_cents",
    "payer",
    "discounts",
    "pricing_version",
    "expires_at",
)
_DECIDED = ("dispute_id", "receipt_id", "spool_id", "agreement_hash", "evaluator", "decision", "observed_at")


def schema_id(slug: str, name: str) -> str:
    """The schema id of a record, such as ``outturn/quote@1``; the slug is the service's own lower-case name."""
    return f"{slug}/{name}@1"


def slug_of_schema_id(identifier: str, name: str) -> Optional[str]:
    """The slug in a schema id of that record, or None when the id is of another record or version."""
    suffix = f"/{name}@1"
    slug = identifier[: -len(suffix)]
    return slug if identifier.endswith(suffix) and _SLUG.fullmatch(slug) else None


def digest_of(text: str) -> str:
    """SHA-256 of a text as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def signing_key_id_of(public_key: bytes) -> str:
    """The id of a key: SHA-256 of its 32 raw public bytes as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(public_key).hexdigest()


def receipt_id_of(receipt: Mapping[str, Any]) -> str:
    """The id that a receipt has by its content."""
    return f"ocr_{digest_of(canonical_json(_body_of(receipt)))[:24]}"


def signed_receipt_text(receipt: Mapping[str, Any]) -> str:
    """The text a receipt's signature is over, whatever id the receipt claims: its canonical body with that id."""
    return canonical_json({**_body_of(receipt), "id": receipt["id"]})


def evidence_root(rows: Sequence[Any]) -> str:
    """Merkle root over the canonical evidence rows in receipt order."""
    return merkle_root([canonical_json(row) for row in rows]).hex()


def unit_leaf_text(leaf: Mapping[str, Any]) -> str:
    """Canonical text of a unit's leaf in the Merkle tree of unit results."""
    return canonical_json(leaf)


def unit_results_digest(leaves: Sequence[Mapping[str, Any]]) -> str:
    """Merkle root over canonical unit leaves, unit 1 first."""
    return merkle_root([unit_leaf_text(leaf) for leaf in leaves]).hex()


def run_preimage(slug: str, receipt: Mapping[str, Any]) -> str:
    """Canonical text whose SHA-256 is the run digest of a receipt."""
    verification = receipt["verification"]
    return canonical_json(
        {
            "schema": schema_id(slug, "verification-run"),
            "run_id": verification["run_id"],
            "plan_version": verification["plan_version"],
            "plan_hash": verification["plan_hash"],
            "compiler_version": verification["compiler_version"],
            "evidence_policy_version": verification["evidence_policy_version"],
            "aggregation_policy": verification["aggregation_policy"],
            "evidence_root": receipt["evidence_root"],
            "condition_results": receipt["condition_results"],
            "result": receipt["result"],
            "units": receipt["units"],
            "amounts": receipt["amounts"],
        }
    )


def agreement_preimage(slug: str, agreement: Mapping[str, Any]) -> str:
    """Canonical text whose SHA-256 is the agreement hash; contact details and account ids never enter it.

    Raises KeyError or TypeError for a value that is no agreement, and CanonicalJsonError for one without canonical form.
    """
    economics, value = _object(agreement["economics"]), _object(agreement["value"])
    return canonical_json(
        {
            "schema": schema_id(slug, "agreement"),
            "spool_id": agreement["spool_id"],
            "agreement_version": agreement["agreement_version"],
            "type": agreement["type"],
            "mode": agreement["mode"],
            "parties": [_agreed_party(_object(party)) for party in _list(agreement["parties"])],
            "value": _agreed_value(value),
            "deliverable": agreement["deliverable"],
            "terms": agreement["terms"],
            "conditions": agreement["conditions"],
            "unitization": agreement["unitization"],
            "economics": {name: economics[name] for name in ("fee_cents", "expiry") if name in economics},
            "dispute_policy": agreement["dispute_policy"],
            "finality": agreement["finality"],
        }
    )


def signed_status_text(statement: Mapping[str, Any]) -> str:
    """The text a status statement's signature is over: the canonical statement without its signature."""
    members = ("schema", "receipt_id", "status", "issued_at", "expires_at", "signing_key_id")
    return canonical_json({name: statement[name] for name in members})


def confirmed_evidence_digest(slug: str, condition_id: str, items: Sequence[Mapping[str, Any]]) -> str:
    """Digest of the evidence that counted for a condition when a party confirmed it; it holds for that set and no other.

    Each item has ``evidence_id`` and ``content_digest``, the latter None where only the item is known.
    """
    evidence = [
        {"evidence_id": item["evidence_id"], "content_digest": item["content_digest"]}
        for item in sorted(items, key=lambda item: str(item["evidence_id"]))
    ]
    schema = schema_id(slug, "confirmed-evidence")
    return digest_of(canonical_json({"schema": schema, "condition_id": condition_id, "evidence": evidence}))


def receipt_leaf_text(slug: str, receipt: Mapping[str, Any]) -> str:
    """The leaf of a receipt in its transparency log: digests, neither its id nor anything of what it says."""
    return canonical_json(
        {
            "kind": "receipt",
            "subject": digest_of(f"{schema_id(slug, 'log-subject')}:{receipt['id']}"),
            "digest": digest_of(signed_receipt_text(receipt)),
        }
    )


def verification_digest(attestation: Mapping[str, Any]) -> str:
    """The ``verificationDigest`` of an attestation's verdict: ``sha256:`` and 64 hexadecimal digits."""
    members = (
        "spoolId",
        "compilationVersion",
        "verificationPlanVersion",
        "result",
        "approvedAmount",
        "maximumAmount",
        "assetOrCurrency",
        "payerPartyId",
        "providerPartyId",
        "conditionResults",
        "evidenceDigest",
    )
    return f"sha256:{digest_of(canonical_json({name: attestation[name] for name in members}))}"


def signed_attestation_text(attestation: Mapping[str, Any]) -> str:
    """The text an attestation's signature is over: the canonical attestation without its signature."""
    return canonical_json({name: value for name, value in attestation.items() if name != "signature"})


def _body_of(receipt: Mapping[str, Any]) -> Mapping[str, Any]:
    """The signed body of a receipt: everything but its id, key, signature and the detachable members."""
    return {name: value for name, value in receipt.items() if name not in _OUTSIDE_THE_BODY}


def _agreed_value(value: Mapping[str, Any]) -> Mapping[str, Any]:
    agreed = {name: value[name] for name in ("amount_cents", "currency")}
    if "rail_preference" in value:
        agreed["rail_preference"] = value["rail_preference"]
    return agreed


def _agreed_party(party: Mapping[str, Any]) -> Mapping[str, Any]:
    agreed = {name: party[name] for name in ("role", "kind", "display_name")}
    if "settlement_address" in party:
        agreed["settlement_address"] = party["settlement_address"]
    return agreed


def _object(value: Any) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise TypeError("An object was expected.")
    return value


def _list(value: Any) -> Sequence[Any]:
    if not isinstance(value, list):
        raise TypeError("A list was expected.")
    return value


def quote_problem(slug: str, quote: Any) -> Optional[str]:
    """What is wrong with a quote as it was answered, as the end of a sentence; None when nothing is.

    ``economics.digest``, where it is stated, and ``quote_digest`` must be those of its members.
    """
    if not isinstance(quote, dict):
        return "a quote is an object"
    missing = [name for name in (*_QUOTED, "economics", "quote_digest") if name not in quote]
    if missing:
        return f"it has no {missing[0]}"
    economics = quote["economics"]
    if not isinstance(economics, dict):
        return "its economics are no object"
    missing = [name for name in _ECONOMICS if name not in economics]
    if missing:
        return f"its economics have no {missing[0]}"
    if "digest" in economics and economics["digest"] != _economics_digest(economics):
        return "the digest of its economics is not that of the amounts beside it"
    if quote_digest(slug, quote) != quote["quote_digest"]:
        return "its digest is not that of its members"
    return None


def _economics_digest(economics: Mapping[str, Any]) -> str:
    return f"sha256:{digest_of(canonical_json({name: economics[name] for name in _ECONOMICS}))}"


def quote_digest(slug: str, quote: Mapping[str, Any]) -> str:
    """The digest that a quote must have, computed from its members; ``slug`` is the name of the service.

    What is accepted with a quote digest is exactly what the quote says. Raises KeyError when a member is missing.
    """
    bound = {name: quote[name] for name in _QUOTED}
    bound["schema"] = schema_id(slug, "quote")
    bound["economics_digest"] = _economics_digest(quote["economics"])
    return f"sha256:{digest_of(canonical_json(bound))}"


def dispute_result_text(slug: str, result: Mapping[str, Any]) -> str:
    """The text that the proof of a judge's decision on a dispute is made over; ``slug`` is the name of the service.

    Other members than those that are signed are left out. Raises KeyError when one of these is missing.
    """
    signed = {name: result[name] for name in _DECIDED}
    signed["schema"] = schema_id(slug, "dispute-result")
    signed["condition_outcomes"] = [
        {name: one[name] for name in ("condition_id", "outcome")} for one in result["condition_outcomes"]
    ]
    return canonical_json(signed)
