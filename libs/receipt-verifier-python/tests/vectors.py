"""The vectors that verifiers in every language share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, List

_FOLDER = Path(__file__).resolve().parents[3] / "test" / "vectors"


def read_vector(name: str) -> Any:
    return json.loads((_FOLDER / name).read_text("utf-8"))


def read_lines(name: str) -> List[Any]:
    # Not splitlines, which also takes U+2028 for the end of a line.
    return [json.loads(line) for line in (_FOLDER / name).read_text("utf-8").rstrip("\n").split("\n")]
