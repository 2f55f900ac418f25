import type { Sha256 } from '@outturn/canonical'
import { hashesAtLevel, type HashTile, leavesPerHash, TILE_WIDTH, tileOfTree, tilePath } from '../tile.ts'
import { completeRoot, foldRoots, joinHashes, splitHashes } from './hashing.ts'
import { heightWithin } from './subtrees.ts'
import { type ReadTiles, readHashes } from './tile-reader.ts'

/** The right edge of a tree: all that is needed to append to it. */
export interface Frontier {
  /** Number of leaves. */
  readonly size: number
  /** The hashes of the partial tile of each level, lowest first. */
  readonly edge: readonly (readonly Uint8Array[])[]
}

/** A tile that is full and never changes again. */
export interface FullTile {
  readonly level: number
  readonly index: number
  /** 256 hashes. */
  readonly hashes: Uint8Array
  /** The root over them, which is a hash of the level above. */
  readonly root: Uint8Array
}

export const emptyFrontier: Frontier = { size: 0, edge: [] }

/** Reads the right edge of a tree of this size. */
export async function openFrontier(size: number, readTiles: ReadTiles): Promise<Frontier> {
  const edge = partialTiles(size)
  const hashes = await readHashes(
    edge.filter((tile) => tile !== undefined),
    readTiles,
  )
  return { size, edge: edge.map((tile) => (tile === undefined ? [] : (hashes.get(tilePath(tile)) ?? []))) }
}

/** The tree with more leaves, and the tiles that they filled. */
export function appendLeaves(
  { size, edge }: Frontier,
  leafHashes: readonly Uint8Array[],
  sha256: Sha256,
): { readonly frontier: Frontier; readonly filled: readonly FullTile[] } {
  const rows = edge.map((row) => [...row])
  const filled: FullTile[] = []
  let grown = size
  for (const leafHash of leafHashes) {
    grown += 1
    let hash = leafHash
    for (let level = 0; ; level += 1) {
      const row = (rows[level] ??= [])
      row.push(hash)
      if (row.length < TILE_WIDTH) break
      hash = completeRoot(row, sha256)
      const index = grown / leavesPerHash(level + 1) - 1
      filled.push({ level, index, hashes: joinHashes(row), root: hash })
      rows[level] = []
    }
  }
  return { frontier: { size: grown, edge: rows }, filled }
}

/** The root of the whole tree. */
export function frontierRoot({ edge }: Frontier, sha256: Sha256): Uint8Array {
  const roots = edge.toReversed().flatMap((row) => {
    const parts: Uint8Array[] = []
    for (let at = 0; at < row.length; ) {
      const count = 2 ** heightWithin(row.length - at)
      parts.push(completeRoot(row.slice(at, at + count), sha256))
      at += count
    }
    return parts
  })
  return foldRoots(roots, sha256)
}

/** The root over leaf hashes that stand one after the other. */
export function rootOfLeaves(leafHashes: Uint8Array, sha256: Sha256): Uint8Array {
  return frontierRoot(appendLeaves(emptyFrontier, splitHashes(leafHashes), sha256).frontier, sha256)
}

function partialTiles(size: number): (HashTile | undefined)[] {
  const tiles: (HashTile | undefined)[] = []
  for (let level = 0; hashesAtLevel(level, size) > 0; level += 1) {
    const count = hashesAtLevel(level, size)
    tiles.push(count % TILE_WIDTH === 0 ? undefined : tileOfTree(level, Math.floor(count / TILE_WIDTH), size))
  }
  return tiles
}
