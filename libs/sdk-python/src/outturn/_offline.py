"""What needs no service."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Mapping, Optional, Sequence, Union

from outturn_receipt_verifier import (
    MAX_KEY_AGE_SECONDS,
    ReceiptVerdict,
    TrustSet,
    parse_key_document,
    verify_outcome_receipt,
)


def receipts_verify(
    receipt: Any,
    *,
    trust_set: Union[TrustSet, Mapping[str, Any]],
    environment: str = "production",
    status: Any = None,
    agreement: Optional[Mapping[str, Any]] = None,
    schemas: Optional[Sequence[str]] = None,
    now: Optional[datetime] = None,
    max_key_age_seconds: int = MAX_KEY_AGE_SECONDS,
) -> ReceiptVerdict:
    """Check a receipt offline against pinned keys: that it is signed, intact, and adds up.

    Sends nothing and raises for no receipt; ``outturn_receipt_verifier.KeyDocumentError`` for keys that cannot be used.
    Not awaited with AsyncOutturn either.

    - receipt: The receipt, as ``receipts.get`` has it in ``receipt``.
    - trust_set: Pinned keys: the document of ``keys.read``, or what ``parse_key_document`` made of it.
    - environment: Environment that the receipt must be of: ``production`` or ``demo``.
    - status: Answer of ``receipts.status``, to learn of a correction or a revocation.
    - agreement: The agreement that the receipt must be bound to.
    - schemas: Ids of the receipt schemas to accept; those of the keys' service when left out.
    - now: Moment of the check; the current time when left out.
    - max_key_age_seconds: Age above which the keys are reported as old.
    """
    return verify_outcome_receipt(
        receipt,
        trust_set=trust_set if isinstance(trust_set, TrustSet) else parse_key_document(trust_set),
        environment=environment,
        status=status,
        agreement=agreement,
        schemas=schemas,
        now=now,
        max_key_age_seconds=max_key_age_seconds,
    )
