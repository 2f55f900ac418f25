from __future__ import annotations

import unittest

from outturn_receipt_verifier import AUDIT_STATEMENT_REASONS, parse_key_document, verify_audit_statement
from vectors import read_vector

VECTORS = read_vector("audit/statements.json")


class AuditStatements(unittest.TestCase):
    def test_each_case_has_its_reasons(self) -> None:
        trust_set = parse_key_document(VECTORS["keys"])
        found = set()
        for case in VECTORS["cases"]:
            with self.subTest(case["name"]):
                verdict = verify_audit_statement(
                    case["statement"],
                    trust_set=trust_set,
                    environment=case["environment"],
                    result_digest=case.get("result_digest"),
                )
                self.assertEqual(list(verdict.reasons), case["reasons"])
                self.assertEqual(verdict.valid, not case["reasons"])
                found.update(case["reasons"])
        self.assertEqual(found, set(AUDIT_STATEMENT_REASONS))
