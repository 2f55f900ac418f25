import { HASH_BYTES, type HashTile, TILE_WIDTH, type TileAddress, tilePath } from '../tile.ts'
import { readEntryBundle } from '../entry-bundle.ts'
import { BrokenTile, type ReadTiles } from '../tree/tile-reader.ts'

/** Reads a resource of a log by its path below the prefix; undefined when the log does not have it. */
export type ReadResource = (path: string) => Promise<Uint8Array | undefined>

/** Tiles of hashes as the log serves them; each is fetched once. */
export function tilesOfSource(readResource: ReadResource): ReadTiles {
  const kept = new Map<string, Promise<Uint8Array | undefined>>()
  const keep = (tile: HashTile) => {
    const path = tilePath(tile)
    const reading = kept.get(path) ?? readTile(tile, readResource)
    kept.set(path, reading)
    return reading
  }
  return async (tiles) => {
    const read = await Promise.all(tiles.map(keep))
    return read.map((bytes, at) => {
      const tile = tiles[at] as HashTile
      if (bytes === undefined) throw new BrokenTile(tile, 'is not served')
      const length = tile.width * HASH_BYTES
      if (bytes.length < length) throw new BrokenTile(tile, `has ${bytes.length} bytes instead of ${length}`)
      return bytes.subarray(0, length)
    })
  }
}

/** The first `width` entries of a bundle, or what there is of them; undefined when there is no readable bundle. */
export async function entriesOfSource(
  index: number,
  width: number,
  readResource: ReadResource,
): Promise<Uint8Array[] | undefined> {
  const bundle = await readTile({ level: 'entries', index, width }, readResource)
  return bundle && readEntryBundle(bundle)?.slice(0, width)
}

/** A log may delete a partial tile once the full one is there. */
async function readTile(address: TileAddress, readResource: ReadResource): Promise<Uint8Array | undefined> {
  const bytes = await readResource(tilePath(address))
  if (bytes !== undefined || address.width === TILE_WIDTH) return bytes
  return readResource(tilePath({ ...address, width: TILE_WIDTH }))
}
