"""Proofs that a leaf is in a transparency log, checked offline (C2SP tlog-proof, tlog-checkpoint and signed-note)."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from typing import List, Optional, Sequence

from .ed25519 import VerifySignature, is_strict_point
from .encoding import from_base64, to_base64
from .merkle import verify_merkle_inclusion
from .strict_json import MAX_SAFE_INTEGER

LOG_PROOF_HEADER = "c2sp.org/tlog-proof@v1"

_MAX_HASHES = 63
_MAX_SIGNATURES = 64
_ED25519 = b"\x01"

# White space of ECMAScript, which is not quite that of Python.
_SPACE = r"\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"
_SIGNATURE = re.compile(rf"— ([^{_SPACE}+]+) ([^{_SPACE}]+)")
_VERIFIER_KEY = re.compile(rf"([^{_SPACE}+]+)\+[0-9a-f]{{8}}\+([^{_SPACE}]+)")
_WHOLE_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
_INDEX = re.compile(r"index ([0-9]+)")
# The specification keeps control characters other than the newline out of notes.
_CONTROL = re.compile(r"[\x00-\t\v-\x1f]")


@dataclass(frozen=True)
class VerifierKey:
    """A key that notes are signed with: Ed25519, known by name and id (8 hexadecimal digits) together."""

    name: str
    key_id: str
    public_key: bytes


@dataclass(frozen=True)
class TrustedLog:
    """A transparency log, known by its origin and the keys that its checkpoints count under."""

    origin: str
    keys: Sequence[VerifierKey]
    # Number of leaves up to which its checkpoints count: what a log gave out before it ended; None for one that goes on.
    last_size: Optional[int] = None
    # Logs that came before it and ended by declaration: what was proved in them still counts.
    ended: Sequence[TrustedLog] = ()


@dataclass(frozen=True)
class _NoteSignature:
    name: str
    key_id: str
    signature: bytes


@dataclass(frozen=True)
class _SignedNote:
    """``text`` is with its final newline, as it is signed. Nothing of a note counts before its signature was checked."""

    text: str
    signatures: Sequence[_NoteSignature]


@dataclass(frozen=True)
class Checkpoint:
    """What a log signs about itself: so many leaves, under this root."""

    origin: str
    size: int
    root: bytes
    note: _SignedNote


@dataclass(frozen=True)
class LogProof:
    """That a leaf is in a log: its zero-based place and the sibling hashes up to the root."""

    index: int
    hashes: Sequence[bytes]
    checkpoint: Checkpoint


def read_verifier_key(text: str) -> Optional[VerifierKey]:
    """Reads a published key; None for anything else than an Ed25519 key under its own id."""
    match = _VERIFIER_KEY.fullmatch(text)
    material = from_base64(match.group(2)) if match else None
    if match is None or material is None or len(material) != 33 or not is_strict_point(material[1:]):
        return None
    name, public_key = match.group(1), material[1:]
    key_id = hashlib.sha256(f"{name}\n".encode("utf-8") + _ED25519 + public_key).hexdigest()[:8]
    is_under_its_id = text == f"{name}+{key_id}+{to_base64(_ED25519 + public_key)}"
    return VerifierKey(name, key_id, public_key) if is_under_its_id else None


def read_log_proof(text: str) -> Optional[LogProof]:
    """Reads the text of a proof without judging it; None for anything else."""
    head, separator, note = text.partition("\n\n")
    header, *lines = head.split("\n")
    if separator == "" or header != LOG_PROOF_HEADER:
        return None
    if lines and lines[0].startswith("extra ") and from_base64(lines.pop(0)[len("extra ") :]) is None:
        return None
    place = _INDEX.fullmatch(lines.pop(0)) if lines else None
    index = _read_whole_number(place.group(1)) if place else None
    hashes = [data for data in map(from_base64, lines) if data is not None and len(data) == 32]
    checkpoint = _read_checkpoint(note)
    if index is None or checkpoint is None or len(hashes) != len(lines) or len(hashes) > _MAX_HASHES:
        return None
    return LogProof(index, hashes, checkpoint)


def is_leaf_included(leaf: str, proof: str, log: TrustedLog, verify_signature: VerifySignature) -> bool:
    """Whether the text of a proof shows that the leaf is in that log."""
    read = read_log_proof(proof)
    if read is None or not any(_is_checkpoint_of(each, read.checkpoint, verify_signature) for each in (log, *log.ended)):
        return False
    checkpoint = read.checkpoint
    return verify_merkle_inclusion(
        leaf, index=read.index, size=checkpoint.size, proof=read.hashes, root=checkpoint.root
    )


def _is_checkpoint_of(log: TrustedLog, checkpoint: Checkpoint, verify_signature: VerifySignature) -> bool:
    if checkpoint.origin != log.origin or (log.last_size is not None and checkpoint.size > log.last_size):
        return False
    return any(_is_signed_by(checkpoint.note, key, verify_signature) for key in log.keys)


def _read_checkpoint(text: str) -> Optional[Checkpoint]:
    note = _read_signed_note(text)
    lines = note.text.split("\n") if note else []
    if note is None or len(lines) < 4:
        return None
    origin, size, encoded_root, *rest = lines
    leaves, root = _read_whole_number(size), from_base64(encoded_root)
    is_whole = origin != "" and rest[-1] == "" and "" not in rest[:-1]
    if leaves is None or root is None or len(root) != 32 or not is_whole:
        return None
    return Checkpoint(origin, leaves, root, note)


def _read_signed_note(note: str) -> Optional[_SignedNote]:
    end = note.rfind("\n\n") + 1
    if end == 0 or not note.endswith("\n") or _CONTROL.search(note) is not None:
        return None
    lines = note[end + 1 : -1].split("\n")
    signatures: List[_NoteSignature] = []
    for line in lines:
        match = _SIGNATURE.fullmatch(line)
        data = from_base64(match.group(2)) if match else None
        if match is None or data is None or len(data) < 5:
            return None
        signatures.append(_NoteSignature(match.group(1), data[:4].hex(), data[4:]))
    return _SignedNote(note[:end], signatures) if len(lines) <= _MAX_SIGNATURES else None


def _is_signed_by(note: _SignedNote, key: VerifierKey, verify_signature: VerifySignature) -> bool:
    """The note has a signature under the key's name and id, and each of those holds."""
    own = [signed for signed in note.signatures if (signed.name, signed.key_id) == (key.name, key.key_id)]
    message = note.text.encode("utf-8")
    return bool(own) and all(verify_signature(message, signed.signature, key.public_key) for signed in own)


def _read_whole_number(text: str) -> Optional[int]:
    """A number as logs write it: decimal, no leading zero, within the integers that every reader keeps exactly."""
    number = int(text) if _WHOLE_NUMBER.fullmatch(text) else -1
    return number if 0 <= number <= MAX_SAFE_INTEGER else None
