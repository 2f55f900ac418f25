"""The client that blocks."""

from __future__ import annotations

import time
from types import TracebackType
from typing import Any, Callable, Optional, Type

import httpx

from ._attempts import Answer, AnswerTooLarge, Exchange, NoAnswer, Outcome, Step, steps_of
from ._core import Pause, Plan, Response, T
from ._resources import Methods, MethodsWithResponse
from ._settings import (
    DEFAULT_MAX_ANSWER_BYTES,
    DEFAULT_MAX_ATTEMPTS,
    DEFAULT_TIMEOUT,
    Attempt,
    Settings,
    settings_of,
)


class Outturn(Methods):
    """A client of one service with one key; safe to share between threads.

    A call raises OutturnError when the service refuses, and OutturnUnreachable when there is no answer before the deadline.
    """

    _settings: Settings
    _http: httpx.Client
    _sleep: Callable[[float], None]

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
        http_client: Optional[httpx.Client] = None,
    ) -> None:
        """Makes a client; nothing is sent.

        - api_key: An API key or a sandbox token. ``OUTTURN_KEY`` when left out; the open operations need none.
        - base_url: Address of the service, without a path of the API. ``OUTTURN_URL`` when left out.
        - timeout: Seconds for one call with all its attempts.
        - max_attempts: Number of requests that one call may send, 1 for no repetition.
        - max_answer_bytes: Most bytes of one answer, once decompressed; a longer one is an ``OutturnUnreachable``.
        - on_attempt: Is called after each request, for logs and metrics; what it raises is logged and ignored.
        - slug: Name of the service in the addresses of its key documents.
        - http_client: The ``httpx.Client`` to send with, for a proxy or certificates of your own. You close it yourself.
        """
        self._settings = settings_of(
            api_key=api_key,
            base_url=base_url,
            timeout=timeout,
            max_attempts=max_attempts,
            max_answer_bytes=max_answer_bytes,
            on_attempt=on_attempt,
            slug=slug,
        )
        self._http = http_client or httpx.Client()
        self._owns_http = http_client is None
        self._sleep = time.sleep

    @property
    def with_response(self) -> MethodsWithResponse:
        """The same methods; each returns a ``Response`` with ``data``, ``status``, ``headers``, ``request_id`` and ``etag``."""
        return MethodsWithResponse(self._run)

    def with_options(
        self,
        *,
        api_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_attempts: Optional[int] = None,
        on_attempt: Optional[Callable[[Attempt], None]] = None,
    ) -> Outturn:
        """A client with other options that shares the connections of this one; this one closes them."""
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._settings = self._settings.changed(api_key, timeout, max_attempts, on_attempt)
        other._owns_http = False
        return other

    def close(self) -> None:
        """Closes the connections."""
        if self._owns_http:
            self._http.close()

    def __enter__(self) -> Outturn:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Outturn(base_url={self._settings.base_url!r})"

    def _run(self, plan: Plan[T]) -> Response[T]:
        steps = steps_of(plan, self._settings)
        outcome: Any = None
        while True:
            try:
                step = steps.send(outcome)
            except StopIteration as end:
                response: Response[T] = end.value
                return response
            outcome = self._perform(step)

    def _perform(self, step: Step) -> Outcome:
        if isinstance(step, Pause):
            self._sleep(step.seconds)
            return None
        return self._exchange(step)

    def _exchange(self, exchange: Exchange) -> Outcome:
        ends_at = self._settings.clock() + exchange.timeout
        try:
            with self._http.stream(
                exchange.method,
                exchange.url,
                headers=exchange.headers,
                content=exchange.content,
                timeout=exchange.timeout,
                # A key must not follow a redirect to another address.
                follow_redirects=False,
            ) as response:
                content = bytearray()
                for chunk in response.iter_bytes():
                    content += chunk
                    if len(content) > self._settings.max_answer_bytes:
                        return AnswerTooLarge(response.status_code)
                    # Each read has a limit of its own, so that many slow ones together could take longer.
                    if self._settings.clock() > ends_at:
                        return NoAnswer(TimeoutError("The answer took too long."), is_late=True)
                return Answer(response.status_code, response.headers, bytes(content))
        except httpx.TimeoutException as error:
            return NoAnswer(error, is_late=True)
        except (httpx.TransportError, httpx.DecodingError, httpx.StreamError) as error:
            return NoAnswer(error, is_late=False)
