import { equalBytes, type Sha256, merkleLeafHash } from '@outturn/canonical'
import { HASH_BYTES, type HashTile, hashesAtLevel, TILE_WIDTH, tileOfTree, tilePath } from '../tile.ts'
import { completeRoot, splitHashes } from '../tree/hashing.ts'
import { BrokenTile, type ReadTiles } from '../tree/tile-reader.ts'
import { finding, type LogFinding } from './finding.ts'
import { entriesOfSource, type ReadResource } from './log-source.ts'

export interface LeafReading {
  /** Hashes of the leaves from the first one read, made of the entries. */
  readonly hashes: Uint8Array
  readonly finding: LogFinding | undefined
}

export interface LeafReader {
  /** Read from the tile that holds this leaf; up to and without `end`. */
  readonly start: number
  readonly end: number
  readonly readResource: ReadResource
  readonly readTiles: ReadTiles
  readonly sha256: Sha256
  readonly onEntry: (entry: Uint8Array, index: number) => void
}

/** Tiles fetched at once. */
const AT_ONCE = 8

/** Reads entries and compares each with the tree; stops at the first leaf that the tree holds otherwise. */
export async function readLeaves(reader: LeafReader): Promise<LeafReading> {
  const { start, end } = reader
  const first = Math.floor(start / TILE_WIDTH)
  const tiles = tilesOfLevel(0, first, end)
  const hashes = new Uint8Array((end - first * TILE_WIDTH) * HASH_BYTES)
  let read = 0
  for (let at = 0; at < tiles.length; at += AT_ONCE) {
    const batch = tiles.slice(at, at + AT_ONCE)
    for (const { leaves, problem } of await Promise.all(batch.map((tile) => readTileLeaves(tile, reader)))) {
      for (const leaf of leaves) {
        hashes.set(leaf, read * HASH_BYTES)
        read += 1
      }
      if (problem !== undefined) return { hashes: hashes.subarray(0, read * HASH_BYTES), finding: problem }
    }
  }
  return { hashes, finding: undefined }
}

async function readTileLeaves(
  tile: HashTile,
  { readResource, readTiles, sha256, onEntry }: LeafReader,
): Promise<{ leaves: Uint8Array[]; problem: LogFinding | undefined }> {
  const entries = await entriesOfSource(tile.index, tile.width, readResource)
  const expected = await hashesOf(tile, readTiles)
  const leaves: Uint8Array[] = []
  for (let at = 0; at < tile.width; at += 1) {
    const index = tile.index * TILE_WIDTH + at
    const entry = entries?.[at]
    if (entry === undefined) {
      return {
        leaves,
        problem: finding('hidden', `Leaf ${index} is not served, though the log counts it.`, index),
      }
    }
    const leaf = merkleLeafHash(entry, sha256)
    leaves.push(leaf)
    if (expected !== undefined && !equalBytes(leaf, expected[at] as Uint8Array)) {
      return { leaves, problem: mismatch(index, leaf, at, expected) }
    }
    onEntry(entry, index)
  }
  if (expected === undefined) {
    const detail = `The tile ${tilePath(tile)} with the hash of leaf ${tile.index * TILE_WIDTH} is not served whole.`
    return { leaves, problem: finding('broken_tile', detail) }
  }
  return { leaves, problem: undefined }
}

async function hashesOf(tile: HashTile, readTiles: ReadTiles): Promise<Uint8Array[] | undefined> {
  try {
    const [bytes] = await readTiles([tile])
    return bytes?.length === tile.width * HASH_BYTES ? splitHashes(bytes) : undefined
  } catch (error) {
    if (error instanceof BrokenTile) return undefined
    throw error
  }
}

function mismatch(index: number, leaf: Uint8Array, at: number, expected: readonly Uint8Array[]): LogFinding {
  const place = expected.findIndex((hash, other) => other > at && equalBytes(hash, leaf))
  if (place === at + 1) {
    return finding('hidden', `Leaf ${index} is left out: its place shows the entry that follows it.`, index)
  }
  return place === -1
    ? finding('rewritten', `Leaf ${index} shows another entry than the tree holds: it was rewritten.`, index)
    : finding(
        'reordered',
        `Leaf ${index} shows the entry of leaf ${index - at + place}: leaves were reordered.`,
        index,
      )
}

/** Compares each tile from a leaf on with the hash that the level above has of it. */
export async function checkTiles(
  start: number,
  size: number,
  readTiles: ReadTiles,
  sha256: Sha256,
): Promise<LogFinding | undefined> {
  for (let level = 0; hashesAtLevel(level + 1, size) > 0; level += 1) {
    const covered = TILE_WIDTH ** (level + 1)
    for (let index = Math.floor(start / covered); index < hashesAtLevel(level + 1, size); index += 1) {
      const tile = { level, index, width: TILE_WIDTH }
      const above = tileOfTree(level + 1, Math.floor(index / TILE_WIDTH), size) as HashTile
      const [below, row] = await readTiles([tile, above])
      const root = completeRoot(splitHashes(below as Uint8Array), sha256)
      const stated = splitHashes(row as Uint8Array)[index % TILE_WIDTH]
      if (stated === undefined || !equalBytes(root, stated)) {
        const [from, to] = [index * covered, (index + 1) * covered - 1]
        const detail = `The tree does not follow from leaves ${from} to ${to}: one of them was changed (${tilePath(tile)}).`
        return finding('broken_tile', detail, from)
      }
    }
  }
  return undefined
}

function tilesOfLevel(level: number, first: number, size: number): HashTile[] {
  const tiles: HashTile[] = []
  for (let index = first; ; index += 1) {
    const tile = tileOfTree(level, index, size)
    if (tile === undefined) return tiles
    tiles.push(tile)
  }
}
