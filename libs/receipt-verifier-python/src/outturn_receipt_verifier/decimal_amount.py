"""Exact amounts."""

from __future__ import annotations

import re
from typing import Optional

_AMOUNT = re.compile(r"(0|[1-9][0-9]*)(?:\.([0-9]+))?")


def parse_amount(amount: str, decimals: int) -> Optional[int]:
    """Minor units of a fixed-point decimal with exactly that many digits behind the point; None for any other text."""
    match = _AMOUNT.fullmatch(amount)
    if match is None or len(match.group(2) or "") != decimals:
        return None
    return int(match.group(1) + (match.group(2) or ""))


def format_amount(minor_units: int, decimals: int) -> str:
    """Writes minor units of at least zero as the fixed-point decimal that parse_amount reads."""
    digits = str(minor_units).rjust(decimals + 1, "0")
    return digits if decimals == 0 else f"{digits[:-decimals]}.{digits[-decimals:]}"


def scaled_amount(amount: str) -> int:
    """The amount times 10^18, so that amounts of different precision compare; at most 18 digits behind the point."""
    whole, _, fraction = amount.partition(".")
    return int(whole + fraction.ljust(18, "0"))
