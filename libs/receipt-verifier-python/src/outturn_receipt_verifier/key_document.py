"""The keys a verifier trusts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Mapping, Optional, Sequence

from .canonical_json import canonical_json
from .digests import signing_key_id_of, slug_of_schema_id
from .ed25519 import VerifySignature, default_verifier, is_strict_point
from .encoding import from_base64url
from .instant import instant_of
from .shape import exact_object, hex64, integer, list_of, one_of, open_object, or_null, text, time
from .transparency_log import TrustedLog, read_verifier_key


class KeyDocumentError(ValueError):
    """A key document that cannot be used; the message names the member."""


@dataclass(frozen=True)
class TrustedKey:
    """A key for one kind of record; ``not_after`` is the last moment for which its signatures count, None while open.

    ``public_key`` has 32 raw bytes; ``status`` is ``active``, ``retiring``, ``retired`` or ``revoked``; moments are
    milliseconds since 1970.
    """

    key_id: str
    public_key: bytes
    status: str
    not_before: int
    not_after: Optional[int]


KeyRing = Mapping[str, Sequence[TrustedKey]]
"""Keys for one kind of record, by environment: ``production`` and ``demo``."""


@dataclass(frozen=True)
class TrustSet:
    """The keys a verifier trusts, the logs it knows by environment, and the name of the service they speak for.

    ``issuer`` is the address that the document names; ``as_of`` is when it was what the service published, in milliseconds
    since 1970. Both are None for a document that does not say.
    """

    slug: str
    issuer: Optional[str]
    as_of: Optional[int]
    receipts: KeyRing
    attestations: KeyRing
    status: KeyRing
    logs: Mapping[str, Optional[TrustedLog]]


_key = open_object(
    {
        "key_id": hex64(),
        "algorithm": one_of("Ed25519"),
        "public_key": text(),
        "status": one_of("active", "retiring", "retired", "revoked"),
        "not_before": time(),
        "not_after": or_null(time()),
    },
    {"retired_at": or_null(time())},
)
_ended_log = open_object(
    {"origin": text(), "vkey": text(), "last_size": integer(0)}, {"previous_vkeys": list_of(text())}
)
_log = or_null(
    open_object(
        {"origin": text(), "vkey": text()}, {"previous_vkeys": list_of(text()), "ended": list_of(_ended_log)}
    )
)
_ring = exact_object({"production": list_of(_key), "demo": list_of(_key)})
_document = open_object(
    {"schema": text(), "receipts": _ring},
    {
        "attestations": _ring,
        "status": _ring,
        "log": _log,
        "demo_log": _log,
        "issuer": text(),
        "updated_at": time(),
        "as_of": time(),
        "root_signature": open_object({"key_id": hex64(), "signature": text()}),
    },
)
_EMPTY_RING: Mapping[str, Any] = {"production": [], "demo": []}


def parse_key_document(
    document: Any, *, root_key: Optional[bytes] = None, verify_signature: VerifySignature = default_verifier
) -> TrustSet:
    """Reads a service's published key document. Raises KeyDocumentError when any key in it is unusable.

    ``root_key``: 32 raw bytes; where it is given, the document counts only with a signature of that key.
    """
    problem = _document(document, "")
    if problem is not None:
        raise KeyDocumentError(f"{problem}.")
    slug = slug_of_schema_id(document["schema"], "key-document")
    if slug is None:
        raise KeyDocumentError(f"The schema {document['schema']} is not a key document.")
    if root_key is not None and not _is_signed_by_root(document, root_key, verify_signature):
        raise KeyDocumentError("The document has no signature of the root key that holds.")
    as_of = document.get("as_of", document.get("updated_at"))
    return TrustSet(
        slug=slug,
        issuer=document.get("issuer"),
        as_of=None if as_of is None else instant_of(as_of),
        receipts=_read_ring(document["receipts"], "receipts"),
        attestations=_read_ring(document.get("attestations", _EMPTY_RING), "attestations"),
        status=_read_ring(document.get("status", _EMPTY_RING), "status"),
        logs={
            "production": _read_log(document.get("log"), "log"),
            "demo": _read_log(document.get("demo_log"), "demo_log"),
        },
    )


def _is_signed_by_root(document: Mapping[str, Any], root_key: bytes, verify_signature: VerifySignature) -> bool:
    """The root key signs the canonical document without the signature."""
    if "root_signature" not in document:
        return False
    given = document["root_signature"]
    signature = from_base64url(given["signature"])
    text = canonical_json({name: value for name, value in document.items() if name != "root_signature"})
    is_named = given["key_id"] == signing_key_id_of(root_key)
    return is_named and signature is not None and verify_signature(text.encode("utf-8"), signature, root_key)


def _read_log(log: Any, path: str) -> Optional[TrustedLog]:
    if log is None:
        return None
    keys = [read_verifier_key(vkey) for vkey in (log["vkey"], *log.get("previous_vkeys", []))]
    known = [key for key in keys if key is not None]
    if len(known) < len(keys):
        raise KeyDocumentError(f"{path} names a key that is no verifier key.")
    ended = [_read_log(each, path) for each in log.get("ended", [])]
    return TrustedLog(log["origin"], known, log.get("last_size"), [each for each in ended if each is not None])


def _read_ring(ring: Mapping[str, Any], path: str) -> KeyRing:
    return {
        environment: _read_keys(ring[environment], f"{path}.{environment}")
        for environment in ("production", "demo")
    }


def _read_keys(keys: Sequence[Any], path: str) -> Sequence[TrustedKey]:
    read = [_read_key(key, f"{path}[{index}]") for index, key in enumerate(keys)]
    if len({key.key_id for key in read}) < len(read):
        raise KeyDocumentError(f"{path} names one key twice.")
    return read


def _read_key(key: Any, path: str) -> TrustedKey:
    public_key = from_base64url(key["public_key"])
    if public_key is None or len(public_key) != 32 or not is_strict_point(public_key):
        raise KeyDocumentError(f"{path}.public_key is not an Ed25519 public key.")
    not_after = key["not_after"] if key["not_after"] is not None else key.get("retired_at")
    if key["status"] == "retired" and not_after is None:
        raise KeyDocumentError(f"{path} is retired and must say when it was.")
    return TrustedKey(
        key_id=key["key_id"],
        public_key=public_key,
        status=key["status"],
        not_before=instant_of(key["not_before"]),
        not_after=None if not_after is None else instant_of(not_after),
    )
