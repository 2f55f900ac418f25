"""What the verifier says of documents that are no bare receipt, in the form in which all verifiers are compared."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Any, Callable, Dict, Mapping

from outturn_receipt_verifier import (
    CanonicalJsonError,
    KeyDocumentError,
    StrictJsonError,
    VerifySignature,
    bundle_problem,
    dispute_result_text,
    history_problem,
    parse_key_document,
    parse_strict_json,
    quote_problem,
    verify_outcome_receipt,
)
from outturn_receipt_verifier.cli import MAX_BUNDLE_DEPTH
from outturn_receipt_verifier.encoding import from_base64url
from outturn_receipt_verifier.file_text import file_text
from outturn_receipt_verifier.receipt_envelope import EnvelopeError, read_receipt_envelope


def document_answer(
    case: Mapping[str, Any], named_keys: Mapping[str, Any], verify_signature: VerifySignature
) -> Dict[str, Any]:
    if case["kind"] == "keys":
        return {"usable": _is_usable(case, verify_signature)}
    if case["kind"] == "history":
        return {"holds": _holds(lambda: history_problem(case["events"], case.get("history")) is None)}
    if case["kind"] == "quote":
        return {"holds": _holds(lambda: quote_problem(case["slug"], case["quote"]) is None)}
    if case["kind"] == "dispute_result":
        return {"preimage": dispute_result_text(case["slug"], case["result"])}
    return _ask_of_file(case, named_keys, verify_signature)


def _holds(ask: Callable[[], bool]) -> bool:
    """A value that strict JSON would not have let in has no canonical text, so nothing holds of it."""
    try:
        return ask()
    except CanonicalJsonError:
        return False


def _is_usable(case: Mapping[str, Any], verify_signature: VerifySignature) -> bool:
    root_key = from_base64url(case["root_key"]) if "root_key" in case else None
    try:
        parse_key_document(case["keys"], root_key=root_key, verify_signature=verify_signature)
    except (KeyDocumentError, CanonicalJsonError):
        return False
    return True


def _ask_of_file(
    case: Mapping[str, Any], named_keys: Mapping[str, Any], verify_signature: VerifySignature
) -> Dict[str, Any]:
    keys = named_keys[case["keys"]] if isinstance(case["keys"], str) else case["keys"]
    trust_set = parse_key_document(keys)
    text = case["text"] if "text" in case else json.dumps(case["file"])
    try:
        receipt, found, bundle = read_receipt_envelope(
            parse_strict_json(file_text(text.encode("utf-8"))[0], max_depth=MAX_BUNDLE_DEPTH)
        )
    except StrictJsonError as problem:
        return {"unusable": "file", "code": problem.code}
    except EnvelopeError:
        return {"refused": "envelope"}
    if bundle is not None and bundle_problem(bundle, trust_set, verify_signature) is not None:
        return {"refused": "bundle"}
    verdict = verify_outcome_receipt(
        receipt,
        trust_set=trust_set,
        now=datetime.fromisoformat(case["now"].replace("Z", "+00:00")),
        **({"environment": case["environment"]} if "environment" in case else {}),
        status=case.get("status", found),
        verify_signature=verify_signature,
    )
    return {name: value for name, value in verdict.as_json().items() if name != "checks"}
