from __future__ import annotations

import os
import unittest
from unittest import mock

import httpx
from clients import WithBothClients
from outturn import AsyncOutturn, Outturn
from scripted_service import json_answer

KINDS = (Outturn, AsyncOutturn)


class Settings(WithBothClients):
    def test_address_and_key_come_from_the_environment(self) -> None:
        self.service.answer_with(json_answer(200, {}))
        with mock.patch.dict(os.environ, {"OUTTURN_URL": f"{self.service.base_url}/", "OUTTURN_KEY": " spk_live_env\n"}):
            with Outturn() as client:
                client.credits.balance()
        self.assertEqual(self.service.received[0].headers["authorization"], "Bearer spk_live_env")
        self.assertEqual(self.service.received[0].path, "/api/v1/credits/balance")

    def test_an_address_that_is_none_is_refused_with_what_to_give(self) -> None:
        with mock.patch.dict(os.environ, clear=True):
            for kind in KINDS:
                with self.assertRaisesRegex(ValueError, "OUTTURN_URL"):
                    kind("k")
                for address in ("localhost:8080", "ftp://x", "http://", "http://x:99999", "http://a b", "http://x?y=1"):
                    with self.assertRaises(ValueError):
                        kind("k", base_url=address)
                with self.assertRaises(ValueError) as raised:
                    kind("k", base_url="http://user:secret@x")
                self.assertNotIn("secret", str(raised.exception))

    def test_a_key_that_no_header_can_carry_is_refused_and_not_repeated(self) -> None:
        for kind in KINDS:
            for key in ("", " ", "spk_live_a\r\nx-evil: 1", "spk_live_ü", "a b"):
                with self.assertRaises(ValueError) as raised:
                    kind(key, base_url="http://x")
                self.assertNotIn("spk", str(raised.exception))

    def test_limits_that_are_none_are_refused(self) -> None:
        for kind in KINDS:
            for timeout in (0, -1, float("nan"), float("inf"), True):
                with self.assertRaisesRegex(ValueError, "timeout"):
                    kind("k", base_url="http://x", timeout=timeout)
            with self.assertRaisesRegex(ValueError, "max_attempts"):
                kind("k", base_url="http://x", max_attempts=0)

    def test_options_change_a_client_and_share_its_connections(self) -> None:
        self.service.answer_with(json_answer(200, {}))
        with Outturn("spk_live_one", base_url=self.service.base_url) as client:
            with client.with_options(api_key="sbx_two") as other:
                other.usage.get()
            client.usage.get()
        keys = [request.headers["authorization"] for request in self.service.received]
        self.assertEqual(keys, ["Bearer sbx_two", "Bearer spk_live_one"])

    def test_a_client_of_httpx_that_is_given_stays_open(self) -> None:
        self.service.answer_with(json_answer(200, {}))
        with httpx.Client(headers={"x-trace": "t1"}) as http:
            with Outturn("k", base_url=self.service.base_url, http_client=http) as client:
                client.usage.get()
            self.assertFalse(http.is_closed)
        self.assertEqual(self.service.received[0].headers["x-trace"], "t1")

    def test_no_representation_shows_the_key(self) -> None:
        for kind in KINDS:
            self.assertNotIn("spk_live", repr(kind("spk_live_example", base_url="http://x")))


if __name__ == "__main__":
    unittest.main()
