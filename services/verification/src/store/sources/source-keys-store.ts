import { type Pool, type Runner, statement } from '@outturn/postgres'
import type { Source, SourceKey } from '../../domain/sources/source.ts'
import { fromSourceRow, sourceColumns, type SourceRow } from './source-rows.ts'

/** A key as it is kept: the secret encrypted, or the public key. */
export type KeptKey = SourceKey & { readonly sealed: string | null }

type KeyRow = {
  secret_id: string
  source_id: string
  sealed: string | null
  public_key: string | null
  created_at: Date
  expires_at: Date | null
}

const keyColumns = 'secret_id, source_id, sealed, public_key, created_at, expires_at'

const liveStatement = statement(
  'find_live_source_keys',
  `select ${keyColumns} from source_secret
   where source_id = any($1) and (expires_at is null or expires_at > $2) order by created_at desc, secret_id`,
)

/** Keys of these sources that are live at `now`, the newest first, by source. */
export async function findLiveKeys(
  run: Runner,
  sourceIds: readonly string[],
  now: Date,
): Promise<Map<string, KeptKey[]>> {
  const rows = await run<KeyRow>(liveStatement, [sourceIds, now])
  return new Map([...Map.groupBy(rows, (row) => row.source_id)].map(([id, own]) => [id, own.map(fromKeyRow)]))
}

/** A source with the keys that a delivery may be signed by. */
export type SourceWithKeys = { readonly source: Source; readonly keys: readonly KeptKey[] }

const signersStatement = statement(
  'find_delivery_signers',
  `select ${sourceColumns}, (select coalesce(json_agg(json_build_object('secret_id', k.secret_id, 'source_id', k.source_id, 'sealed', k.sealed,
     'public_key', k.public_key, 'created_at', k.created_at, 'expires_at', k.expires_at)), '[]')
     from source_secret k where k.source_id = source.source_id and (k.expires_at is null or k.expires_at > $2)) as keys
   from source where source.source_id = any($1) and kind = 'webhook' and status <> 'revoked'`,
)

/** The sources of these ids that deliveries may be for, with their live keys, by id. */
export async function findSigners(
  run: Runner,
  sourceIds: readonly string[],
  now: Date,
): Promise<Map<string, SourceWithKeys>> {
  type Row = SourceRow & {
    keys: (Omit<KeyRow, 'created_at' | 'expires_at'> & { created_at: string; expires_at: string | null })[]
  }
  const rows = await run<Row>(signersStatement, [sourceIds, now])
  return new Map(
    rows.map((row) => [
      row.source_id,
      {
        source: fromSourceRow(row),
        keys: row.keys.map((key) =>
          fromKeyRow({
            ...key,
            created_at: new Date(key.created_at),
            expires_at: key.expires_at === null ? null : new Date(key.expires_at),
          }),
        ),
      },
    ]),
  )
}

const recordStatement = statement(
  'record_source_key',
  `insert into source_secret (${keyColumns}) values ($1, $2, $3, $4, $5, null)`,
)

/** Gives a source a key that does not expire. */
export async function recordKey(run: Runner, sourceId: string, key: KeptKey): Promise<void> {
  await run(recordStatement, [key.id, sourceId, key.sealed, key.publicKey, key.createdAt])
}

const expireStatement = statement(
  'expire_source_keys',
  `with ended as (delete from source_secret where source_id = $1 and expires_at is not null)
   update source_secret set expires_at = $2 where source_id = $1 and expires_at is null`,
)

/** Gives the newest key of a source an end, and removes the one before it. */
export async function expireKeys(run: Runner, sourceId: string, at: Date): Promise<void> {
  await run(expireStatement, [sourceId, at])
}

const destroyStatement = statement('destroy_source_keys', 'delete from source_secret where source_id = $1')

export async function destroyKeys(run: Runner, sourceId: string): Promise<void> {
  await run(destroyStatement, [sourceId])
}

/** Deletes keys that have expired; returns how many went. */
export async function forgetExpiredKeys(pool: Pool, now: Date): Promise<number> {
  const { rowCount } = await pool.query('delete from source_secret where expires_at <= $1', [now])
  return rowCount ?? 0
}

function fromKeyRow(row: KeyRow): KeptKey {
  return {
    id: row.secret_id,
    sealed: row.sealed,
    publicKey: row.public_key,
    createdAt: row.created_at.toISOString(),
    expiresAt: row.expires_at?.toISOString() ?? null,
  }
}
