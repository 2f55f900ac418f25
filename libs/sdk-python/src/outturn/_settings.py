"""What a client was made with."""

from __future__ import annotations

import os
import platform
import re
import time
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Callable, Optional
from urllib.parse import urlsplit

from ._version import VERSION

if TYPE_CHECKING:
    from typing_extensions import Literal

DEFAULT_TIMEOUT = 30.0
DEFAULT_MAX_ATTEMPTS = 4
DEFAULT_MAX_ANSWER_BYTES = 256 * 1024 * 1024


@dataclass(frozen=True)
class Attempt:
    """One request that was sent, and how it ended. It has neither the key nor any content."""

    operation: str
    """Id of the operation in the OpenAPI document: ``verify-delivery``."""
    method: str
    path: str
    """Path with its query, without the address of the service."""
    attempt: int
    """1 for the first request of a call."""
    outcome: Literal["answered", "refused", "unreachable"]
    status: Optional[int]
    """HTTP status; None when no answer came."""
    code: Optional[str]
    """Error code of a refusal."""
    request_id: Optional[str]
    duration: float
    """Seconds."""
    retry_in: Optional[float]
    """Seconds until the next attempt; None where there is none."""
    idempotency_key: Optional[str]


@dataclass(frozen=True)
class Settings:
    """Address, key and limits of a client."""

    base_url: str
    api_key: Optional[str] = field(repr=False)
    timeout: float
    max_attempts: int
    max_answer_bytes: int
    """Most bytes of one answer, once decompressed."""
    on_attempt: Optional[Callable[[Attempt], None]]
    slug: str
    user_agent: str
    clock: Callable[[], float] = time.monotonic

    def changed(
        self,
        api_key: Optional[str] = None,
        timeout: Optional[float] = None,
        max_attempts: Optional[int] = None,
        on_attempt: Optional[Callable[[Attempt], None]] = None,
    ) -> Settings:
        """The same settings but for what is given."""
        return replace(
            self,
            api_key=self.api_key if api_key is None else _checked_key(api_key),
            timeout=self.timeout if timeout is None else _checked_timeout(timeout),
            max_attempts=self.max_attempts if max_attempts is None else _checked_attempts(max_attempts),
            on_attempt=on_attempt or self.on_attempt,
        )


def settings_of(
    *,
    api_key: Optional[str],
    base_url: Optional[str],
    timeout: float,
    max_attempts: int,
    max_answer_bytes: int,
    on_attempt: Optional[Callable[[Attempt], None]],
    slug: str,
) -> Settings:
    """The settings of a new client: what is given, else ``OUTTURN_URL`` and ``OUTTURN_KEY``."""
    address = base_url or os.environ.get("OUTTURN_URL") or ""
    key = api_key if api_key is not None else os.environ.get("OUTTURN_KEY") or None
    return Settings(
        base_url=_checked_address(address),
        api_key=None if key is None else _checked_key(key),
        timeout=_checked_timeout(timeout),
        max_attempts=_checked_attempts(max_attempts),
        max_answer_bytes=_checked_bytes(max_answer_bytes),
        on_attempt=on_attempt,
        slug=slug,
        user_agent=f"outturn-python/{VERSION} python/{'.'.join(platform.python_version_tuple()[:2])}",
    )


def _checked_address(address: str) -> str:
    text = address.strip().rstrip("/")
    if text == "":
        raise ValueError("No address of the service: pass base_url, or set OUTTURN_URL.")
    # The address may hold a password, so that it is not repeated.
    problem = ValueError("base_url is not a web address such as https://api.example.com.")
    try:
        parts = urlsplit(text)
        is_address = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port or 1) > 0
    except ValueError:
        raise problem from None
    if not is_address or re.search(r"\s", text):
        raise problem
    if "@" in parts.netloc:
        raise ValueError("base_url has a user name or a password in it: pass the key as api_key.")
    if parts.query or parts.fragment:
        raise ValueError("base_url has a query or a fragment: give the address without them.")
    return text


def _checked_key(key: str) -> str:
    text = key.strip()
    # The value is not repeated: error messages end up in logs.
    if not re.fullmatch(r"[\x21-\x7e]+", text):
        raise ValueError("The API key is empty or has a character that no header can carry. Copy it again.")
    return text


def _checked_timeout(seconds: float) -> float:
    if isinstance(seconds, bool) or not 0 < seconds < float("inf"):
        raise ValueError(f"timeout is {seconds!r}: give a number of seconds above 0.")
    return float(seconds)


def _checked_attempts(number: int) -> int:
    if isinstance(number, bool) or number < 1:
        raise ValueError(f"max_attempts is {number!r}: give 1 for no repetition, or more.")
    return number


def _checked_bytes(number: int) -> int:
    if isinstance(number, bool) or number < 1:
        raise ValueError(f"max_answer_bytes is {number!r}: give a whole number of at least 1.")
    return number
