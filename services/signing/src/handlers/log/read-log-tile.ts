import { absent, type CommandInput, type readLogTile } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool, type Pool } from '@outturn/postgres'
import { formatEntryBundle, HASH_BYTES } from '@outturn/transparency-log'
import type { SigningDeps } from '../../deps.ts'
import { findLogNamed } from '../../store/log-identity-store.ts'
import { readLogEntries, storedTiles } from '../../store/log-store.ts'

/** A tile is there when the log has everything in it; of a tile that is full by now, every narrower one is there too. */
export function handleReadLogTile({ pool }: SigningDeps): Handler<typeof readLogTile> {
  return async ({ log, ...tile }) => {
    const number = await findLogNamed(onPool(pool), log)
    if (number === null) throw absent('There is no log of this number.')
    const bytes =
      tile.level === 'entries' ? await readBundle(pool, number, tile) : await readHashes(pool, number, tile)
    if (bytes === null) throw absent('The log has no such tile.')
    return { tile: Buffer.from(bytes).toString('base64') }
  }
}

type Tile = Omit<CommandInput<typeof readLogTile>, 'log'>

async function readBundle(pool: Pool, log: number, tile: Tile): Promise<Uint8Array | null> {
  const entries = await readLogEntries(pool, log, tile)
  return entries.length === tile.width ? formatEntryBundle(entries.map((entry) => Buffer.from(entry))) : null
}

async function readHashes(
  pool: Pool,
  log: number,
  { level, index, width }: Tile,
): Promise<Uint8Array | null> {
  const [hashes] = await storedTiles(onPool(pool), log)([{ level: Number(level), index, width }])
  return hashes?.length === width * HASH_BYTES ? hashes : null
}
