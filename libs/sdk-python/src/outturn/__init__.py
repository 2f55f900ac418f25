"""Typed client of the Outturn API: ``Outturn`` blocks, ``AsyncOutturn`` is awaited."""

from . import refusals, types
from ._core import Response
from ._settings import Attempt
from ._version import VERSION as __version__
from .async_client import AsyncOutturn
from .client import Outturn
from .errors import OutturnError, OutturnException, OutturnUnreachable, SpoolWaitError
from .paging import AsyncList, AsyncPage, Page

__all__ = [
    "AsyncList",
    "AsyncOutturn",
    "AsyncPage",
    "Attempt",
    "Outturn",
    "OutturnError",
    "OutturnException",
    "OutturnUnreachable",
    "Page",
    "Response",
    "SpoolWaitError",
    "__version__",
    "refusals",
    "types",
]
