"""The attempts of one call, without any input or output: what is sent, when it is sent again, and what its answer means."""

from __future__ import annotations

import logging
import random
import re
import time
import uuid
from dataclasses import dataclass, replace
from datetime import timezone
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Generator, Mapping, Optional, Union, cast

from ._core import Call, Pause, Plan, Response, T, read_json, write_json
from ._settings import Attempt, Settings
from .errors import OutturnError, OutturnException, OutturnUnreachable
from .refusals import CLASSES

FIRST_PAUSE = 0.2
LONGEST_PAUSE = 5.0
_PASSING = frozenset({409, 429, 500, 503})
"""Statuses whose cause passes by itself; a retryable 402 or 422 needs money or another body first."""


@dataclass(frozen=True)
class Exchange:
    """One request to send, and the seconds until its answer must be there."""

    method: str
    url: str
    headers: Mapping[str, str]
    content: Optional[bytes]
    timeout: float


@dataclass(frozen=True)
class Answer:
    """An answer as it came; ``headers`` by lower-case name."""

    status: int
    headers: Mapping[str, str]
    content: bytes


@dataclass(frozen=True)
class NoAnswer:
    """No answer came; ``is_late`` when the time was up."""

    cause: BaseException
    is_late: bool


@dataclass(frozen=True)
class AnswerTooLarge:
    """The answer was longer than the client takes, and was not read to its end."""

    status: int


Step = Union[Exchange, Pause]
Result = Union[Answer, NoAnswer, AnswerTooLarge]
Outcome = Union[Result, None]


def steps_of(plan: Plan[T], settings: Settings) -> Generator[Step, Any, Response[T]]:
    """Runs a plan down to single requests and pauses."""
    reply: Any = None
    failure: Optional[OutturnException] = None
    while True:
        try:
            command = plan.throw(failure) if failure is not None else plan.send(reply)
        except StopIteration as end:
            response: Response[T] = end.value
            return response
        reply, failure = None, None
        if isinstance(command, Call):
            try:
                reply = yield from _attempts(command, settings)
            except OutturnException as error:
                failure = error
        else:
            yield command
            reply = settings.clock()


def _attempts(call: Call, settings: Settings) -> Generator[Step, Any, Response[Any]]:
    key = (call.idempotency_key or str(uuid.uuid4())) if call.method != "GET" else None
    limit = settings.timeout if call.timeout is None else call.timeout
    ends_at = settings.clock() + limit
    target = call.target(settings.slug)
    url = settings.base_url + target
    headers = _headers(call, settings, key)
    content = None if call.body is None else write_json(call.body)
    number = 0
    while True:
        number += 1
        began_at = settings.clock()
        outcome = yield Exchange(call.method, url, headers, content, max(0.001, ends_at - began_at))
        found = _read(outcome, call, url, key)
        seconds = settings.clock() - began_at
        error = found if isinstance(found, OutturnException) else None
        pause = None if error is None else _pause_before_retry(error, outcome, call, number)
        if pause is not None and (number >= settings.max_attempts or settings.clock() + pause >= ends_at):
            pause = None
        _report(settings, _attempt(call, target, number, outcome, error, seconds, pause, key))
        if isinstance(found, Response):
            return replace(found, attempts=number)
        if pause is None:
            cause = outcome.cause if isinstance(outcome, NoAnswer) else None
            raise found from cause
        yield Pause(pause)


def _headers(call: Call, settings: Settings, key: Optional[str]) -> Dict[str, str]:
    accepts = call.accepts or ("application/json" if call.reads == "json" else "*/*")
    headers = {"Accept": accepts, "User-Agent": settings.user_agent}
    if call.body is not None:
        headers["Content-Type"] = "application/json"
    if key is not None:
        headers["Idempotency-Key"] = key
    if settings.api_key is not None and call.key == "bearer":
        headers["Authorization"] = f"Bearer {settings.api_key}"
    if settings.api_key is not None and call.key == "beside_payment":
        headers["X-Api-Key"] = settings.api_key
    headers.update({name: value for name, value in call.headers.items() if value is not None})
    return headers


