from __future__ import annotations

import inspect
import json
import re
import unittest
from pathlib import Path
from typing import Any, Dict, List
from urllib.parse import parse_qs, urlsplit

from clients import WithBothClients
from outturn import AsyncOutturn, Outturn, refusals, types
from scripted_service import Handler, json_answer

LINES = (Path(__file__).parent / "operations.jsonl").read_text("utf-8").splitlines()
OPERATIONS: List[Dict[str, Any]] = [json.loads(line) for line in LINES]
SPOOL = {
    "id": "spl_1",
    "agreement": {"agreement_hash": "a1"},
    "conditions": [{"id": "c1", "confirmation": {"evidence_ids": ["ev_1"], "evidence_digest": "d1"}}],
    "status": {"agreement": "accepted", "outcome": "active"},
}
GIVEN: Dict[str, Any] = {"spool": SPOOL, "until": "accepted", "timeout": 5.0, "outcome": "passed", "file": None}
"""Arguments whose value is of consequence; every other one is a text."""


def method_of(client: Any, at: str) -> Any:
    for name in at.split("."):
        client = getattr(client, name)
    return client


def arguments_of(method: Any) -> Dict[str, Any]:
    signature = inspect.signature(method)
    return {
        name: GIVEN.get(name, f"given {name}")
        for name, parameter in signature.parameters.items()
        if name not in ("file", "media_type", "on_change")
    }


def answer_anything(handler: Handler) -> None:
    path = urlsplit(handler.path).path
    if path.endswith("/events"):
        return json_answer(200, [])(handler)
    listing = {"data": [], "has_more": False, "next_cursor": None}
    return json_answer(200, {**listing, **SPOOL})(handler)


class Operations(WithBothClients):
    def test_every_operation_of_the_document_is_sent_as_it_is_documented(self) -> None:
        self.assertGreater(len({row["id"] for row in OPERATIONS}), 60)
        for run in self.each_client():
            for row in OPERATIONS:
                with self.subTest(run=run.__name__, at=row["at"]):
                    self.service.answer_with(answer_anything)
                    given: Dict[str, Any] = {}

                    def call(client: Any) -> Any:
                        method = method_of(client, row["at"])
                        given.update(arguments_of(method))
                        return method(**given)

                    run(call)
                    self.check_sent(row, given)

    def check_sent(self, row: Dict[str, Any], given: Dict[str, Any]) -> None:
        sent = self.service.received[-1]
        address = urlsplit(sent.path)
        pattern = re.sub(r"\\\{\w+\\\}", "[^/]+", re.escape(row["path"]))
        self.assertEqual(sent.method, row["method"])
        self.assertRegex(address.path, f"^{pattern}$")
        query = {f"query {name}" for name in parse_qs(address.query)}
        documented = set(row["parameters"])
        self.assertLessEqual(query, documented)
        self.assertEqual({one for one in documented if one.startswith("query")} - {"query view"}, query - {"query view"})
        if row["needs_key"]:
            self.assertIn("spk_live_example", sent.headers.get("authorization", "") + sent.headers.get("x-api-key", ""))
        else:
            self.assertNotIn("spk_live_example", str(sent.headers))
        if "header If-Match" in documented:
            self.assertEqual(sent.headers["if-match"], given["if_match"])
        if row["method"] != "GET":
            self.assertEqual(sent.headers["idempotency-key"], given["idempotency_key"])
        self.check_body(row, given, sent.body)

    def check_body(self, row: Dict[str, Any], given: Dict[str, Any], body: Any) -> None:
        if "attestation" in given or "body" in given:
            return self.assertEqual(body, given.get("attestation", given.get("body")))
        if not row["members"]:
            return self.assertIsNone(body)
        self.assertLessEqual(set(row["required"]), set(body))
        self.assertLessEqual(set(body), set(row["members"]))
        # A member of the body that no argument gives could never be sent.
        if row["at"] != "spools.confirm":
            self.assertEqual(set(row["members"]) - {"idempotency_key"}, set(body))

    def test_both_clients_have_the_same_methods_with_the_same_arguments(self) -> None:
        sync = Outturn("k", base_url="http://127.0.0.1:1")
        other = AsyncOutturn("k", base_url="http://127.0.0.1:1")
        for row in OPERATIONS:
            for a, b in ((sync, other), (sync.with_response, other.with_response)):
                first = inspect.signature(method_of(a, row["at"])).parameters
                second = inspect.signature(method_of(b, row["at"])).parameters
                self.assertEqual(list(first.items()), list(second.items()))
            self.assertTrue(inspect.getdoc(method_of(sync, row["at"])))
        sync.close()

    def test_an_id_cannot_name_another_operation(self) -> None:
        self.service.answer_with(json_answer(200, SPOOL))
        self.run_sync(lambda client: client.spools.get("spl_1/../../usage?a=b#c"))
        self.assertEqual(self.service.received[0].path, "/api/v1/spools/spl_1%2F..%2F..%2Fusage%3Fa%3Db%23c")
        for spool_id in ("", ".", ".."):
            with self.assertRaises(ValueError):
                self.run_sync(lambda client: client.spools.get(spool_id))
        self.assertEqual(len(self.service.received), 1)

    def test_the_keys_of_a_service_with_another_name_are_found(self) -> None:
        self.service.answer_with(json_answer(200, {}))
        self.run_sync(lambda client: client.keys.read(), slug="acme")
        self.assertEqual(self.service.received[0].path, "/.well-known/acme-keys.json")

    def test_types_and_refusals_can_be_imported(self) -> None:
        for module in (types, refusals):
            for name in module.__all__:
                self.assertTrue(hasattr(module, name), name)
        self.assertTrue(issubclass(refusals.CLASSES["credits_required"], refusals.CreditsRequired))


class Bodies(WithBothClients):
    def test_what_is_left_out_is_not_sent_and_any_mapping_or_sequence_is(self) -> None:
        from types import MappingProxyType

        self.service.answer_with(json_answer(201, {}))
        rows = (MappingProxyType({"email": "ida@fjord.example"}),)
        self.run_sync(lambda client: client.verify({"rows": rows}, conditions=["one row"], max_amount_cents=5))
        expected = {"evidence": {"rows": [{"email": "ida@fjord.example"}]}, "conditions": ["one row"], "max_amount_cents": 5}
        self.assertEqual(self.service.received[0].body, expected)

    def test_a_value_that_json_does_not_have_is_never_sent(self) -> None:
        from datetime import datetime

        self.service.answer_with(json_answer(201, {}))
        for value in (datetime(2026, 1, 1), float("nan"), b"bytes", {1, 2}, "\ud800"):
            for run in self.each_client():
                with self.assertRaises((TypeError, ValueError)):
                    run(lambda client: client.verify({"rows": [{"a": value}]}, conditions=["one row"]))
        self.assertEqual(self.service.received, [])
