"""Files as evidence."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any, Dict, Mapping, Optional, Union

if TYPE_CHECKING:
    from typing_extensions import Literal

    FileContent = Union[bytes, bytearray, str, os.PathLike[str], IO[bytes], IO[str]]

MAX_FILE_BYTES = 64 * 1024 * 1024
"""Larger than any body that the service takes."""

_MEDIA_TYPES: Mapping[str, str] = {
    "csv": "text/csv",
    "tsv": "text/tab-separated-values",
    "ndjson": "application/x-ndjson",
    "jsonl": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
    "txt": "text/plain",
    "md": "text/markdown",
    "html": "text/html",
    "xml": "application/xml",
    "pdf": "application/pdf",
    "zip": "application/zip",
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
}
_TABLES = frozenset(_MEDIA_TYPES[extension] for extension in ("csv", "tsv", "ndjson", "jsonl", "xlsx"))


@dataclass(frozen=True)
class Content:
    """The content of a file and what its name says about it."""

    name: Optional[str]
    media_type: str
    content: bytes

    @property
    def metadata(self) -> Dict[str, Any]:
        """The members of ``metadata`` that carry the content."""
        encoded = base64.b64encode(self.content).decode("ascii")
        return {"media_type": self.media_type, "content_base64": encoded}

    @property
    def evidence_type(self) -> Literal["dataset", "photo", "text", "file"]:
        """The type of evidence that a file of this media type is."""
        if self.media_type in _TABLES:
            return "dataset"
        if self.media_type.startswith("image/"):
            return "photo"
        return "text" if self.media_type.startswith("text/") else "file"


def content_of(file: FileContent, media_type: Optional[str]) -> Content:
    """Reads a path, bytes, or an open file from where it stands."""
    name: Optional[str] = None
    if isinstance(file, (bytes, bytearray)):
        content = bytes(file)
    elif isinstance(file, (str, os.PathLike)):
        name = os.path.basename(os.fspath(file))
        with open(file, "rb") as opened:
            content = opened.read(MAX_FILE_BYTES + 1)
    elif hasattr(file, "read"):
        given = getattr(file, "name", None)
        name = os.path.basename(given) if isinstance(given, str) and given else None
        read = file.read(MAX_FILE_BYTES + 1)
        content = read.encode("utf-8") if isinstance(read, str) else read
    else:
        raise TypeError(f"file is of type {type(file).__name__}: give a path, bytes, or an open file.")
    if len(content) > MAX_FILE_BYTES:
        raise ValueError(f"The file has more than {MAX_FILE_BYTES} bytes: reference it by url or sha256 in metadata.")
    return Content(name, media_type or _media_type_of(name), content)


def _media_type_of(name: Optional[str]) -> str:
    extension = (name or "").rpartition(".")[2].lower()
    return _MEDIA_TYPES.get(extension, "application/octet-stream")
