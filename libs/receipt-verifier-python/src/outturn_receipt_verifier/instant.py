"""Moments as milliseconds since 1970-01-01T00:00:00.000Z."""

from __future__ import annotations

import re
from datetime import datetime, timedelta, timezone
from typing import Optional

_TIME = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})T([0-9]{2}):([0-9]{2}):([0-9]{2})\.([0-9]{3})Z"
)
_DAYS_BEFORE_1970 = 719_528
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)


def parse_instant(text: str) -> Optional[int]:
    """Milliseconds of a time that exists, in UTC with exactly three fractional digits; None for any other text."""
    match = _TIME.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second, milli = map(int, match.groups())
    if not (1 <= month <= 12 and 1 <= day <= _days_in_month(year, month)):
        return None
    if hour > 23 or minute > 59 or second > 59:
        return None
    days = _days_before_year(year) + sum(_days_in_month(year, before) for before in range(1, month)) + day - 1
    return (((days - _DAYS_BEFORE_1970) * 24 + hour) * 60 + minute) * 60_000 + second * 1_000 + milli


def instant_of(text: str) -> int:
    """As parse_instant, of a text whose form was checked before."""
    instant = parse_instant(text)
    if instant is None:
        raise ValueError(f"The time {text} was not checked.")
    return instant


def instant_of_datetime(moment: datetime) -> int:
    """Milliseconds of a datetime, which must have a time zone. Raises ValueError without one."""
    if moment.tzinfo is None:
        raise ValueError("now must have a time zone, such as datetime.now(timezone.utc).")
    return (moment - _EPOCH) // timedelta(milliseconds=1)


def _days_before_year(year: int) -> int:
    """Days from the first of January of the year 0, which was a leap year."""
    before = year - 1
    return 365 * year + before // 4 - before // 100 + before // 400 + 1


def _days_in_month(year: int, month: int) -> int:
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31
