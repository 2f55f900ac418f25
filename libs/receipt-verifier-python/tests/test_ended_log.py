from __future__ import annotations

import unittest
from typing import Any

from outturn_receipt_verifier import parse_key_document, verify_outcome_receipt
from outturn_receipt_verifier.key_document import KeyDocumentError
from outturn_receipt_verifier.transparency_log import read_log_proof
from vectors import read_lines, read_vector

LOGGED = read_vector("receipts/keys.json")["logged"]
CASE = next(
    case for case in read_lines("receipts/receipts.jsonl") if case["expect"].get("log_inclusion") == "included"
)
RECEIPT = CASE["receipt"]
MEMBER = "log" if RECEIPT["environment"] == "production" else "demo_log"
LOG = LOGGED[MEMBER]


def inclusion(*ended: Any) -> str:
    """What is found by a log that follows the one which the receipt was proved in."""
    log = {"origin": "log.sample.example/3", "vkey": LOG["vkey"], "ended": list(ended)}
    trust_set = parse_key_document({**LOGGED, MEMBER: log})
    return verify_outcome_receipt(RECEIPT, trust_set=trust_set, environment=RECEIPT["environment"]).log_inclusion


class EndedLog(unittest.TestCase):
    def test_a_proof_of_a_log_that_ended_counts_up_to_its_end(self) -> None:
        proof = read_log_proof(RECEIPT["log_proof"])
        size = proof.checkpoint.size if proof else 0
        self.assertEqual(inclusion({**LOG, "last_size": size}), "included")
        self.assertEqual(inclusion({**LOG, "last_size": size - 1}), "invalid")
        self.assertEqual(inclusion({**LOG, "origin": "other.example", "last_size": size}), "invalid")
        self.assertEqual(inclusion(), "invalid")

    def test_a_log_that_ended_has_to_say_how_far_it_was_given_out(self) -> None:
        with self.assertRaises(KeyDocumentError):
            inclusion(LOG)


if __name__ == "__main__":
    unittest.main()
