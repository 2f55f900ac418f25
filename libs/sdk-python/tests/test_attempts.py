from __future__ import annotations

import gzip
import logging
import unittest
from typing import Any, Callable, List

from clients import WithBothClients
from outturn import Attempt, Outturn, OutturnError, OutturnUnreachable, refusals
from outturn._attempts import retry_after
from scripted_service import (
    break_off,
    drip,
    hang_up,
    html_answer,
    json_answer,
    raw_answer,
    refusal,
    stay_silent,
)

BALANCE = json_answer(200, {"balance": "1"}, {"request-id": "req_1", "etag": '"7.x"'})
CREATED = json_answer(201, {"id": "spl_1"})
RATE_LIMITED = refusal("rate_limited", 429, retryable=True, headers={"retry-after": "3"})


def balance(client: Any) -> Any:
    return client.credits.balance()


def invite(client: Any) -> Any:
    return client.spools.invite("spl_1")


class Attempts(WithBothClients):
    def test_lost_connections_and_broken_answers_are_repeated(self) -> None:
        for run in self.each_client():
            for answer in (hang_up, break_off, html_answer(502), raw_answer(200, b'{"a":'), raw_answer(200, b"")):
                self.service.answer_with(answer, BALANCE)
                self.assertEqual(run(balance), {"balance": "1"})
                self.assertEqual(len(self.service.received), 2)

    def test_the_page_of_another_server_is_asked_for_once(self) -> None:
        for run in self.each_client():
            self.service.answer_with(html_answer(200))
            with self.assertRaises(OutturnUnreachable):
                run(balance)
            self.assertEqual(len(self.service.received), 1)

    def test_an_answer_that_is_too_large_is_left_and_not_asked_for_again(self) -> None:
        packed = {"content-type": "application/json", "content-encoding": "gzip"}
        endless = raw_answer(200, b"[" + b" " * 5_000, {"content-type": "application/json"})
        for run in self.each_client():
            for answer in (endless, raw_answer(200, gzip.compress(b" " * 100_000), packed)):
                self.service.answer_with(answer)
                with self.assertRaises(OutturnUnreachable) as raised:
                    run(balance, max_answer_bytes=4_000)
                self.assertEqual(raised.exception.reason, "unexpected_answer")
                self.assertIn("max_answer_bytes", str(raised.exception))
                self.assertEqual(len(self.service.received), 1)

    def test_retry_after_is_the_least_wait_and_without_it_waits_grow(self) -> None:
        for run in self.each_client():
            pauses: List[float] = []
            self.service.answer_with(RATE_LIMITED, BALANCE)
            run(balance, pauses)
            self.assertEqual(pauses, [3.0])
            for code, status in (("rate_limited", 429), ("configuration_unavailable", 503)):
                pauses.clear()
                self.service.answer_with(refusal(code, status, retryable=True))
                with self.assertRaises(OutturnError):
                    run(balance, pauses)
                self.assertEqual(len(self.service.received), 4)
                for found, most in zip(pauses, (0.2, 0.4, 0.8)):
                    self.assertTrue(most / 2 <= found <= most, pauses)

    def test_no_wait_goes_beyond_the_deadline(self) -> None:
        for run in self.each_client():
            pauses: List[float] = []
            self.service.answer_with(refusal("rate_limited", 429, retryable=True, headers={"retry-after": "60"}))
            with self.assertRaises(refusals.RateLimited):
                run(balance, pauses)
            self.assertEqual((pauses, len(self.service.received)), ([], 1))

    def test_what_stays_refused_is_sent_once(self) -> None:
        cases = [
            refusal("validation_failed", 422, retryable=False),
            refusal("credits_required", 402, retryable=True),
            refusal("conflict", 409, retryable=False),
            refusal("limit_reached", 200, retryable=False),
            html_answer(404),
            raw_answer(302, b"", {"location": "https://elsewhere.example/"}),
        ]
        for run in self.each_client():
            for answer in cases:
                self.service.answer_with(answer)
                with self.assertRaises((OutturnError, OutturnUnreachable)):
                    run(balance)
                self.assertEqual(len(self.service.received), 1)

    def test_max_attempts_is_the_number_of_requests(self) -> None:
        for run in self.each_client():
            self.service.answer_with(hang_up)
            with self.assertRaises(OutturnUnreachable):
                run(balance, max_attempts=1)
            self.assertEqual(len(self.service.received), 1)

    def test_a_conditional_call_is_not_repeated_when_the_spool_has_moved_on(self) -> None:
        conflict = refusal("store_conflict", 409, retryable=True)
        for run in self.each_client():
            self.service.answer_with(conflict, json_answer(200, {}))
            with self.assertRaises(refusals.StoreConflict):
                run(lambda client: client.spools.cancel("spl_1", if_match='"7.x"'))
            self.assertEqual(self.service.received[0].headers["if-match"], '"7.x"')
            self.service.answer_with(conflict, json_answer(200, {}))
            run(lambda client: client.spools.cancel("spl_1"))
            self.assertEqual(len(self.service.received), 2)

    def test_a_redirect_is_not_followed_and_the_error_says_where_to(self) -> None:
        for run in self.each_client():
            self.service.answer_with(raw_answer(301, b"", {"location": f"{self.service.base_url}/elsewhere"}))
            with self.assertRaises(OutturnUnreachable) as raised:
                run(balance)
            self.assertEqual((raised.exception.reason, raised.exception.status), ("unexpected_answer", 301))
            self.assertIn("/elsewhere", str(raised.exception))
            self.assertEqual(len(self.service.received), 1)


