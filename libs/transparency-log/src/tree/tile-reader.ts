import type { Sha256 } from '@outturn/canonical'
import { HASH_BYTES, type HashTile, tilePath } from '../tile.ts'
import { completeRoot, foldRoots, splitHashes } from './hashing.ts'
import { type LeafRange, runsOf } from './subtrees.ts'

/** Reads tiles from wherever a log keeps them: the hashes of each, in the order asked for. */
export type ReadTiles = (tiles: readonly HashTile[]) => Promise<readonly Uint8Array[]>

/** A tile that is not there or not as wide as the tree needs it. */
export class BrokenTile extends Error {
  override readonly name = 'BrokenTile'
  readonly tile: HashTile

  constructor(tile: HashTile, problem: string) {
    super(`${tilePath(tile)} ${problem}`)
    this.tile = tile
  }
}

/** Roots over ranges of leaves in the tree of this size; the tiles of all of them are read at once. */
export async function rootsOfRanges(
  ranges: readonly LeafRange[],
  size: number,
  readTiles: ReadTiles,
  sha256: Sha256,
): Promise<Uint8Array[]> {
  const runs = ranges.map((range) => runsOf(range, size))
  const hashes = await readHashes(
    runs.flat().map(({ tile }) => tile),
    readTiles,
  )
  return runs.map((parts) => {
    const roots = parts.map(({ tile, offset, count }) => {
      const row = hashes.get(tilePath(tile)) as Uint8Array[]
      return completeRoot(row.slice(offset, offset + count), sha256)
    })
    return foldRoots(roots, sha256)
  })
}

/** The hashes of tiles by their path, each read once. Throws BrokenTile for one of another width than it was asked for. */
export async function readHashes(
  tiles: readonly HashTile[],
  readTiles: ReadTiles,
): Promise<Map<string, Uint8Array[]>> {
  const wanted = [...new Map(tiles.map((tile) => [tilePath(tile), tile])).values()]
  const read = wanted.length === 0 ? [] : await readTiles(wanted)
  return new Map(
    wanted.map((tile, at) => {
      const bytes = read[at]
      if (bytes?.length !== tile.width * HASH_BYTES) {
        throw new BrokenTile(tile, `has ${bytes?.length ?? 0} bytes instead of ${tile.width * HASH_BYTES}`)
      }
      return [tilePath(tile), splitHashes(bytes)]
    }),
  )
}
