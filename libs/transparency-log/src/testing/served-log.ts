import { fromBase64Url, merkleLeafHash } from '@outturn/canonical'
import { createEd25519Signer, nodeSha256 } from '@outturn/canonical/node'
import { type TrustedLog, verifierKeyOf } from '@outturn/receipt-verifier'
import { formatCheckpoint, formatLogProof, formatSignedNote } from '../checkpoint.ts'
import { formatEntryBundle } from '../entry-bundle.ts'
import { hashesAtLevel, type HashTile, TILE_WIDTH, tileOfTree, tilePath } from '../tile.ts'
import { joinHashes } from '../tree/hashing.ts'
import { appendLeaves, emptyFrontier, frontierRoot } from '../tree/frontier.ts'
import { proveInclusion } from '../tree/proofs.ts'
import type { ReadTiles } from '../tree/tile-reader.ts'

const signer = createEd25519Signer(new Uint8Array(32).fill(7))
const key = verifierKeyOf('log.example.com', signer.publicKey)

/** The log of the tests, by its public half. */
export const testLog: TrustedLog = { origin: key.name, keys: [key] }

/** Leaves that differ by their number. */
export function numberedEntries(count: number): string[] {
  return Array.from({ length: count }, (_, at) => JSON.stringify({ leaf: at }))
}

/** Everything that a log of these entries serves, by path. */
export function serveLog(entries: readonly string[]): Map<string, Uint8Array> {
  const encoded = entries.map((entry) => Buffer.from(entry))
  const served = new Map<string, Uint8Array>()
  for (const [path, hashes] of tilesOf(encoded)) served.set(path, joinHashes(hashes))
  for (let index = 0; index * TILE_WIDTH < entries.length; index += 1) {
    const bundle = encoded.slice(index * TILE_WIDTH, (index + 1) * TILE_WIDTH)
    served.set(tilePath({ level: 'entries', index, width: bundle.length }), formatEntryBundle(bundle))
  }
  served.set('checkpoint', Buffer.from(signedCheckpoint(entries)))
  return served
}

/** The checkpoint that the log signs over these entries. */
export function signedCheckpoint(entries: readonly string[], origin = testLog.origin): string {
  const hashes = entries.map((entry) => merkleLeafHash(entry, nodeSha256))
  const { frontier } = appendLeaves(emptyFrontier, hashes, nodeSha256)
  const root = frontierRoot(frontier, nodeSha256)
  const text = formatCheckpoint(origin, { size: entries.length, root })
  return formatSignedNote(text, key, fromBase64Url(signer.sign(text)) ?? new Uint8Array())
}

/** The proof that the entry at this place is in the log of these entries. */
export async function proofIn(entries: readonly string[], index: number): Promise<string> {
  const tree = { size: entries.length, readTiles: tilesServed(serveLog(entries)), sha256: nodeSha256 }
  return formatLogProof(index, await proveInclusion(index, tree), signedCheckpoint(entries))
}

/** Reads tiles of what is served. */
export function tilesServed(served: ReadonlyMap<string, Uint8Array>): ReadTiles {
  return async (tiles) => tiles.map((tile) => served.get(tilePath(tile)) ?? new Uint8Array())
}

// Straight from the definition: each hash of a level is the root of a full tile below.
function tilesOf(entries: readonly Uint8Array[]): [path: string, hashes: Uint8Array[]][] {
  const tiles: [string, Uint8Array[]][] = []
  let row = entries.map((entry) => merkleLeafHash(entry, nodeSha256))
  for (let level = 0; row.length > 0; level += 1) {
    const above: Uint8Array[] = []
    for (let index = 0; index * TILE_WIDTH < row.length; index += 1) {
      const tile = tileOfTree(level, index, entries.length) as HashTile
      const hashes = row.slice(index * TILE_WIDTH, index * TILE_WIDTH + tile.width)
      tiles.push([tilePath(tile), hashes])
      if (hashes.length === TILE_WIDTH) above.push(rootOf(hashes))
    }
    if (above.length !== hashesAtLevel(level + 1, entries.length)) throw new Error('a level is short')
    row = above
  }
  return tiles
}

function rootOf(hashes: readonly Uint8Array[]): Uint8Array {
  let row = hashes
  while (row.length > 1) {
    const below = row
    row = Array.from({ length: below.length / 2 }, (_, at) =>
      nodeSha256(Buffer.concat([Buffer.of(1), below[2 * at] as Uint8Array, below[2 * at + 1] as Uint8Array])),
    )
  }
  return row[0] as Uint8Array
}

/** The leaf hashes of these entries, one after the other. */
export function leafHashes(entries: readonly string[]): Uint8Array {
  return joinHashes(entries.map((entry) => merkleLeafHash(entry, nodeSha256)))
}
