"""The text of a file as editors save it."""

from __future__ import annotations

from typing import Optional, Tuple


def file_text(source: bytes) -> Tuple[bytes, Optional[str]]:
    """The bytes without a byte order mark of UTF-8, and what keeps them from being read: UTF-16 and UTF-32 are named."""
    if source.startswith(b"\xef\xbb\xbf"):
        return source[3:], None
    start = source[:4]
    if b"\x00\x00" in (start[:2], start[2:]):
        return source, _wide("UTF-32")
    if start[:2] in (b"\xff\xfe", b"\xfe\xff") or 0 in start[:2]:
        return source, _wide("UTF-16")
    return source, None


def _wide(name: str) -> str:
    return f"it is {name}, and JSON files are UTF-8: save it as UTF-8"
