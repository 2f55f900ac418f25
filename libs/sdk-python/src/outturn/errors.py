"""The exceptions of this package."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Mapping, Optional, Sequence, cast

if TYPE_CHECKING:
    from typing_extensions import Literal

    from .types import Spool


class OutturnException(Exception):
    """Any exception that a call of this package raises."""


class OutturnError(OutturnException):
    """A refusal of the service. Branch on its class, or on ``code`` and ``retryable``; the message is for people and may change.

    Each code has a class in ``outturn.refusals``, such as ``outturn.refusals.CreditsRequired`` for ``credits_required``.
    A code that this version does not know is an OutturnError itself.
    """

    code: str
    retryable: bool
    """Whether the same request can succeed later, after the action that ``remediation`` names."""
    remediation: str
    """What to do next."""
    field: Optional[str]
    """Path of the failed field or condition."""
    reason: Optional[str]
    """Finer reason within the code."""
    docs: Optional[str]
    """Address of the page about this code."""
    request_id: Optional[str]
    """Quote it when you ask for help."""
    status: int
    """HTTP status; a few codes are answered with 200."""
    idempotency_key: Optional[str]
    """Name of the call, to send it again as the same call; None for a call that reads."""
    body: Mapping[str, Any]
    """The whole error object, with the members that only some codes have, such as ``questions``."""
    headers: Mapping[str, str]
    """Headers of the answer, by lower-case name."""

    def __init__(
        self,
        body: Mapping[str, Any],
        *,
        status: int,
        headers: Mapping[str, str],
        idempotency_key: Optional[str] = None,
    ) -> None:
        super().__init__(body["error"])
        self.code = body["code"]
        self.retryable = body["retryable"]
        self.remediation = _text(body, "remediation") or ""
        self.field = _text(body, "field")
        self.reason = _text(body, "reason")
        self.docs = _text(body, "docs")
        self.request_id = _text(body, "request_id") or headers.get("request-id")
        self.status = status
        self.idempotency_key = idempotency_key
        self.body = body
        self.headers = headers

    @property
    def questions(self) -> Sequence[Mapping[str, Any]]:
        """Of ``ambiguity_required``: what a condition in plain text leaves open, each with rewrites to send in its place."""
        found: Any = self.body.get("questions")
        return cast("Sequence[Mapping[str, Any]]", found) if isinstance(found, list) else []

    def __str__(self) -> str:
        """The message with everything that helps to act on it."""
        place = f" ({self.field})" if self.field else ""
        then = f" {self.remediation}" if self.remediation else ""
        named = f" [request {self.request_id}]" if self.request_id else ""
        return f"{self.code}{place}: {self.args[0]}{then}{named}"


class OutturnUnreachable(OutturnException):
    """There was no answer of the service, so nothing is known about the outcome of the call.

    To send a writing call again as the same call, pass ``idempotency_key=error.idempotency_key``.
    """

    reason: Literal["connection_failed", "deadline_passed", "unexpected_answer"]
    status: Optional[int]
    """HTTP status of an answer that is not one of the service."""
    idempotency_key: Optional[str]

    def __init__(
        self,
        reason: Literal["connection_failed", "deadline_passed", "unexpected_answer"],
        message: str,
        *,
        status: Optional[int] = None,
        idempotency_key: Optional[str] = None,
        may_pass: Optional[bool] = None,
    ) -> None:
        super().__init__(message)
        self.reason = reason
        self.status = status
        self.idempotency_key = idempotency_key
        self._may_pass = may_pass

    @property
    def may_pass(self) -> bool:
        """Whether the cause can pass by itself. A redirect or the page of another server is the same the next time."""
        if self._may_pass is not None:
            return self._may_pass
        status = self.status
        return status is None or status >= 500 or 200 <= status < 300 or status in (408, 429)


class SpoolWaitError(OutturnException):
    """A Spool did not come to the state that was waited for.

    ``reason`` is ``timed_out``, or ``closed`` where the Spool is over and will not come to it. ``spool`` is the Spool as last
    seen.
    """

    reason: Literal["timed_out", "closed"]
    spool: Optional[Spool]

    def __init__(self, reason: Literal["timed_out", "closed"], message: str, spool: Optional[Spool]) -> None:
        super().__init__(message)
        self.reason = reason
        self.spool = spool


def _text(body: Mapping[str, Any], member: str) -> Optional[str]:
    value = body.get(member)
    return value if isinstance(value, str) else None
