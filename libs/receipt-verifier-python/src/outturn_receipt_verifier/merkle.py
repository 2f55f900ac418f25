"""Merkle trees of RFC 6962."""

from __future__ import annotations

import hashlib
from typing import List, Optional, Sequence

# A leaf is hashed behind 0x00 and a node behind 0x01, so neither can pass for the other.
_LEAF_PREFIX = b"\x00"
_NODE_PREFIX = b"\x01"


def merkle_root(leaves: Sequence[str]) -> bytes:
    """Root of the tree over texts in their order; the hash of nothing for no leaves."""
    level = [_leaf_hash(leaf) for leaf in leaves]
    while len(level) > 1:
        level = _level_above(level)
    return level[0] if level else _sha256(b"")


def verify_merkle_inclusion(
    leaf: str, *, index: int, size: int, proof: Sequence[Optional[bytes]], root: Optional[bytes]
) -> bool:
    """Whether a proof shows that the leaf is at that zero-based index of the tree of that size (RFC 9162 §2.1.3.2)."""
    if not 0 <= index < size:
        return False
    found = _leaf_hash(leaf)
    position, width, used = index, size, 0
    while width > 1:
        is_alone = position % 2 == 0 and position == width - 1
        if not is_alone:
            sibling = proof[used] if used < len(proof) else None
            if sibling is None or len(sibling) != 32:
                return False
            used += 1
            found = _node_hash(found, sibling) if position % 2 == 0 else _node_hash(sibling, found)
        position //= 2
        width = (width + 1) // 2
    return used == len(proof) and found == root


def _level_above(level: List[bytes]) -> List[bytes]:
    # The last node of an odd level moves up unpaired: the same tree as splitting at the largest power of two below n.
    pairs = [_node_hash(level[at], level[at + 1]) for at in range(0, len(level) - 1, 2)]
    return pairs + level[-1:] if len(level) % 2 else pairs


def _leaf_hash(leaf: str) -> bytes:
    return _sha256(_LEAF_PREFIX + leaf.encode("utf-8"))


def _node_hash(left: bytes, right: bytes) -> bytes:
    return _sha256(_NODE_PREFIX + left + right)


def _sha256(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()
