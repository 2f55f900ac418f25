import { type Sha256, portableSha256 } from '../hashing/hash.ts'

// RFC 6962 §2.1: a leaf is hashed behind 0x00 and a node behind 0x01, so neither can pass for the other.
const LEAF_PREFIX = '\u0000'
const NODE_PREFIX = 0x01

/** Hash of a leaf; a text stands for its UTF-8 bytes. */
export function merkleLeafHash(leaf: Uint8Array | string, sha256: Sha256 = portableSha256): Uint8Array {
  if (typeof leaf === 'string') return sha256(LEAF_PREFIX + leaf)
  const input = new Uint8Array(1 + leaf.length)
  input.set(leaf, 1)
  return sha256(input)
}

/** Hash of the node above two subtrees. */
export function merkleNodeHash(
  left: Uint8Array,
  right: Uint8Array,
  sha256: Sha256 = portableSha256,
): Uint8Array {
  const input = new Uint8Array(1 + left.length + right.length)
  input[0] = NODE_PREFIX
  input.set(left, 1)
  input.set(right, 1 + left.length)
  return sha256(input)
}

/** Root of the RFC 6962 tree over leaves in their order; the hash of nothing for no leaves. */
export function merkleRoot(
  leaves: readonly (Uint8Array | string)[],
  sha256: Sha256 = portableSha256,
): Uint8Array {
  let level = leaves.map((leaf) => merkleLeafHash(leaf, sha256))
  while (level.length > 1) level = levelAbove(level, sha256)
  return level[0] ?? sha256('')
}

/**
 * Sibling hashes from the leaf at a zero-based index up to the root.
 * Throws RangeError when there is no such leaf.
 */
export function merkleInclusionProof(
  leaves: readonly (Uint8Array | string)[],
  index: number,
  sha256: Sha256 = portableSha256,
): Uint8Array[] {
  if (!Number.isSafeInteger(index) || index < 0 || index >= leaves.length) {
    throw new RangeError(`There is no leaf ${index} among ${leaves.length}.`)
  }
  const proof: Uint8Array[] = []
  let level = leaves.map((leaf) => merkleLeafHash(leaf, sha256))
  let position = index
  while (level.length > 1) {
    const sibling = level[position ^ 1]
    if (sibling) proof.push(sibling)
    position >>= 1
    level = levelAbove(level, sha256)
  }
  return proof
}

export interface MerkleInclusion {
  readonly leaf: Uint8Array | string
  /** Zero-based. */
  readonly index: number
  /** Number of leaves of the tree. */
  readonly size: number
  readonly proof: readonly Uint8Array[]
  readonly root: Uint8Array
}

/** Whether a proof shows that the leaf is at that index of the tree of that size and root (RFC 9162 §2.1.3.2). */
export function verifyMerkleInclusion(inclusion: MerkleInclusion, sha256: Sha256 = portableSha256): boolean {
  const { leaf, index, size, proof, root } = inclusion
  if (!Number.isSafeInteger(index) || !Number.isSafeInteger(size) || index < 0 || index >= size) return false
  let hash = merkleLeafHash(leaf, sha256)
  let position = index
  let width = size
  let used = 0
  while (width > 1) {
    const isAlone = position % 2 === 0 && position === width - 1
    if (!isAlone) {
      const sibling = proof[used++]
      if (sibling?.length !== 32) return false
      hash =
        position % 2 === 0 ? merkleNodeHash(hash, sibling, sha256) : merkleNodeHash(sibling, hash, sha256)
    }
    position = Math.floor(position / 2)
    width = Math.ceil(width / 2)
  }
  return used === proof.length && equalBytes(hash, root)
}

// The last node of an odd level moves up unpaired: the same tree as splitting at the largest power of two below n.
function levelAbove(level: readonly Uint8Array[], sha256: Sha256): Uint8Array[] {
  const above: Uint8Array[] = []
  for (let at = 0; at < level.length; at += 2) {
    const left = level[at] as Uint8Array
    const right = level[at + 1]
    above.push(right ? merkleNodeHash(left, right, sha256) : left)
  }
  return above
}

/** Whether two lists of bytes are the same; for public values, as it stops at the first difference. */
export function equalBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}
