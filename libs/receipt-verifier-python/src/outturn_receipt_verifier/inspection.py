"""A well-formed receipt under inspection."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

from .key_document import TrustSet
from .receipt_status import StatusFindings
from .signer import SignerFindings


@dataclass(frozen=True)
class Expectations:
    """What the caller of a verification expects of a receipt and trusts; without an agreement none is compared."""

    trust_set: TrustSet
    schemas: Sequence[str]
    environment: str
    agreement: Optional[Mapping[str, Any]]


@dataclass(frozen=True)
class Inspection:
    """All that the checks of a receipt may look at; ``slug`` is the service that its schema id names."""

    receipt: Mapping[str, Any]
    expectations: Expectations
    slug: str
    signer: SignerFindings
    status: StatusFindings
    log_inclusion: str
    is_key_document_stale: bool
