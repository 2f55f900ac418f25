"""Answers the published corpus: questions to the verifier in the form in which both languages are compared."""

from __future__ import annotations

import base64
import json
from datetime import datetime
from functools import lru_cache
from pathlib import Path
from typing import Any, Dict, List, Mapping, Optional, Tuple

from .ed25519 import VerifySignature, default_verifier
from .key_document import KeyDocumentError, TrustSet, parse_key_document
from .outcome_policy import PolicyError, parse_policy
from .require_outcome import require_outcome
from .strict_json import StrictJsonError, parse_strict_json
from .verify_attestation import verify_attestation
from .verify_receipt import verify_outcome_receipt


class _Unusable(Exception):
    def __init__(self, document: str, code: Optional[str] = None) -> None:
        super().__init__(document)
        self.answer = {"unusable": document, **({} if code is None else {"code": code})}


def answer_to(question: Mapping[str, Any], verify_signature: VerifySignature) -> Dict[str, Any]:
    """All of an answer that both verifiers must give alike. Documents come as the base64 of their bytes."""
    try:
        is_attestation = "attestation" in question
        ask = _ask_of_attestation if is_attestation else _ask_of_receipt
        return ask(question, verify_signature)
    except _Unusable as unusable:
        return unusable.answer


def _ask_of_receipt(question: Mapping[str, Any], verify_signature: VerifySignature) -> Dict[str, Any]:
    receipt = _document(question, "receipt")
    options: Dict[str, Any] = {
        "trust_set": _keys(question),
        "now": _moment(question),
        **({"environment": question["environment"]} if "environment" in question else {}),
        "schemas": question.get("schemas"),
        "status": _document(question, "status") if "status" in question else None,
        "agreement": _document(question, "agreement") if "agreement" in question else None,
        "verify_signature": verify_signature,
    }
    if "policy" not in question:
        return _plain(verify_outcome_receipt(receipt, **options).as_json())
    decision = require_outcome(receipt, _policy(question), **options)
    return {**_plain(decision.verdict.as_json()), "decision": _plain(decision.as_json())}


def _ask_of_attestation(question: Mapping[str, Any], verify_signature: VerifySignature) -> Dict[str, Any]:
    verdict = verify_attestation(
        _document(question, "attestation"),
        trust_set=_keys(question),
        now=_moment(question),
        environment=question.get("environment", "production"),
        evidence_root=question.get("evidence_root"),
        verify_signature=verify_signature,
    )
    return {"valid": verdict.valid, "environment": verdict.environment, "reasons": list(verdict.reasons)}


def _plain(answer: Dict[str, Any]) -> Dict[str, Any]:
    """Wording is free, so of a check only its name and status are compared."""
    return {**answer, "checks": [f"{check['name']}: {check['status']}" for check in answer["checks"]]}


def _document(question: Mapping[str, Any], name: str) -> Any:
    try:
        return parse_strict_json(base64.b64decode(question[name]))
    except StrictJsonError as problem:
        raise _Unusable(name, problem.code) from None


def _keys(question: Mapping[str, Any]) -> TrustSet:
    try:
        return _trust_set_of(question["keys"])
    except StrictJsonError as problem:
        raise _Unusable("keys", problem.code) from None
    except KeyDocumentError:
        raise _Unusable("keys") from None


@lru_cache(maxsize=64)
def _trust_set_of(encoded: str) -> TrustSet:
    """Most questions are asked under the same few key documents."""
    return parse_key_document(parse_strict_json(base64.b64decode(encoded)))


def _policy(question: Mapping[str, Any]) -> Mapping[str, Any]:
    try:
        return parse_policy(_document(question, "policy"))
    except PolicyError:
        raise _Unusable("policy") from None


def _moment(question: Mapping[str, Any]) -> datetime:
    return datetime.fromisoformat(question["now"].replace("Z", "+00:00"))


_OPTIONS = ("environment", "schemas", "evidence_root", "now")
_DOCUMENTS = ("attestation", "status", "agreement", "policy")


def run_self_test(
    folder: Path, verify_signature: VerifySignature = default_verifier
) -> Tuple[int, List[str]]:
    """How many cases the corpus in a folder has, and the names of those that this verifier answers otherwise."""
    keys = json.loads((folder / "keys.json").read_text("utf-8"))
    cases = [
        json.loads(line)
        for name in ("receipts.jsonl", "attestations.jsonl")
        for line in (folder / name).read_text("utf-8").split("\n")
        if line
    ]
    wrong = []
    for case in cases:
        answer = answer_to(question_of(case, keys), verify_signature)
        if members_of(answer, case["expect"]) != case["expect"]:
            wrong.append(case["name"])
    return len(cases), wrong


def question_of(case: Mapping[str, Any], key_documents: Mapping[str, Any]) -> Dict[str, Any]:
    """The question that a case of the corpus asks."""
    keys = case["keys"]
    question = {name: case[name] for name in _OPTIONS if name in case}
    question.update({name: _encoded(json.dumps(case[name])) for name in _DOCUMENTS if name in case})
    question["keys"] = _encoded(json.dumps(key_documents[keys] if isinstance(keys, str) else keys))
    if "base64" in case:
        question["receipt"] = case["base64"]
    elif "text" in case:
        question["receipt"] = _encoded(case["text"])
    elif "receipt" in case:
        question["receipt"] = _encoded(json.dumps(case["receipt"]))
    return question


def members_of(answer: Mapping[str, Any], expected: Mapping[str, Any]) -> Dict[str, Any]:
    """What the answer says of all that is expected."""
    found = {name: answer.get(name) for name in expected}
    if "decision" in expected and "decision" in answer:
        found["decision"] = {name: answer["decision"][name] for name in expected["decision"]}
    return found


def _encoded(text: str) -> str:
    # A line of the corpus may hold any character that JSON may, and no lone surrogate.
    return base64.b64encode(text.encode("utf-8")).decode("ascii")
