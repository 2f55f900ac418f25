"""Where a file that is no receipt holds one."""

from __future__ import annotations

from typing import Any, List, Optional

from .digests import slug_of_schema_id
from .json_path import PathStep, format_json_path
from .strict_json import StrictJsonError, parse_strict_json

_MAX_DEPTH = 40
"""The largest nesting of a file with a receipt."""


def is_receipt_like(value: Any) -> bool:
    """Whether a value says of itself that it is a receipt."""
    schema = value.get("schema") if isinstance(value, dict) else None
    return isinstance(schema, str) and slug_of_schema_id(schema, "outcome-receipt") is not None


def receipt_place(document: Any) -> Optional[str]:
    """Where a value that is no receipt holds one, such as ``data``, ``[0]`` or ``content[0].text``; None where it holds none."""
    path = _path_to_receipt(document, True)
    return None if path is None else format_json_path(path)


def _path_to_receipt(value: Any, reads_texts: bool) -> Optional[List[PathStep]]:
    if is_receipt_like(value):
        return []
    if isinstance(value, str):
        return [] if reads_texts and _holds_receipt(value) else None
    members: Any = ()
    if isinstance(value, list):
        members = enumerate(value)
    elif isinstance(value, dict):
        members = value.items()
    for step, member in members:
        rest = _path_to_receipt(member, reads_texts)
        if rest is not None:
            return [step, *rest]
    return None


def _holds_receipt(text: str) -> bool:
    if "/outcome-receipt@" not in text:
        return False
    try:
        value = parse_strict_json(text, max_depth=_MAX_DEPTH)
    except StrictJsonError:
        return False
    return _path_to_receipt(value, False) is not None