def _read(outcome: Result, call: Call, url: str, key: Optional[str]) -> Union[Response[Any], OutturnException]:
    if isinstance(outcome, AnswerTooLarge):
        message = f"{call.method} {url} was answered with more bytes than max_answer_bytes allows."
        return OutturnUnreachable(
            "unexpected_answer", message, status=outcome.status, idempotency_key=key, may_pass=False
        )
    if isinstance(outcome, NoAnswer):
        if outcome.is_late:
            message = f"{call.method} {url} was not answered before its deadline."
            return OutturnUnreachable("deadline_passed", message, idempotency_key=key)
        message = f"{call.method} {url} failed: {_described(outcome.cause)}"
        return OutturnUnreachable("connection_failed", message, idempotency_key=key)
    status, headers, content = outcome.status, outcome.headers, outcome.content
    if status == 304:
        return Response(None, status, headers, 1)
    is_success = 200 <= status < 300
    # A file that was asked for may look like anything, so only its status says that it is no refusal.
    if is_success and call.reads != "json":
        return Response(content if call.reads == "bytes" else content.decode("utf-8", "replace"), status, headers, 1)
    try:
        body = read_json(content)
    except ValueError:
        return _unexpected(call, url, outcome, key)
    if _is_refusal(body):
        kind = CLASSES.get(body["code"], OutturnError)
        return kind(body, status=status, headers=headers, idempotency_key=key)
    return Response(body, status, headers, 1) if is_success else _unexpected(call, url, outcome, key)


def _unexpected(call: Call, url: str, answer: Answer, key: Optional[str]) -> OutturnUnreachable:
    """A proxy in between answers like this, or another server than the service."""
    kind = answer.headers.get("content-type", "no content type")
    message = f"{call.method} {url} was answered with status {answer.status} and {kind}, which is no answer of the service."
    location = answer.headers.get("location")
    if location is not None:
        message += f" It redirects to {location}; no key follows a redirect. Check the address of the service."
    # JSON may be cut on its way. A page of another kind is the same the next time.
    is_page = "content-type" in answer.headers and "json" not in kind.lower()
    may_pass = False if is_page and answer.status < 500 else None
    return OutturnUnreachable(
        "unexpected_answer", message, status=answer.status, idempotency_key=key, may_pass=may_pass
    )


def _is_refusal(body: Any) -> bool:
    if not isinstance(body, dict):
        return False
    members = cast("Dict[str, Any]", body)
    kinds = (("error", str), ("code", str), ("retryable", bool))
    return all(isinstance(members.get(name), kind) for name, kind in kinds)


def _pause_before_retry(
    error: OutturnException, outcome: Result, call: Call, number: int
) -> Optional[float]:
    """Seconds until the next attempt, or None when there must be none.

    Every call is safe to repeat: reads by nature, writes by their idempotency key.
    """
    if not _passes(error, call):
        return None
    asked = retry_after(outcome.headers.get("retry-after")) if isinstance(outcome, Answer) else None
    backoff = min(FIRST_PAUSE * 2.0 ** (number - 1), LONGEST_PAUSE)
    # Clients that failed together must not come back together.
    return max(asked or 0.0, backoff * (0.5 + random.random() / 2))


def _passes(error: OutturnException, call: Call) -> bool:
    if isinstance(error, OutturnError):
        # A Spool that has moved on from the state that a call was made for never comes back to it.
        if error.code == "store_conflict" and call.headers.get("if-match") is not None:
            return False
        return error.retryable and error.status in _PASSING
    return isinstance(error, OutturnUnreachable) and error.may_pass


def retry_after(header: Optional[str]) -> Optional[float]:
    """Seconds that a ``Retry-After`` header asks for, in either of its two forms."""
    if header is None:
        return None
    if re.fullmatch(r"[0-9]{1,9}", header):
        return float(header)
    try:
        at = parsedate_to_datetime(header)
    except (TypeError, ValueError):
        return None
    return max(0.0, at.replace(tzinfo=at.tzinfo or timezone.utc).timestamp() - time.time())


def _described(cause: BaseException) -> str:
    return str(cause) or type(cause).__name__


def _report(settings: Settings, attempt: Attempt) -> None:
    """A listener that fails must not change what the call comes to."""
    if settings.on_attempt is None:
        return
    try:
        settings.on_attempt(attempt)
    except Exception:
        logging.getLogger("outturn").exception("on_attempt raised an exception, which is ignored.")


def _attempt(
    call: Call,
    target: str,
    number: int,
    outcome: Result,
    error: Optional[OutturnException],
    duration: float,
    retry_in: Optional[float],
    key: Optional[str],
) -> Attempt:
    answer = outcome if isinstance(outcome, Answer) else None
    return Attempt(
        operation=call.operation,
        method=call.method,
        path=target,
        attempt=number,
        outcome="answered" if error is None else "refused" if isinstance(error, OutturnError) else "unreachable",
        status=None if answer is None else answer.status,
        code=error.code if isinstance(error, OutturnError) else None,
        request_id=None if answer is None else answer.headers.get("request-id"),
        duration=duration,
        retry_in=retry_in,
        idempotency_key=key,
    )
