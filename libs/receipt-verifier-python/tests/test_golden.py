from __future__ import annotations

import unittest
from datetime import datetime, timezone

from outturn_receipt_verifier import (
    canonical_json,
    confirmed_evidence_digest,
    evidence_root,
    parse_key_document,
    quote_digest,
    receipt_id_of,
    require_outcome,
    signing_key_id_of,
    verify_outcome_receipt,
)
from outturn_receipt_verifier.digests import (
    agreement_preimage,
    digest_of,
    run_preimage,
    signed_receipt_text,
    unit_results_digest,
)
from outturn_receipt_verifier.encoding import from_base64url
from vectors import read_vector

GOLDEN = read_vector("receipt/golden.json")
RECEIPT = GOLDEN["receipt"]
EXPECTED = GOLDEN["expected"]
NOW = datetime(2026, 1, 1, 1, tzinfo=timezone.utc)


class GoldenVector(unittest.TestCase):
    def test_every_digest_is_reproduced(self) -> None:
        self.assertEqual(digest_of(canonical_json(GOLDEN["rows"])), EXPECTED["content_digest"])
        self.assertEqual(evidence_root(RECEIPT["evidence"]), EXPECTED["evidence_root"])
        self.assertEqual(unit_results_digest(RECEIPT["unit_results"]), EXPECTED["unit_results_digest"])
        self.assertEqual(digest_of(run_preimage(GOLDEN["slug"], RECEIPT)), EXPECTED["run_digest"])
        agreement = agreement_preimage(GOLDEN["slug"], GOLDEN["agreement"])
        self.assertEqual(digest_of(agreement), EXPECTED["agreement_hash"])
        self.assertEqual(digest_of(signed_receipt_text(RECEIPT)), EXPECTED["sha256_of_signed_text"])
        self.assertEqual(receipt_id_of(RECEIPT), RECEIPT["id"])
        public_key = from_base64url(EXPECTED["public_key"])
        self.assertEqual(signing_key_id_of(public_key or b""), EXPECTED["signing_key_id"])

    def test_the_receipt_is_valid_beside_its_agreement(self) -> None:
        trust_set = parse_key_document(GOLDEN["keys"])
        verdict = verify_outcome_receipt(
            RECEIPT, trust_set=trust_set, environment="demo", agreement=GOLDEN["agreement"], now=NOW
        )
        self.assertTrue(verdict.valid)
        self.assertEqual(verdict.reasons, [])
        self.assertEqual(verdict.amounts, RECEIPT["amounts"])

    def test_a_policy_it_meets_and_one_it_does_not(self) -> None:
        trust_set = parse_key_document(GOLDEN["keys"])
        policy = {"minimum_status": "partial", "environment": "demo"}
        met = require_outcome(RECEIPT, policy, trust_set=trust_set, now=NOW)
        self.assertTrue(met.ok)
        unmet = require_outcome(RECEIPT, {"min_earned": "1.01"}, trust_set=trust_set, environment="demo", now=NOW)
        self.assertEqual((unmet.ok, unmet.reasons), (False, ["min_earned_not_met"]))

    def test_the_evidence_of_a_confirmation_has_the_digest_that_is_published(self) -> None:
        items = [
            {"evidence_id": "ev_000000000000000000000002", "content_digest": None},
            {"evidence_id": "ev_000000000000000000000001", "content_digest": "0" * 64},
        ]
        digests = {confirmed_evidence_digest("example", "cond_1", order) for order in (items, items[::-1])}
        self.assertEqual(digests, {EXPECTED["confirmed_evidence_digest"]})

    def test_a_demonstration_is_valid_only_where_one_is_asked_for(self) -> None:
        verdict = verify_outcome_receipt(RECEIPT, trust_set=parse_key_document(GOLDEN["keys"]), now=NOW)
        self.assertEqual(verdict.reasons, ["environment_mismatch"])

    def test_a_time_without_a_zone_is_refused(self) -> None:
        trust_set = parse_key_document(GOLDEN["keys"])
        with self.assertRaisesRegex(ValueError, "time zone"):
            verify_outcome_receipt(RECEIPT, trust_set=trust_set, now=datetime(2026, 1, 1))


class AnyValue(unittest.TestCase):
    """What no JSON text gives, but a caller of the library may hand over."""

    def test_nothing_makes_it_raise(self) -> None:
        trust_set = parse_key_document(GOLDEN["keys"])
        cyclic: list = []
        cyclic.append(cyclic)
        odd = [
            None,
            object(),
            b"receipt",
            cyclic,
            {None: 1},
            {**RECEIPT, "extensions": {1: 2}},
            {**RECEIPT, 1: 2},
            {**RECEIPT, "evidence": tuple(RECEIPT["evidence"])},
            {**RECEIPT, "nonce": "\ud800"},
            {**RECEIPT, "id": "\ud800"},
            {**RECEIPT, "amounts": {**RECEIPT["amounts"], "decimals": 2.0}},
            {**RECEIPT, "amounts": {**RECEIPT["amounts"], "decimals": float("nan")}},
            {**RECEIPT, "units": {**RECEIPT["units"], "total": True}},
            {**RECEIPT, "units": {**RECEIPT["units"], "total": 10**400}},
        ]
        for receipt in odd:
            verdict = verify_outcome_receipt(receipt, trust_set=trust_set, now=NOW)
            self.assertIn("malformed_receipt", verdict.reasons)

    def test_an_agreement_without_canonical_form_is_another_one(self) -> None:
        trust_set = parse_key_document(GOLDEN["keys"])
        for deliverable in (float("nan"), 2**53, "\ud800", {1: 2}, object(), {"a": {"\udfff": 1}}):
            agreement = {**GOLDEN["agreement"], "deliverable": deliverable}
            verdict = verify_outcome_receipt(
                RECEIPT, trust_set=trust_set, environment="demo", agreement=agreement, now=NOW
            )
            self.assertEqual(verdict.reasons, ["invalid_agreement_hash"])


class TheQuote(unittest.TestCase):
    def test_its_digest_follows_from_its_members(self) -> None:
        vector = read_vector("quote/golden.json")
        slug, quote = vector["slug"], vector["quote"]
        self.assertEqual(quote_digest(slug, quote), quote["quote_digest"])
        self.assertNotEqual(quote_digest(slug, {**quote, "maximum_all_in_cents": 1}), quote["quote_digest"])


if __name__ == "__main__":
    unittest.main()
