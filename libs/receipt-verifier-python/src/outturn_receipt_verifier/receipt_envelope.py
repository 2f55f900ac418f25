"""Finds the receipt in a file: the file itself, an answer of the service, or a bundle."""

from __future__ import annotations

from typing import Any, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from .canonical_json import canonical_json
from .decimal_amount import parse_amount
from .digests import slug_of_schema_id
from .receipt_place import is_receipt_like, receipt_place
from .receipt_shape import receipt_problem

# What a service wraps receipts in, each known by its members: a stored receipt, a one-call verification, the verify action,
# a correction.
_ANSWERS: Sequence[Sequence[str]] = (
    ("receipt", "status", "receipt_url", "spool_id", "attestation"),
    ("receipt", "receipt_url", "spool_id", "verification_run_id", "earned_cents"),
    ("receipt", "receipt_url", "id", "verification_run_id", "earned_cents"),
    ("receipt", "receipt_url", "attestation", "superseded"),
)

# Members of a receipt that an answer around it has for no other thing.
_REPEATED = (
    "environment",
    "result",
    "units",
    "amounts",
    "issued_at",
    "nonce",
    "signing_key_id",
    "signature",
)


# What a receipt says of a member that it does not have: no value, and not null either.
_NOTHING = object()


class EnvelopeError(ValueError):
    """A receipt in anything but an answer of the service or a bundle, or in one that says otherwise than the receipt."""


class FoundReceipt(NamedTuple):
    """A receipt as it was found, with the answer of the status route that came along, and the bundle that it was in."""

    receipt: Any
    status: Any
    bundle: Optional[Mapping[str, Any]] = None


def read_receipt_envelope(document: Any) -> FoundReceipt:
    """Finds the receipt in a parsed file. Raises EnvelopeError where it is wrapped in what its reader must not believe."""
    if not isinstance(document, dict) or "receipt" not in document:
        return FoundReceipt(_bare_receipt(document), None)
    schema = document.get("schema")
    is_bundle = isinstance(schema, str) and slug_of_schema_id(schema, "bundle") is not None
    if not is_bundle and not any(all(name in document for name in names) for names in _ANSWERS):
        problem = "it wraps a receipt in something that is no answer of the service"
        raise EnvelopeError(f"{problem}{_place_advice(document)}")
    receipt, status = document["receipt"], document.get("status")
    path = _contradiction(document, receipt) if receipt_problem(receipt) is None else None
    if path is not None:
        raise EnvelopeError(f"its {path} is not that of the receipt in it")
    # A Spool has a status too, which is not that of a receipt.
    is_of_receipt = isinstance(status, dict) and "receipt_id" in status
    return FoundReceipt(receipt, status if is_of_receipt else None, document if is_bundle else None)


def _bare_receipt(document: Any) -> Any:
    """Anything that is not itself a receipt and holds one is not judged: the receipt in it may be valid."""
    advice = "" if is_receipt_like(document) else _place_advice(document)
    if advice:
        raise EnvelopeError(f"it is no receipt itself{advice}")
    return document


def _place_advice(document: Any) -> str:
    place = receipt_place(document)
    if place is None:
        return ""
    return f"; a receipt seems to be at {place}: save that value as a file of its own"


def _contradiction(document: Mapping[str, Any], receipt: Mapping[str, Any]) -> Optional[str]:
    result, amounts, agreement = receipt["result"], receipt["amounts"], receipt["agreement"]
    whole = {"accepted": int(result == "pass"), "rejected": int(result == "fail")}
    units = receipt["units"] or whole
    attested, told = _object(document.get("attestation")), _object(document.get("status"))
    claims: List[Tuple[str, Mapping[str, Any], str, Any]] = [
        ("spool_id", document, "spool_id", agreement["spool_id"]),
        ("id", document, "id", agreement["spool_id"]),
        ("verification_run_id", document, "verification_run_id", receipt["verification"]["run_id"]),
        ("earned_cents", document, "earned_cents", parse_amount(amounts["earned"], amounts["decimals"])),
        ("accepted", document, "accepted", units["accepted"]),
        ("rejected", document, "rejected", units["rejected"]),
        ("superseded", document, "superseded", receipt.get("supersedes", _NOTHING)),
        ("status.receipt_id", told, "receipt_id", receipt["id"]),
        ("attestation.spoolId", attested, "spoolId", agreement["spool_id"]),
        ("attestation.environment", attested, "environment", receipt["environment"]),
        ("attestation.result", attested, "result", result),
        ("attestation.approvedAmount", attested, "approvedAmount", amounts["earned"]),
        ("attestation.maximumAmount", attested, "maximumAmount", amounts["committed"]),
        ("attestation.evidenceDigest", attested, "evidenceDigest", f"sha256:{receipt['evidence_root']}"),
        *((name, document, name, receipt[name]) for name in _REPEATED),
    ]
    return next((path for path, holder, name, due in claims if name in holder and not _is_same(holder[name], due)), None)


def _is_same(said: Any, due: Any) -> bool:
    """Whether both are one JSON value. For Python itself ``True`` is 1, also within objects."""
    if isinstance(said, dict) and isinstance(due, dict):
        return canonical_json(said) == canonical_json(due)
    return isinstance(said, bool) == isinstance(due, bool) and bool(said == due)


def _object(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, dict) else {}
