"""Forms of values. A shape says what is wrong with a value, naming the member by its path; None when nothing is."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, Mapping, Optional

from .instant import parse_instant
from .strict_json import MAX_SAFE_INTEGER, is_well_formed

Shape = Callable[[Any, str], Optional[str]]

_SOMETHING = re.compile(r".", re.DOTALL)
_ANYTHING = re.compile(r"")


def exact_object(required: Mapping[str, Shape], optional: Optional[Mapping[str, Shape]] = None) -> Shape:
    """An object with these members and no others; ``optional`` ones may be left out."""
    allowed: Dict[str, Shape] = {**required, **(optional or {})}

    def judge(value: Any, path: str) -> Optional[str]:
        problem = _object_problem(value, path, required, optional or {})
        if problem is not None:
            return problem
        strangers = [name for name in value if name not in allowed]
        return f"{_member_path(path, strangers[0])} is not a member of this record" if strangers else None

    return judge


def open_object(required: Mapping[str, Shape], optional: Optional[Mapping[str, Shape]] = None) -> Shape:
    """An object with at least these members; others are left to later versions."""
    return lambda value, path: _object_problem(value, path, required, optional or {})


def list_of(item: Shape) -> Shape:
    def judge(value: Any, path: str) -> Optional[str]:
        if not isinstance(value, list):
            return f"{path} must be a list"
        problems = (item(element, f"{path}[{index}]") for index, element in enumerate(value))
        return next((problem for problem in problems if problem is not None), None)

    return judge


def map_of(name: Shape, item: Shape) -> Shape:
    """An object used as a map: every name and every value of their shape."""

    def judge(value: Any, path: str) -> Optional[str]:
        if not isinstance(value, dict):
            return f"{path} must be an object"
        for key, member in value.items():
            problem = name(key, f"the name {key} in {path}") or item(member, _member_path(path, key))
            if problem is not None:
                return problem
        return None

    return judge


def or_null(shape: Shape) -> Shape:
    return lambda value, path: None if value is None else shape(value, path)


def text(pattern: re.Pattern[str] = _SOMETHING, description: str = "a text") -> Shape:
    """A well-formed string, by default not empty, that begins with the pattern."""

    def judge(value: Any, path: str) -> Optional[str]:
        is_text = isinstance(value, str) and pattern.match(value) is not None and is_well_formed(value)
        return None if is_text else f"{path} must be {description}"

    return judge


def any_text() -> Shape:
    """A well-formed string that may be empty."""
    return text(_ANYTHING)


def one_of(*choices: str) -> Shape:
    def judge(value: Any, path: str) -> Optional[str]:
        is_choice = isinstance(value, str) and value in choices
        return None if is_choice else f"{path} must be one of {', '.join(choices)}"

    return judge


def integer(minimum: int, maximum: int = MAX_SAFE_INTEGER) -> Shape:
    """An int from ``minimum`` to ``maximum``, by default 2^53−1; parse_strict_json reads 1.0 as one, too."""
    limits = f"of at least {minimum}" if maximum == MAX_SAFE_INTEGER else f"from {minimum} to {maximum}"

    def judge(value: Any, path: str) -> Optional[str]:
        is_integer = isinstance(value, int) and not isinstance(value, bool)
        return None if is_integer and minimum <= value <= maximum else f"{path} must be an integer {limits}"

    return judge


def boolean() -> Shape:
    return lambda value, path: None if isinstance(value, bool) else f"{path} must be true or false"


def id_of(prefix: str) -> Shape:
    """An id: its prefix and 24 lower-case hexadecimal digits."""
    return text(re.compile(rf"{prefix}[0-9a-f]{{24}}\Z"), f"{prefix} and 24 hexadecimal digits")


def hex64() -> Shape:
    """64 lower-case hexadecimal digits."""
    return text(re.compile(r"[0-9a-f]{64}\Z"), "64 hexadecimal digits")


def prefixed_digest() -> Shape:
    """``sha256:`` and 64 lower-case hexadecimal digits."""
    return text(re.compile(r"sha256:[0-9a-f]{64}\Z"), "sha256: and 64 hexadecimal digits")


_BEYOND_MILLISECONDS = re.compile(r"(\.[0-9]{3})[0-9]{0,5}[1-9]Z\Z")


def exact_time() -> Shape:
    """The same as time with up to nine fractional digits, and no zero at their end beyond the third."""

    def judge(value: Any, path: str) -> Optional[str]:
        is_time = isinstance(value, str) and parse_instant(_BEYOND_MILLISECONDS.sub(r"\1Z", value)) is not None
        return None if is_time else f"{path} must be a time such as 2026-01-01T00:00:00.000Z"

    return judge


def time() -> Shape:
    """A time that exists, in UTC with exactly three fractional digits."""

    def judge(value: Any, path: str) -> Optional[str]:
        is_time = isinstance(value, str) and parse_instant(value) is not None
        return None if is_time else f"{path} must be a time such as 2026-01-01T00:00:00.000Z"

    return judge


def decimal() -> Shape:
    """A decimal number of at least zero as text, with at most 30 digits before the point and 18 behind it."""
    form = re.compile(r"(?:0|[1-9][0-9]{0,29})(?:\.[0-9]{1,18})?\Z")
    return text(form, "a decimal number such as 1.50")


def _object_problem(
    value: Any, path: str, required: Mapping[str, Shape], optional: Mapping[str, Shape]
) -> Optional[str]:
    if not isinstance(value, dict):
        return f"{path or 'The document'} must be an object"
    for name, shape in required.items():
        if name not in value:
            return f"{_member_path(path, name)} is missing"
        problem = shape(value[name], _member_path(path, name))
        if problem is not None:
            return problem
    for name, shape in optional.items():
        problem = shape(value[name], _member_path(path, name)) if name in value else None
        if problem is not None:
            return problem
    return None


def _member_path(path: str, name: object) -> str:
    return str(name) if path == "" else f"{path}.{name}"
