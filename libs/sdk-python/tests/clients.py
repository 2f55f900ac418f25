"""Runs one scenario with both clients, against a scripted service and without waiting.

No certificates are loaded, which takes longer than the rest of a test; the service is on this machine.
"""

from __future__ import annotations

import asyncio
import inspect
import unittest
from typing import Any, Callable, List, Optional

import httpx
from outturn import AsyncOutturn, Outturn
from scripted_service import ScriptedService

Scenario = Callable[[Any], Any]


class WithBothClients(unittest.TestCase):
    """A test that gives a scenario to ``each_client`` runs it with both clients."""

    service: ScriptedService

    @classmethod
    def setUpClass(cls) -> None:
        cls.service = ScriptedService()

    @classmethod
    def tearDownClass(cls) -> None:
        cls.service.end()

    def run_sync(self, scenario: Scenario, pauses: Optional[List[float]] = None, **options: Any) -> Any:
        with httpx.Client(verify=False, trust_env=False) as http:
            client = Outturn("spk_live_example", base_url=self.service.base_url, http_client=http, **options)
            client._sleep = (pauses if pauses is not None else []).append
            return scenario(client)

    def run_async(self, scenario: Scenario, pauses: Optional[List[float]] = None, **options: Any) -> Any:
        async def pause(seconds: float) -> None:
            if pauses is not None:
                pauses.append(seconds)

        async def run() -> Any:
            async with httpx.AsyncClient(verify=False, trust_env=False) as http:
                client = AsyncOutturn(
                    "spk_live_example", base_url=self.service.base_url, http_client=http, **options
                )
                client._sleep = pause
                found = scenario(client)
                return await found if inspect.isawaitable(found) else found

        return asyncio.run(run())

    def each_client(self) -> List[Callable[..., Any]]:
        return [self.run_sync, self.run_async]
