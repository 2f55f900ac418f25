"""What a call is, without any input or output.

A method of a client is a *plan*: a generator that yields calls and pauses and returns a ``Response``. Both clients run the
same plans; they differ only in how they send one request and how they wait.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import (
    TYPE_CHECKING,
    Any,
    Callable,
    Dict,
    Generator,
    Generic,
    List,
    Mapping,
    Optional,
    Sequence,
    TypeVar,
    Union,
)
from urllib.parse import quote, urlencode

if TYPE_CHECKING:
    from typing_extensions import Literal

T = TypeVar("T")


def _nothing() -> Dict[str, Any]:
    return {}


@dataclass(frozen=True)
class Call:
    """One call of an operation, however many requests it takes."""

    operation: str
    """Id of the operation in the OpenAPI document."""
    method: Literal["DELETE", "GET", "POST"]
    path: str
    query: Mapping[str, Union[str, int, bool, None]] = field(default_factory=_nothing)
    headers: Mapping[str, Optional[str]] = field(default_factory=_nothing)
    body: Optional[Mapping[str, Any]] = None
    key: Literal["bearer", "beside_payment", "none"] = "bearer"
    """How the key is sent; ``beside_payment`` leaves ``Authorization`` to a payment."""
    reads: Literal["json", "text", "bytes"] = "json"
    accepts: Optional[str] = None
    idempotency_key: Optional[str] = None
    timeout: Optional[float] = None

    def target(self, slug: str) -> str:
        """Path and query of the address. ``slug`` is the name of the service in the addresses of its keys."""
        path = re.sub(r"^/\.well-known/outturn(?=-keys)", lambda _: f"/.well-known/{quote(slug, safe='')}", self.path)
        given = {name: _query_text(value) for name, value in self.query.items() if value is not None}
        return f"{path}?{urlencode(given)}" if given else path


@dataclass(frozen=True)
class Pause:
    """A wait of some seconds between calls; the plan gets the clock's reading after it."""

    seconds: float


@dataclass(frozen=True)
class Response(Generic[T]):
    """What a call returned, with what the answer says beside its content."""

    data: T
    status: int
    headers: Mapping[str, str]
    """Headers of the answer, by lower-case name."""
    attempts: int
    """Number of requests that were sent for the call."""

    @property
    def request_id(self) -> Optional[str]:
        """Names the request in every log of the service."""
        return self.headers.get("request-id")

    @property
    def etag(self) -> Optional[str]:
        """Names this state of what was read, for ``if_match`` and ``if_none_match``."""
        return self.headers.get("etag")


Command = Union[Call, Pause]
Plan = Generator[Command, Any, Response[T]]


@dataclass(frozen=True)
class Listing(Generic[T]):
    """One page of a list, and the plan that reads the next one."""

    data: List[T]
    next: Optional[Callable[[], Plan[Listing[T]]]]


def send(call: Call) -> Plan[Any]:
    """The plan of one call, which returns the content of its answer."""
    response: Response[Any] = yield call
    return response


def listed_by_cursor(call: Call) -> Plan[Listing[Any]]:
    """The plan of a list whose body names the next page."""
    response = yield call
    page = response.data
    following = replace(call, query={**call.query, "after": page["next_cursor"]})
    more = (lambda: listed_by_cursor(following)) if page["has_more"] else None
    return replace(response, data=Listing(page["data"], more))


def listed_by_sequence(call: Call) -> Plan[Listing[Any]]:
    """The plan of a list that goes on after the number of its last item while ``Link`` names a next page."""
    response = yield call
    items = response.data
    more = None
    if items and 'rel="next"' in response.headers.get("link", ""):
        following = replace(call, query={**call.query, "after": items[-1]["seq"]})
        more = lambda: listed_by_sequence(following)  # noqa: E731
    return replace(response, data=Listing(items, more))


def segment(value: str) -> str:
    """A value as one segment of a path. An empty one would name another operation."""
    # Python checks no types: an id that a lookup did not find comes here as None.
    if not isinstance(value, str):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise TypeError(f"{value!r} is no id. Give the id of the record that the call is about, as a string.")
    if value in ("", ".", "..") or re.search("[\ud800-\udfff]", value):
        raise ValueError(f"{value!r} is no id. Give the id of the record that the call is about.")
    return quote(value, safe="")


def body_of(**members: Any) -> Dict[str, Any]:
    """The body of a call: members that are None are left out."""
    return {name: value for name, value in members.items() if value is not None}


def write_json(body: Mapping[str, Any]) -> bytes:
    """A body as JSON. Raises TypeError or ValueError for a value that JSON does not have."""
    return json.dumps(body, ensure_ascii=False, allow_nan=False, default=_plain).encode("utf-8")


def is_mapping(value: object) -> bool:
    """Whether a value has members, of whatever type they are."""
    return isinstance(value, Mapping)


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, (bytes, bytearray, memoryview))


def _plain(value: Any) -> Any:
    if is_mapping(value):
        return dict(value)
    if _is_list(value):
        return list(value)
    raise TypeError(f"A value of type {value.__class__.__name__} cannot be sent as JSON. Write it as a string or a number.")


def read_json(content: bytes) -> Any:
    """The value of a JSON text. Numbers keep their digits: one that no float holds is a Decimal. Raises ValueError."""
    try:
        return json.loads(
            content, parse_float=_number, parse_constant=_no_constant, object_pairs_hook=_unique_members
        )
    except RecursionError:
        raise ValueError("The JSON is nested too deeply.") from None


def _number(text: str) -> Union[int, float, Decimal]:
    exact = Decimal(text)
    if abs(exact.adjusted()) > 1_000:
        raise ValueError("A number is out of range.")
    if exact == exact.to_integral_value():
        return int(exact)
    nearest = float(text)
    return nearest if Decimal(repr(nearest)) == exact else exact


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is no number of JSON.")


def _unique_members(pairs: List[Any]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise ValueError("An object has two members of one name.")
    return members


def _query_text(value: Union[str, int, bool, None]) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
