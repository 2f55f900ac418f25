"""Numbers of JSON by all their digits: those that no 64-bit float holds are kept as decimals."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import Tuple, Union

MAX_DIGITS = 100
"""Significant digits that a number may have."""

MAX_EXPONENT = 1_000
"""Most by which the first digit of a number may stand away from the point."""

_PARTS = re.compile(r"-?([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?")


def read_number(text: str, value: float) -> Union[int, float, Decimal]:
    """The number of a text whose nearest float is ``value``: that float or integer where it has exactly these digits."""
    if repr(value) != text and significant(text) != significant(repr(value)):
        digits, point = significant(text)
        return Decimal((int(text.startswith("-")), tuple(map(int, digits)), point - len(digits)))
    return int(value) if value.is_integer() else value


def is_beyond_limits(number: Decimal) -> bool:
    """Whether a number has more digits, or is farther from the point, than is read."""
    return len(number.as_tuple().digits) > MAX_DIGITS or abs(number.adjusted()) > MAX_EXPONENT


def exact_text(number: Decimal) -> str:
    """The canonical text of a number that no float holds: its digits as one integer and the power of ten."""
    sign, digits, exponent = number.as_tuple()
    return f"{'-' if sign else ''}{''.join(map(str, digits))}e{exponent}"


def significant(text: str) -> Tuple[str, int]:
    """The digits of a number without zeros at either end, and where its point stands before them; no digits are zero."""
    parts = _PARTS.fullmatch(text)
    assert parts is not None, text
    whole, fraction, exponent = parts.group(1), parts.group(2) or "", parts.group(3) or "0"
    digits = (whole + fraction).lstrip("0")
    point = len(digits) - len(fraction) + int(exponent)
    digits = digits.rstrip("0")
    return (digits, point) if digits else ("", 0)
