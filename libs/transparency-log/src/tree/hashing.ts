import { type Sha256, merkleNodeHash } from '@outturn/canonical'
import { HASH_BYTES } from '../tile.ts'

/** The hashes that stand one after the other in a tile. */
export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    bytes.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  )
}

export function joinHashes(hashes: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(hashes.length * HASH_BYTES)
  for (const [at, hash] of hashes.entries()) bytes.set(hash, at * HASH_BYTES)
  return bytes
}

/** Root of a complete subtree over a power of two of hashes. */
export function completeRoot(hashes: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  let level = hashes
  while (level.length > 1) {
    const below = level
    level = Array.from({ length: below.length / 2 }, (_, at) =>
      merkleNodeHash(below[2 * at] as Uint8Array, below[2 * at + 1] as Uint8Array, sha256),
    )
  }
  return level[0] as Uint8Array
}

/** Root over the roots of adjacent complete subtrees, largest first; the hash of nothing for none. */
export function foldRoots(roots: readonly Uint8Array[], sha256: Sha256): Uint8Array {
  const last = roots.at(-1)
  if (last === undefined) return sha256('')
  return roots.slice(0, -1).reduceRight((right, left) => merkleNodeHash(left, right, sha256), last)
}
