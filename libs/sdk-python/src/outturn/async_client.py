"""The client for asyncio and trio."""

from __future__ import annotations

from types import TracebackType
from typing import Any, Awaitable, Callable, Optional, Type

import anyio
import httpx

from ._attempts import Answer, AnswerTooLarge, Exchange, NoAnswer, Outcome, Step, steps_of
from ._core import Pause, Plan, Response, T
from ._resources import AsyncMethods, AsyncMethodsWithResponse
from ._settings import (
    DEFAULT_MAX_ANSWER_BYTES,
    DEFAULT_MAX_ATTEMPTS,
    DEFAULT_TIMEOUT,
    Attempt,
    Settings,
    settings_of,
)


class AsyncOutturn(AsyncMethods):
    """The methods of ``Outturn``, awaited. Cancelling a call ends it; nothing is known about its outcome then."""

    _settings: Settings
    _http: httpx.AsyncClient
    _sleep: Callable[[float], Awaitable[None]]

    def __init__(
        self,
        api_key: Optional[str] = None,
        *,
        base_url: Optional[str] = None,
        timeout: float = DEFAULT_TIMEOUT,
        max_attempts: int = DEFAULT_MAX_ATTEMPTS,
        max_answer_bytes: int = DEFAULT_MAX_ANSWER_BYTES,
        on_attempt: Optional[Callable[[Attempt], None]] = None,
        slug: str = "outturn",
        http_client: Optional[httpx.AsyncClient] = None,
    ) -> None:
        """Makes a client; nothing is sent. The arguments are those of ``Outturn``, with an ``httpx.AsyncClient``."""
        self._settings = settings_of(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_attempts=max_attempts,
            max_answer_bytes=max_answer_bytes,
            on_attempt=on_attempt,
            slug=slug,
        )
        self._http = http_client or httpx.AsyncClient()
        self._owns_http = http_client is None
        self._sleep = anyio.sleep

    @property
    def with_response(self) -> AsyncMethodsWithResponse:
        """The same methods; each returns a ``Response`` with ``data``, ``status``, ``headers``, ``request_id`` and ``etag``."""
        return AsyncMethodsWithResponse(self._run)

    def with_options(
        self,
        *,
        api_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_attempts: Optional[int] = None,
        on_attempt: Optional[Callable[[Attempt], None]] = None,
    ) -> AsyncOutturn:
        """A client with other options that shares the connections of this one; this one closes them."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._settings = self._settings.changed(api_key, timeout, max_attempts, on_attempt)
        other._owns_http = False
        return other

    async def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            await self._http.aclose()

    async def __aenter__(self) -> AsyncOutturn:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"AsyncOutturn(base_url={self._settings.base_url!r})"

    async def _run(self, plan: Plan[T]) -> Response[T]:
        steps = steps_of(plan, self._settings)
        outcome: Any = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: Response[T] = end.value
                return response
            outcome = await self._perform(step)

    async def _perform(self, step: Step) -> Outcome:
        if isinstance(step, Pause):
            await self._sleep(step.seconds)
            return None
        return await self._exchange(step)

    async def _exchange(self, exchange: Exchange) -> Outcome:
        try:
            with anyio.fail_after(exchange.timeout):
                async with self._http.stream(
                    exchange.method,
                    exchange.url,
                    headers=exchange.headers,
                    content=exchange.content,
                    timeout=exchange.timeout,
                    # A key must not follow a redirect to another address.
                    follow_redirects=False,
                ) as response:
                    content = bytearray()
                    async for chunk in response.aiter_bytes():
                        content += chunk
                        if len(content) > self._settings.max_answer_bytes:
                            return AnswerTooLarge(response.status_code)
                    return Answer(response.status_code, response.headers, bytes(content))
        except (TimeoutError, httpx.TimeoutException) as error:
            return NoAnswer(error, is_late=True)
        except (httpx.TransportError, httpx.DecodingError, httpx.StreamError) as error:
            return NoAnswer(error, is_late=False)
