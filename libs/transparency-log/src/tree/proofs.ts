import type { Sha256 } from '@outturn/canonical'
import { heightWithin, type LeafRange } from './subtrees.ts'
import { type ReadTiles, rootsOfRanges } from './tile-reader.ts'

/** The tiles of a tree of `size` leaves. */
export interface TiledTree {
  readonly size: number
  readonly readTiles: ReadTiles
  readonly sha256: Sha256
}

/** The root of the tree as its tiles have it. */
export async function treeRoot({ size, readTiles, sha256 }: TiledTree): Promise<Uint8Array> {
  const [root] = await rootsOfRanges([{ start: 0, end: size }], size, readTiles, sha256)
  return root as Uint8Array
}

/** Sibling hashes from the leaf at `index` up to the root. Throws RangeError when there is no such leaf. */
export function proveInclusion(index: number, { size, readTiles, sha256 }: TiledTree): Promise<Uint8Array[]> {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) {
    throw new RangeError(`There is no leaf ${index} among ${size}.`)
  }
  return rootsOfRanges(inclusionRanges(index, size), size, readTiles, sha256)
}

/**
 * Hashes that show that the tree begins with the `earlierSize` leaves that it had before (RFC 6962 §2.1.2); none for an
 * empty or an equally large tree. Throws RangeError when the earlier tree is the larger.
 */
export function proveConsistency(
  earlierSize: number,
  { size, readTiles, sha256 }: TiledTree,
): Promise<Uint8Array[]> {
  if (!Number.isSafeInteger(earlierSize) || earlierSize < 0 || earlierSize > size) {
    throw new RangeError(`A tree of ${size} leaves never had ${earlierSize}.`)
  }
  const ranges = earlierSize === 0 || earlierSize === size ? [] : consistencyRanges(earlierSize, size)
  return rootsOfRanges(ranges, size, readTiles, sha256)
}

function inclusionRanges(index: number, size: number): LeafRange[] {
  const siblings: LeafRange[] = []
  let [start, end] = [0, size]
  while (end - start > 1) {
    const middle = splitPoint(start, end)
    siblings.push(index < middle ? { start: middle, end } : { start, end: middle })
    if (index < middle) end = middle
    else start = middle
  }
  return siblings.toReversed()
}

function consistencyRanges(earlierSize: number, size: number): LeafRange[] {
  const ranges: LeafRange[] = []
  let [start, end] = [0, size]
  while (end !== earlierSize) {
    const middle = splitPoint(start, end)
    ranges.push(earlierSize <= middle ? { start: middle, end } : { start, end: middle })
    if (earlierSize <= middle) end = middle
    else start = middle
  }
  // The checker of the proof knows the earlier root, so it is left out when it is one subtree by itself.
  if (start > 0) ranges.push({ start, end })
  return ranges.toReversed()
}

/** RFC 6962 splits at the largest power of two below the number of leaves. */
function splitPoint(start: number, end: number): number {
  return start + 2 ** heightWithin(end - start - 1)
}
