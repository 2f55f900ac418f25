import { equalBytes, type Sha256, merkleNodeHash } from '@outturn/canonical'
import { heightWithin } from './subtrees.ts'

/** A tree as one number and one hash. */
export interface TreeHead {
  readonly size: number
  readonly root: Uint8Array
}

/** Whether a proof shows that the later tree begins with the leaves of the earlier one (RFC 9162 §2.1.4.2). */
export function verifyConsistency(
  earlier: TreeHead,
  later: TreeHead,
  proof: readonly Uint8Array[],
  sha256: Sha256,
): boolean {
  if (earlier.size === later.size) return proof.length === 0 && equalBytes(earlier.root, later.root)
  if (earlier.size === 0) return proof.length === 0 && equalBytes(earlier.root, sha256(''))
  if (earlier.size > later.size || proof.some(({ length }) => length !== 32)) return false
  const path = earlier.size === 2 ** heightWithin(earlier.size) ? [earlier.root, ...proof] : [...proof]
  let position = earlier.size - 1
  let last = later.size - 1
  while (position % 2 === 1) {
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  const [seed, ...steps] = path
  if (seed === undefined) return false
  let [earlierRoot, laterRoot] = [seed, seed]
  for (const sibling of steps) {
    if (last === 0) return false
    if (position % 2 === 1 || position === last) {
      earlierRoot = merkleNodeHash(sibling, earlierRoot, sha256)
      laterRoot = merkleNodeHash(sibling, laterRoot, sha256)
      while (position % 2 === 0 && position !== 0) {
        position = Math.floor(position / 2)
        last = Math.floor(last / 2)
      }
    } else {
      laterRoot = merkleNodeHash(laterRoot, sibling, sha256)
    }
    position = Math.floor(position / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && equalBytes(earlierRoot, earlier.root) && equalBytes(laterRoot, later.root)
}
