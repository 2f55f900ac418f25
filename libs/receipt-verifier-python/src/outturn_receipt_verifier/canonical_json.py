"""Canonical JSON by RFC 8785 (JCS): the one text of a value that hashes and signatures are made over."""

from __future__ import annotations

import math
from decimal import Decimal
from json.encoder import encode_basestring
from typing import Any, Iterable, List

from .exact_number import exact_text, significant
from .json_path import PathStep, format_json_path
from .strict_json import MAX_SAFE_INTEGER, is_well_formed

# A cyclic value ends here instead of at the end of the stack.
_MAX_DEPTH = 64


class CanonicalJsonError(ValueError):
    """A value without a canonical form: ``lone_surrogate``, ``not_finite``, ``not_exact``, ``not_json`` or ``too_deep``."""

    def __init__(self, code: str, message: str, path: str) -> None:
        super().__init__(message)
        self.code = code
        self.path = path


def canonical_json(value: Any) -> str:
    """Serialises a JSON value: members in UTF-16 order, no white space, ECMAScript numbers; a Decimal, which
    no float holds, as its digits and the power of ten.

    Raises CanonicalJsonError for whatever is not plain JSON, for integers beyond ±(2^53−1), which no reader of JSON keeps
    exactly, and for nesting deeper than 64.
    """
    return _write_value(value, [])


def _write_value(value: Any, path: List[PathStep]) -> str:
    if isinstance(value, str):
        return _write_string(value, path)
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _write_number(value, path)
    if isinstance(value, Decimal):
        return exact_text(value)
    if not isinstance(value, (list, dict)):
        raise _refusal("not_json", f"A value of type {type(value).__name__} is not JSON.", path)
    if len(path) == _MAX_DEPTH:
        raise _refusal("too_deep", f"Nested deeper than {_MAX_DEPTH}.", path)
    return _write_array(value, path) if isinstance(value, list) else _write_object(value, path)


def _write_array(items: List[Any], path: List[PathStep]) -> str:
    return f"[{','.join(_write_value(item, [*path, index]) for index, item in enumerate(items))}]"


def _write_object(members: Any, path: List[PathStep]) -> str:
    for name in members:
        if not isinstance(name, str):
            raise _refusal("not_json", "A member name is not a text.", path)
    texts = [
        f"{_write_string(name, path)}:{_write_value(members[name], [*path, name])}"
        for name in sorted_names(members)
    ]
    return f"{{{','.join(texts)}}}"


def sorted_names(names: Iterable[str]) -> List[str]:
    """Member names in the order of canonical JSON, that of their UTF-16 code units."""
    return sorted(names, key=_utf16_order)


def _utf16_order(name: str) -> bytes:
    return name.encode("utf-16-be", "surrogatepass")


def _write_string(text: str, path: List[PathStep]) -> str:
    if not is_well_formed(text):
        raise _refusal("lone_surrogate", "The string has a lone surrogate.", path)
    return encode_basestring(text)


def _write_number(value: Any, path: List[PathStep]) -> str:
    if isinstance(value, int):
        if abs(value) > MAX_SAFE_INTEGER:
            raise _refusal("not_exact", "The integer is beyond ±(2^53−1).", path)
        return str(int(value))
    if not math.isfinite(value):
        raise _refusal("not_finite", "The number is not finite.", path)
    return _ecmascript_number(value)


def _ecmascript_number(value: float) -> str:
    """The shortest digits that read back to the number, placed as ECMAScript's Number::toString places them."""
    if value == 0:
        return "0"
    sign = "-" if value < 0 else ""
    digits, point = significant(repr(abs(value)))
    if len(digits) <= point <= 21:
        return sign + digits.ljust(point, "0")
    if 0 < point <= 21:
        return f"{sign}{digits[:point]}.{digits[point:]}"
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{digits}"
    fraction = f".{digits[1:]}" if len(digits) > 1 else ""
    return f"{sign}{digits[0]}{fraction}e{point - 1:+d}"


def _refusal(code: str, message: str, path: List[PathStep]) -> CanonicalJsonError:
    return CanonicalJsonError(code, message, format_json_path(path))
