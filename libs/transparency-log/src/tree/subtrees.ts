import { type HashTile, TILE_WIDTH, tileOfTree } from '../tile.ts'

const TILE_HEIGHT = 8

/** Leaves from `start` up to and without `end`. */
export interface LeafRange {
  readonly start: number
  readonly end: number
}

/** A run of hashes in a tile that together make one complete subtree. */
export interface TileRun {
  readonly tile: HashTile
  readonly offset: number
  /** A power of two. */
  readonly count: number
}

/**
 * Where the complete subtrees of a range lie, largest first, in the tiles of a tree of this size. The ranges of proofs
 * begin at a multiple of their largest subtree, so the hash of the range is that of these, folded from the right.
 */
export function runsOf({ start, end }: LeafRange, size: number): TileRun[] {
  const runs: TileRun[] = []
  for (let at = start; at < end; ) {
    const height = heightWithin(end - at)
    runs.push(runAt(at, height, size))
    at += 2 ** height
  }
  return runs
}

/** Largest height of a subtree that holds no more leaves than this. */
export function heightWithin(leaves: number): number {
  let height = 0
  while (2 ** (height + 1) <= leaves) height += 1
  return height
}

function runAt(start: number, height: number, size: number): TileRun {
  const level = Math.floor(height / TILE_HEIGHT)
  const first = start / TILE_WIDTH ** level
  const tile = tileOfTree(level, Math.floor(first / TILE_WIDTH), size)
  if (tile === undefined) throw new RangeError(`A tree of ${size} leaves has no leaf ${start}.`)
  return { tile, offset: first % TILE_WIDTH, count: 2 ** (height % TILE_HEIGHT) }
}
