from __future__ import annotations

import base64
import json
import unittest
from functools import lru_cache
from typing import Any, Dict, Mapping, Set, Tuple

from answering import answer_to
from document_answering import document_answer
from outturn_receipt_verifier import RECEIPT_ADVISORIES, RECEIPT_REASONS, default_verifier, pure_verifier
from vectors import read_lines, read_vector

OPTIONS = ("environment", "schemas", "evidence_root", "now")
DOCUMENTS = ("attestation", "status", "agreement", "policy")


def encoded(text: str) -> str:
    # A line of the corpus may hold any character that JSON may, and no lone surrogate.
    return base64.b64encode(text.encode("utf-8")).decode("ascii")


KEY_DOCUMENTS = read_vector("receipts/keys.json")
ENCODED_KEYS = {name: encoded(json.dumps(keys)) for name, keys in KEY_DOCUMENTS.items()}


def question_of(case: Mapping[str, Any]) -> Dict[str, Any]:
    keys = case["keys"]
    question = {name: case[name] for name in OPTIONS if name in case}
    question.update({name: encoded(json.dumps(case[name])) for name in DOCUMENTS if name in case})
    question["keys"] = ENCODED_KEYS[keys] if isinstance(keys, str) else encoded(json.dumps(keys))
    if "base64" in case:
        question["receipt"] = case["base64"]
    elif "text" in case:
        question["receipt"] = encoded(case["text"])
    elif "receipt" in case:
        question["receipt"] = encoded(json.dumps(case["receipt"]))
    return question


class Corpus(unittest.TestCase):
    maxDiff = None

    def judge(self, file: str, verify_signature: Any) -> None:
        cases = read_lines(file)
        self.assertGreater(len(cases), 50)
        for case in cases:
            with self.subTest(case["name"]):
                answer = answer_to(question_of(case), verify_signature)
                expected = case["expect"]
                self.assertEqual(members_of(answer, expected), expected)

    def test_receipts_with_and_without_cryptography(self) -> None:
        pure = lru_cache(maxsize=None)(pure_verifier)
        disagreements: Set[Tuple[bytes, bytes, bytes]] = set()

        def both(message: bytes, signature: bytes, public_key: bytes) -> bool:
            holds = default_verifier(message, signature, public_key)
            if pure(message, signature, public_key) != holds:
                disagreements.add((message, signature, public_key))
            return holds

        self.judge("receipts/receipts.jsonl", both)
        self.assertEqual(disagreements, set())
        self.assertGreater(pure.cache_info().currsize, 400)

    def test_attestations(self) -> None:
        self.judge("receipts/attestations.jsonl", default_verifier)

    def test_documents(self) -> None:
        cases = read_lines("documents/documents.jsonl")
        self.assertGreater(len(cases), 150)
        for case in cases:
            with self.subTest(case["name"]):
                answer = document_answer(case, KEY_DOCUMENTS, default_verifier)
                self.assertEqual(members_of(answer, case["expect"]), case["expect"])

    def test_reasons_and_advisories_are_those_that_the_corpus_knows(self) -> None:
        judged = [case["expect"] for case in read_lines("receipts/receipts.jsonl") if "valid" in case["expect"]]
        reasons = {reason for one in judged for reason in one["reasons"]}
        advisories = {advisory for one in judged for advisory in one["advisories"]}
        self.assertEqual((reasons, advisories), (set(RECEIPT_REASONS), set(RECEIPT_ADVISORIES)))


def members_of(answer: Mapping[str, Any], expected: Mapping[str, Any]) -> Dict[str, Any]:
    """What the answer says of all that is expected."""
    found = {name: answer.get(name) for name in expected}
    if "decision" in expected and "decision" in answer:
        found["decision"] = {name: answer["decision"][name] for name in expected["decision"]}
    return found


if __name__ == "__main__":
    unittest.main()
