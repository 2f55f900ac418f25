from __future__ import annotations

import unittest

from outturn_receipt_verifier import native_verifier, pure_verifier
from vectors import read_vector

VERIFIERS = [verifier for verifier in (pure_verifier, native_verifier()) if verifier is not None]


class StrictRule(unittest.TestCase):
    def judge(self, file: str) -> None:
        for case in read_vector(f"ed25519/{file}")["cases"]:
            signed = [bytes.fromhex(case[name]) for name in ("message", "signature", "public_key")]
            for verify in VERIFIERS:
                with self.subTest(case["name"], verifier=verify.__qualname__):
                    self.assertIs(verify(*signed), case.get("valid", True))

    def test_the_vectors_of_rfc_8032_hold(self) -> None:
        self.judge("rfc8032.json")

    def test_edge_cases_are_judged_by_the_one_rule(self) -> None:
        self.judge("edge-cases.json")


if __name__ == "__main__":
    unittest.main()
