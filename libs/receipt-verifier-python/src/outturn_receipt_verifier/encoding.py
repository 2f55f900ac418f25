"""Bytes as text, each with exactly one spelling."""

from __future__ import annotations

import base64
import re
from typing import Optional

_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")
_BASE64 = re.compile(r"([A-Za-z0-9+/]*)={0,2}")
_HEX_64 = re.compile(r"[0-9a-f]{64}")


def to_base64url(data: bytes) -> str:
    """Base64url without padding (RFC 4648 §5)."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64url(text: str) -> Optional[bytes]:
    """Bytes of an unpadded base64url text, or None unless it is the one spelling of those bytes."""
    if _BASE64URL.fullmatch(text) is None or len(text) % 4 == 1:
        return None
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    # Left-over bits other than zero would be a second spelling of the same bytes.
    return data if to_base64url(data) == text else None


def to_base64(data: bytes) -> str:
    """Base64 with padding (RFC 4648 §4)."""
    return base64.b64encode(data).decode("ascii")


def from_base64(text: str) -> Optional[bytes]:
    """Bytes of a padded base64 text, or None unless it is the one spelling of those bytes."""
    match = _BASE64.fullmatch(text)
    if match is None or len(text) % 4 != 0:
        return None
    data = from_base64url(match.group(1).replace("+", "-").replace("/", "_"))
    return data if data is not None and to_base64(data) == text else None


def is_hex64(text: str) -> bool:
    """Whether a text is 64 lower-case hexadecimal digits, the form of every digest and key id in a receipt."""
    return _HEX_64.fullmatch(text) is not None


def from_hex64(text: str) -> Optional[bytes]:
    """Bytes of 64 lower-case hexadecimal digits, or None for any other text."""
    return bytes.fromhex(text) if is_hex64(text) else None
