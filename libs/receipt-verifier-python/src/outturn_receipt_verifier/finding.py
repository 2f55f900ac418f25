"""What a check found."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Finding:
    """What a check found, in plain words; ``status`` is ``ok``, ``failed`` or ``not_checked`` when it could not be made."""

    status: str
    detail: str


def ok(detail: str) -> Finding:
    return Finding("ok", detail)


def failed(detail: str) -> Finding:
    return Finding("failed", detail)


def not_checked(detail: str) -> Finding:
    return Finding("not_checked", detail)