class Deadlines(WithBothClients):
    def test_silence_ends_at_the_deadline_and_is_not_repeated(self) -> None:
        for run in self.each_client():
            for answer in (stay_silent, drip):
                self.service.answer_with(answer)
                self.assertEqual(self.requests_before_the_deadline(run), 1)

    def requests_before_the_deadline(self, run: Callable[..., Any]) -> int:
        """Requests that reached the service in a call without an answer.

        A busy machine may not deliver even the first one in a short time, so the deadline grows until one arrives.
        """
        timeout = 0.1
        while timeout < 100:
            with self.assertRaises(OutturnUnreachable) as raised:
                run(invite, timeout=timeout)
            self.assertEqual(raised.exception.reason, "deadline_passed")
            key = raised.exception.idempotency_key
            # A request of an earlier call may arrive only now.
            arrived = [one for one in self.service.received if one.headers["idempotency-key"] == key]
            if arrived:
                return len(arrived)
            timeout *= 4
        return 0

    def test_a_call_has_a_deadline_of_its_own(self) -> None:
        for run in self.each_client():
            self.service.answer_with(stay_silent)
            with self.assertRaises(OutturnUnreachable) as raised:
                run(lambda client: client.credits.balance(timeout=0.05))
            self.assertEqual(raised.exception.reason, "deadline_passed")


class Keys(WithBothClients):
    def test_one_idempotency_key_goes_through_all_attempts_and_comes_back_in_the_error(self) -> None:
        for run in self.each_client():
            self.service.answer_with(hang_up)
            with self.assertRaises(OutturnUnreachable) as raised:
                run(invite)
            keys = {request.headers["idempotency-key"] for request in self.service.received}
            self.assertEqual(keys, {raised.exception.idempotency_key})
            self.service.answer_with(CREATED)
            run(invite)
            self.assertNotIn(self.service.received[0].headers["idempotency-key"], keys)
            run(lambda client: client.spools.invite("spl_1", idempotency_key="mine"))
            self.assertEqual(self.service.received[1].headers["idempotency-key"], "mine")
            self.service.answer_with(refusal("conflict", 409, retryable=False))
            with self.assertRaises(refusals.Conflict) as refused:
                run(lambda client: client.spools.invite("spl_1", idempotency_key="mine"))
            self.assertEqual(refused.exception.idempotency_key, "mine")

    def test_reads_carry_none(self) -> None:
        self.service.answer_with(BALANCE)
        self.run_sync(balance)
        self.assertNotIn("idempotency-key", self.service.received[0].headers)

    def test_the_key_goes_where_it_is_taken(self) -> None:
        self.service.answer_with(json_answer(200, {}))
        self.run_sync(lambda client: client.credits.balance())
        self.run_sync(lambda client: client.credits.buy_pack_by_mpp(500))
        self.run_sync(lambda client: client.keys.read())
        sent = [
            (one.headers.get("authorization"), one.headers.get("x-api-key")) for one in self.service.received
        ]
        expected = [("Bearer spk_live_example", None), (None, "spk_live_example"), (None, None)]
        self.assertEqual(sent, expected)


