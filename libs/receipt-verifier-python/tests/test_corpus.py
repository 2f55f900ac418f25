from __future__ import annotations

import unittest
from functools import lru_cache
from typing import Any, Set, Tuple

from document_answering import document_answer
from outturn_receipt_verifier import RECEIPT_ADVISORIES, RECEIPT_REASONS, default_verifier, pure_verifier
from outturn_receipt_verifier.self_test import answer_to, members_of, question_of
from vectors import read_lines, read_vector

KEY_DOCUMENTS = read_vector("receipts/keys.json")


class Corpus(unittest.TestCase):
    maxDiff = None

    def judge(self, file: str, verify_signature: Any) -> None:
        cases = read_lines(file)
        self.assertGreater(len(cases), 50)
        for case in cases:
            with self.subTest(case["name"]):
                answer = answer_to(question_of(case, KEY_DOCUMENTS), verify_signature)
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


if __name__ == "__main__":
    unittest.main()
