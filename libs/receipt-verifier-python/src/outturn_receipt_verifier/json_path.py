"""Where in a JSON value something is."""

from __future__ import annotations

import json
import re
from typing import Sequence, Union

PathStep = Union[str, int]

_PLAIN_MEMBER = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def format_json_path(path: Sequence[PathStep]) -> str:
    """Writes a path as ``conditions[0].check`` or ``["odd name"]``; the root is the empty string."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif _PLAIN_MEMBER.fullmatch(step) is None:
            text += f"[{json.dumps(step, ensure_ascii=False)}]"
        else:
            text += step if text == "" else f".{step}"
    return text
