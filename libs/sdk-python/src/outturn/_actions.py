"""The methods that are more than one call: written by hand, as plans."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Callable, Dict, Mapping, Optional, Sequence, Union

from ._core import Call, Pause, Plan, Response, body_of, is_mapping, segment, send
from ._files import content_of
from .errors import OutturnError, OutturnException, OutturnUnreachable, SpoolWaitError
from .types import ProvenanceInput, Spool

if TYPE_CHECKING:
    from typing_extensions import Literal

    from ._files import FileContent

    Milestone = Literal["accepted", "delivered", "verified", "settled", "closed"]

MILESTONES: Mapping[str, Callable[[Spool], bool]] = {
    "accepted": lambda spool: spool["status"]["agreement"] == "accepted",
    "delivered": lambda spool: spool["status"]["fulfillment"] not in ("pending", "in_progress"),
    "verified": lambda spool: spool["status"]["verification"] not in ("pending", "awaiting_confirmation"),
    "settled": lambda spool: spool["status"]["settlement"] in ("settled", "voided"),
    "closed": lambda spool: spool["status"]["outcome"] != "active",
}
"""States that a Spool is waited for by name."""

_FIRST_WAIT = 0.5
_LONGEST_WAIT = 10.0


def spools_get_if_changed(spool_id: str, *, etag: str, timeout: Optional[float] = None) -> Plan[Optional[Spool]]:
    """Read a Spool unless it is still as it was. Returns None for an unchanged one, which costs no body.

    - spool_id: Id of the Spool.
    - etag: Tag of the Spool as last read: ``client.with_response.spools.get(spool_id).etag``.
    - timeout: Seconds for the call with all its attempts.
    """
    return send(_read_call(spool_id, etag, timeout))


def _read_call(spool_id: str, etag: Optional[str], timeout: Optional[float]) -> Call:
    path = f"/api/v1/spools/{segment(spool_id)}"
    return Call("read-spool", "GET", path, headers={"if-none-match": etag}, timeout=timeout)


def spools_wait_for(
    spool_id: str,
    *,
    until: Union[Milestone, Callable[[Spool], bool]],
    timeout: float = 300.0,
    on_change: Optional[Callable[[Spool], None]] = None,
) -> Plan[Spool]:
    """Wait until a Spool is in a state, and return it.

    Raises SpoolWaitError when the time is over, and when the Spool ended without coming to a state that is waited for by name.
    It reads the Spool more and more rarely while nothing changes; an unchanged Spool costs no body.

    - spool_id: Id of the Spool.
    - until: ``accepted``, ``delivered``, ``verified``, ``settled`` or ``closed``, or a function that tests the Spool.
    - timeout: Seconds to wait.
    - on_change: Is called with every state of the Spool that is seen.
    """
    if not callable(until) and until not in MILESTONES:
        raise ValueError(f"until is {until!r}: give one of {', '.join(MILESTONES)}, or a function of the Spool.")
    return _wait_for(spool_id, until, timeout, on_change)


def _wait_for(
    spool_id: str,
    until: Union[str, Callable[[Spool], bool]],
    timeout: float,
    on_change: Optional[Callable[[Spool], None]],
) -> Plan[Spool]:
    is_reached = until if callable(until) else MILESTONES[until]
    now: float = yield Pause(0)
    ends_at = now + timeout
    last: Optional[Response[Spool]] = None
    wait = _FIRST_WAIT
    while True:
        try:
            found: Response[Optional[Spool]] = yield _read_call(
                spool_id, None if last is None else last.etag, max(0.001, ends_at - now)
            )
            if found.data is not None:
                spool = found.data
                last = Response(spool, found.status, found.headers, found.attempts)
                wait = _FIRST_WAIT
                if on_change is not None:
                    on_change(spool)
                if is_reached(spool):
                    return last
                _refuse_closed(spool, until)
        except (OutturnError, OutturnUnreachable) as error:
            if not _may_pass(error):
                raise
        # Those that wait for one Spool must not read it at one time.
        pause = wait * (0.75 + random.random() / 4)
        wait = min(wait * 1.5, _LONGEST_WAIT)
        now = yield Pause(0)
        if now + pause >= ends_at:
            state = None if last is None else last.data
            raise SpoolWaitError("timed_out", f"The Spool was not {_named(until)} within {timeout:g} s.", state)
        now = yield Pause(pause)


def _named(until: Union[str, Callable[[Spool], bool]]) -> str:
    return "as awaited" if callable(until) else until


def _refuse_closed(spool: Spool, until: Union[str, Callable[[Spool], bool]]) -> None:
    """A Spool that is over comes to no other state by itself."""
    if not callable(until) and MILESTONES["closed"](spool):
        outcome = spool["status"]["outcome"]
        raise SpoolWaitError("closed", f"The Spool ended as {outcome} and will not be {until}.", spool)


def _may_pass(error: OutturnException) -> bool:
    if isinstance(error, OutturnError):
        return error.retryable and error.status >= 429
    return isinstance(error, OutturnUnreachable) and error.may_pass


def spools_accept(
    spool: Union[str, Mapping[str, Any]],
    *,
    agreement_hash: Optional[str] = None,
    quote_digest: Optional[str] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Accept the terms of a Spool.

    Given a Spool as it was read, the call accepts exactly the terms in it: if they were amended since, it is refused with
    ``invalid_state`` and the reason ``terms_changed``. Given an id, it accepts the terms of ``agreement_hash``, or the current
    ones without it.

    - spool: The Spool as read, or its id.
    - agreement_hash: Hash of the terms to accept; that of the Spool as read when left out.
    - quote_digest: Digest of the current quote, of an agent Spool.
    - if_match: ETag of the Spool as last seen; another version is refused with ``store_conflict``.
    - idempotency_key: Name of this call; drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    spool_id = spool if isinstance(spool, str) else _member(spool, "id")
    if not isinstance(spool, str) and agreement_hash is None:
        agreement_hash = _member(_member(spool, "agreement"), "agreement_hash")
    return send(
        Call(
            "accept-spool",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/accept",
            headers={"if-match": if_match},
            body=body_of(agreement_hash=agreement_hash, quote_digest=quote_digest),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def _member(record: Any, name: str) -> Any:
    if is_mapping(record) and name in record:
        return record[name]
    raise TypeError(f"A Spool as it was read is needed, with the member {name!r}, or the id of a Spool.")


def spools_submit_evidence(
    spool_id: str,
    *,
    condition_id: str,
    type: Optional[Literal["photo", "text", "file", "url", "dataset", "confirmation"]] = None,
    source: Optional[str] = None,
    metadata: Optional[Mapping[str, Any]] = None,
    file: Optional[FileContent] = None,
    media_type: Optional[str] = None,
    on_behalf_of: Optional[str] = None,
    provenance: Optional[ProvenanceInput] = None,
    claim_class: Optional[Literal["actor_identity", "artifact_state", "machine_fact"]] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Submit evidence for a condition. Its content is in ``metadata``, or is a ``file``.

    - spool_id: Id of the Spool.
    - condition_id: ID of the condition that the evidence supports.
    - type: Type of evidence. Of a file: ``dataset`` for a table, ``photo``, ``text`` or ``file`` when left out.
    - source: Name of the source of the evidence, in your own words. The name of the file when left out.
    - metadata: Content of the evidence in one form, such as ``{"rows": […]}``, and your own notes.
    - file: Content from a file: its path, bytes, or an open file.
    - media_type: Media type of the file; the one that its name ends in when left out.
    - on_behalf_of: Party in whose name the evidence is submitted: a role or a party ID.
    - provenance: Method by which you obtained the evidence.
    - claim_class: Kind of claim that the evidence supports.
    - if_match: ETag of the Spool as last seen; another version is refused with ``store_conflict``.
    - idempotency_key: Name of this call; drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    if file is not None:
        content = content_of(file, media_type)
        type = type or content.evidence_type
        source = source or content.name
        metadata = {**(metadata or {}), **content.metadata}
    if source is None:
        raise TypeError("source is missing: name where the evidence comes from, such as 'crm export'.")
    if type is None:
        raise TypeError("type is missing: give the type of the evidence, such as 'dataset', or a file.")
    return send(
        Call(
            "submit-evidence",
            "POST",
            f"/api/v1/spools/{segment(spool_id)}/evidence",
            headers={"if-match": if_match},
            body=body_of(
                condition_id=condition_id,
                type=type,
                source=source,
                metadata=metadata,
                on_behalf_of=on_behalf_of,
                provenance=provenance,
                claim_class=claim_class,
            ),
            idempotency_key=idempotency_key,
            timeout=timeout,
        )
    )


def spools_confirm(
    spool: Mapping[str, Any],
    *,
    condition_id: str,
    outcome: Literal["passed", "failed"],
    method: str = "buyer_confirm",
    detail: Optional[str] = None,
    if_match: Optional[str] = None,
    idempotency_key: Optional[str] = None,
    timeout: Optional[float] = None,
) -> Plan[Spool]:
    """Confirm a condition that people decide, for the evidence of the Spool as it was read.

    If the evidence has changed since, the call is refused with ``conflict`` and the reason ``evidence_changed``.

    - spool: The Spool as read.
    - condition_id: ID of the condition.
    - outcome: ``passed`` or ``failed``.
    - method: Method of the confirmation, as the condition names it.
    - detail: Your reason, for the other party.
    - if_match: ETag of the Spool as last seen; another version is refused with ``store_conflict``.
    - idempotency_key: Name of this call; drawn when left out.
    - timeout: Seconds for the call with all its attempts.
    """
    conditions: Sequence[Mapping[str, Any]] = _member(spool, "conditions")
    found = [one.get("confirmation") for one in conditions if one.get("id") == condition_id]
    shown: Mapping[str, Any] = (found[0] if found else None) or {}
    metadata: Dict[str, Any] = body_of(
        method=method,
        outcome=outcome,
        evidence_refs=shown.get("evidence_ids", []),
        evidence_digest=shown.get("evidence_digest"),
        detail=detail,
    )
    return spools_submit_evidence(
        _member(spool, "id"),
        condition_id=condition_id,
        type="confirmation",
        source=f"confirmation:{method}",
        metadata=metadata,
        if_match=if_match,
        idempotency_key=idempotency_key,
        timeout=timeout,
    )