class Errors(WithBothClients):
    def test_a_refusal_has_a_class_for_its_code_and_all_its_members(self) -> None:
        answer = refusal(
            "validation_failed", 422, retryable=False, field="evidence.rows", reason="no_rows", docs="https://x/e"
        )
        for run in self.each_client():
            self.service.answer_with(answer)
            with self.assertRaises(refusals.ValidationFailed) as raised:
                run(balance)
            error = raised.exception
            self.assertEqual(
                (error.code, error.status, error.retryable, error.field, error.reason, error.docs, error.request_id),
                ("validation_failed", 422, False, "evidence.rows", "no_rows", "https://x/e", "req_0123456789abcdef01234567"),
            )
            self.assertEqual(error.remediation, "Do something else.")
            self.assertIn("evidence.rows", str(error))

    def test_a_code_of_a_later_service_is_an_error_all_the_same(self) -> None:
        self.service.answer_with(refusal("from_the_future", 418, retryable=False))
        with self.assertRaises(OutturnError) as raised:
            self.run_sync(balance)
        self.assertIs(type(raised.exception), OutturnError)
        self.assertEqual(raised.exception.code, "from_the_future")

    def test_no_client_shows_the_key(self) -> None:
        client = Outturn("spk_live_example", base_url="https://api.example.com")
        for shown in (repr(client), repr(vars(client)), repr(client._settings)):
            self.assertNotIn("spk_live_example", shown)

    def test_what_is_no_id_is_refused_before_it_is_sent(self) -> None:
        client = Outturn("spk_live_example", base_url="https://api.example.com")
        missing: Any = None
        for wrong, kind in ((missing, TypeError), ("..", ValueError), ("\ud800", ValueError)):
            with self.assertRaisesRegex(kind, "is no id"):
                client.spools.get(wrong)

    def test_no_error_shows_the_key(self) -> None:
        for answer in (hang_up, html_answer(500), refusal("unauthenticated", 401, retryable=False)):
            self.service.answer_with(answer)
            with self.assertRaises((OutturnError, OutturnUnreachable)) as raised:
                self.run_sync(balance, max_attempts=1)
            self.assertNotIn("spk_live_example", repr(raised.exception) + str(raised.exception))


class Answers(WithBothClients):
    def test_with_response_gives_the_request_id_the_status_and_the_headers(self) -> None:
        for run in self.each_client():
            self.service.answer_with(hang_up, BALANCE)
            response = run(lambda client: client.with_response.credits.balance())
            found = (response.data, response.status, response.request_id, response.etag, response.attempts)
            self.assertEqual(found, ({"balance": "1"}, 200, "req_1", '"7.x"', 2))
            self.assertEqual(response.headers["Content-Type"], "application/json")

    def test_every_attempt_is_reported_and_what_the_listener_raises_is_ignored(self) -> None:
        logging.getLogger("outturn").disabled = True
        for run in self.each_client():
            seen: List[Attempt] = []

            def listen(attempt: Attempt) -> None:
                seen.append(attempt)
                raise RuntimeError("a listener that fails")

            self.service.answer_with(hang_up, RATE_LIMITED, BALANCE)
            run(lambda client: client.usage.get(period_days=7), on_attempt=listen)
            outcomes = [(one.attempt, one.outcome, one.status, one.code) for one in seen]
            expected = [(1, "unreachable", None, None), (2, "refused", 429, "rate_limited"), (3, "answered", 200, None)]
            self.assertEqual(outcomes, expected)
            last = seen[2]
            self.assertEqual((last.operation, last.method), ("read-usage", "GET"))
            self.assertEqual((last.path, last.request_id), ("/api/v1/usage?period_days=7", "req_1"))
            self.assertEqual((seen[1].retry_in, last.retry_in), (3.0, None))
            self.assertNotIn("spk_live_example", repr(seen))

    def test_the_client_names_itself(self) -> None:
        self.service.answer_with(BALANCE)
        self.run_sync(balance)
        self.assertRegex(self.service.received[0].headers["user-agent"], r"^outturn-python/1\.0\.0 python/3\.\d+$")

    def test_numbers_keep_their_digits(self) -> None:
        text = b'{"a": 0.1, "b": 0.12345678901234567890123, "c": 1.0, "d": 12345678901234567890}'
        self.service.answer_with(raw_answer(200, text, {"content-type": "application/json"}))
        found = self.run_sync(balance)
        self.assertEqual([str(found[name]) for name in "abcd"], ["0.1", "0.12345678901234567890123", "1", "12345678901234567890"])

    def test_json_that_readers_take_differently_is_no_answer(self) -> None:
        for text in (b'{"a": 1, "a": 2}', b'{"a": NaN}', b'{"a": 1e9999}', b"[" * 100_000, b'\xff{"a": 1}'):
            self.service.answer_with(raw_answer(200, text, {"content-type": "application/json"}))
            with self.assertRaises(OutturnUnreachable) as raised:
                self.run_sync(balance, max_attempts=1)
            self.assertEqual(raised.exception.reason, "unexpected_answer")


class RetryAfter(unittest.TestCase):
    def test_both_forms_are_read_and_others_are_ignored(self) -> None:
        self.assertEqual(retry_after("12"), 12.0)
        self.assertEqual(retry_after("Thu, 01 Jan 1970 00:00:00 GMT"), 0.0)
        self.assertGreater(retry_after("Fri, 01 Jan 2100 00:00:00 GMT") or 0, 1e6)
        for header in (None, "", "-1", "soon", "1.5", "9" * 30):
            self.assertIsNone(retry_after(header))
