from __future__ import annotations

import base64
import io
import tempfile
from pathlib import Path
from typing import Any, Dict, List

from clients import WithBothClients
from outturn import OutturnError, SpoolWaitError, refusals
from scripted_service import hang_up, json_answer, raw_answer, refusal

CONDITION = "cond_1"


def spool(agreement: str = "proposed", outcome: str = "active", verification: str = "pending") -> Dict[str, Any]:
    status = {
        "agreement": agreement,
        "fulfillment": "pending",
        "verification": verification,
        "settlement": "uncommitted",
        "outcome": outcome,
    }
    return {"id": "spl_1", "status": status, "agreement": {"agreement_hash": "a1"}, "conditions": []}


def tagged(body: Any, tag: str) -> Any:
    return json_answer(200, body, {"etag": tag})


UNCHANGED = raw_answer(304, b"")


class Waiting(WithBothClients):
    def test_waits_with_the_tag_of_the_last_state_until_the_spool_is_as_wanted(self) -> None:
        for run in self.each_client():
            pauses: List[float] = []
            seen: List[str] = []
            self.service.answer_with(
                tagged(spool(), '"1"'), UNCHANGED, hang_up, tagged(spool("accepted"), '"2"')
            )
            found = run(
                lambda client: client.spools.wait_for(
                    "spl_1", until="accepted", on_change=lambda one: seen.append(one["status"]["agreement"])
                ),
                pauses,
            )
            self.assertEqual(found["status"]["agreement"], "accepted")
            self.assertEqual(seen, ["proposed", "accepted"])
            tags = [request.headers.get("if-none-match") for request in self.service.received]
            self.assertEqual(tags, [None, '"1"', '"1"', '"1"'])

    def test_a_function_can_say_what_is_waited_for(self) -> None:
        self.service.answer_with(tagged(spool(), '"1"'), tagged(spool(verification="partial"), '"2"'))
        until = lambda one: one["status"]["verification"] == "partial"  # noqa: E731
        self.run_sync(lambda client: client.spools.wait_for("spl_1", until=until))
        self.assertEqual(len(self.service.received), 2)

    def test_ends_when_the_time_is_over_and_says_how_the_spool_was_last_seen(self) -> None:
        for run in self.each_client():
            self.service.answer_with(tagged(spool(), '"1"'), UNCHANGED)
            with self.assertRaises(SpoolWaitError) as raised:
                run(lambda client: client.spools.wait_for("spl_1", until="accepted", timeout=0.3))
            self.assertEqual(raised.exception.reason, "timed_out")
            self.assertEqual((raised.exception.spool or {}).get("id"), "spl_1")

    def test_ends_when_the_spool_is_over(self) -> None:
        for run in self.each_client():
            self.service.answer_with(tagged(spool(outcome="cancelled"), '"1"'))
            with self.assertRaises(SpoolWaitError) as raised:
                run(lambda client: client.spools.wait_for("spl_1", until="verified"))
            self.assertEqual(raised.exception.reason, "closed")
            run(lambda client: client.spools.wait_for("spl_1", until="closed"))

    def test_a_refusal_that_stays_ends_the_wait(self) -> None:
        self.service.answer_with(refusal("spool_not_found", 404, retryable=False))
        with self.assertRaises(refusals.SpoolNotFound):
            self.run_sync(lambda client: client.spools.wait_for("spl_1", until="accepted"))
        self.assertEqual(len(self.service.received), 1)

    def test_an_unknown_state_is_named_before_anything_is_sent(self) -> None:
        for run in self.each_client():
            self.service.answer_with(tagged(spool(), '"1"'))
            with self.assertRaisesRegex(ValueError, "accepted, delivered"):
                run(lambda client: client.spools.wait_for("spl_1", until="acepted"))
            self.assertEqual(self.service.received, [])

    def test_an_unchanged_spool_is_none(self) -> None:
        for run in self.each_client():
            self.service.answer_with(UNCHANGED)
            self.assertIsNone(run(lambda client: client.spools.get_if_changed("spl_1", etag='"1"')))


class Lists(WithBothClients):
    def pages(self) -> None:
        first = {"data": [{"id": "a"}, {"id": "b"}], "has_more": True, "next_cursor": "b"}
        last = {"data": [{"id": "c"}], "has_more": False, "next_cursor": None}
        self.service.answer_with(json_answer(200, first), json_answer(200, last))

    def test_iterating_reads_the_pages_as_they_are_needed(self) -> None:
        def read(client: Any) -> Any:
            pages = client.spools.list(limit=2)
            iterator = iter(pages)
            self.assertEqual([next(iterator)["id"], next(iterator)["id"], len(self.service.received)], ["a", "b", 1])
            return [one["id"] for one in iterator]

        self.pages()
        self.assertEqual(self.run_sync(read), ["c"])
        paths = [request.path for request in self.service.received]
        self.assertEqual(paths, ["/api/v1/spools?limit=2", "/api/v1/spools?limit=2&after=b"])

    def test_async_iteration_and_await(self) -> None:
        async def read(client: Any) -> Any:
            page = await client.spools.list(limit=2)
            following = await page.next_page()
            return [[one["id"] for one in each.data] for each in (page, following)], following.has_more

        async def read_all(client: Any) -> Any:
            return [one["id"] async for one in client.spools.list(limit=2)]

        self.pages()
        self.assertEqual(self.run_async(read), ([["a", "b"], ["c"]], False))
        self.pages()
        self.assertEqual(self.run_async(read_all), ["a", "b", "c"])

    def test_events_go_on_after_the_last_one_while_a_link_says_so(self) -> None:
        self.service.answer_with(
            json_answer(200, [{"seq": 1}, {"seq": 2}], {"link": '</api/v1/spools/x/events?after=2>; rel="next"'}),
            json_answer(200, [{"seq": 3}]),
        )
        found = self.run_sync(lambda client: [one["seq"] for one in client.spools.events("spl_1")])
        self.assertEqual(found, [1, 2, 3])
        self.assertEqual(self.service.received[1].path, "/api/v1/spools/spl_1/events?after=2")

    def test_a_list_has_the_headers_of_its_answer(self) -> None:
        for run in self.each_client():
            self.pages()
            response = run(lambda client: client.with_response.spools.list())
            self.assertEqual((response.status, len(response.data.data), response.data.has_more), (200, 2, True))


class Evidence(WithBothClients):
    def sent_for(self, **more: Any) -> Dict[str, Any]:
        self.service.answer_with(json_answer(200, spool()))
        self.run_sync(lambda client: client.spools.submit_evidence("spl_1", condition_id=CONDITION, **more))
        body: Dict[str, Any] = self.service.received[0].body
        return body

    def test_a_path_an_open_file_and_bytes_are_sent_as_content(self) -> None:
        table = b"email\nida@fjord.example\n"
        encoded = base64.b64encode(table).decode()
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "leads.CSV"
            path.write_bytes(table)
            by_path = self.sent_for(file=path)
            self.assertEqual(by_path, self.sent_for(file=str(path)))
            with path.open("rb") as binary, path.open("r", encoding="utf-8", newline="") as text:
                self.assertEqual(by_path, self.sent_for(file=binary))
                self.assertEqual(by_path, self.sent_for(file=text))
        expected = {"media_type": "text/csv", "content_base64": encoded}
        self.assertEqual(
            by_path,
            {"condition_id": CONDITION, "type": "dataset", "source": "leads.CSV", "metadata": expected},
        )
        given = self.sent_for(file=table, source="crm", media_type="text/csv", metadata={"note": "first"})
        self.assertEqual((given["source"], given["metadata"]), ("crm", {"note": "first", **expected}))
        self.assertEqual(self.sent_for(file=io.BytesIO(b"\x89PNG"), source="camera", type="photo")["type"], "photo")

    def test_what_is_missing_is_named_before_anything_is_sent(self) -> None:
        with self.assertRaisesRegex(TypeError, "source"):
            self.sent_for(file=b"abc")
        with self.assertRaisesRegex(TypeError, "type"):
            self.sent_for(source="crm", metadata={"rows": []})
        with self.assertRaisesRegex(TypeError, "path, bytes"):
            self.sent_for(file=12)
        with self.assertRaises(FileNotFoundError):
            self.sent_for(file="/no/such/file.csv")
        self.assertEqual(self.service.received, [])

    def test_a_confirmation_is_for_the_evidence_that_was_read(self) -> None:
        shown = {"evidence_ids": ["ev_1"], "evidence_digest": "d1"}
        read = {**spool(), "conditions": [{"id": CONDITION, "confirmation": shown}]}
        for run in self.each_client():
            self.service.answer_with(json_answer(200, spool()))
            run(lambda client: client.spools.confirm(read, condition_id=CONDITION, outcome="passed"))
            body = self.service.received[0].body
            self.assertEqual((body["type"], body["source"]), ("confirmation", "confirmation:buyer_confirm"))
            expected = {"method": "buyer_confirm", "outcome": "passed", "evidence_refs": ["ev_1"], "evidence_digest": "d1"}
            self.assertEqual(body["metadata"], expected)


class Acceptance(WithBothClients):
    def test_exactly_the_terms_that_were_read_are_accepted(self) -> None:
        for run in self.each_client():
            self.service.answer_with(json_answer(200, spool("accepted")))
            run(lambda client: client.spools.accept(spool(), quote_digest="q1"))
            self.assertEqual(self.service.received[0].body, {"agreement_hash": "a1", "quote_digest": "q1"})
            run(lambda client: client.spools.accept("spl_1"))
            self.assertEqual((self.service.received[1].path, self.service.received[1].body), ("/api/v1/spools/spl_1/accept", {}))

    def test_something_else_than_a_spool_is_refused_before_anything_is_sent(self) -> None:
        self.service.answer_with(json_answer(200, spool()))
        for other in ({}, {"id": "spl_1"}, 7, None):
            with self.assertRaisesRegex(TypeError, "Spool"):
                self.run_sync(lambda client: client.spools.accept(other))
        self.assertEqual(self.service.received, [])
        self.assertTrue(issubclass(refusals.InvalidState, OutturnError))
