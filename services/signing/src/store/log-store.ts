import { type Pool, query, type Runner, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import {
  type FullTile,
  type HashTile,
  type ReadTiles,
  TILE_WIDTH,
  type TreeHead,
} from '@outturn/transparency-log'
import { sql } from 'kysely'
import type { LogLeaf } from '../domain/log/log-leaf.ts'
import type { Tables } from './tables.ts'

export type PendingLeaf = LogLeaf & { readonly seq: bigint }

/** A leaf with its place. */
export type PlacedLeaf = LogLeaf & { readonly index: number; readonly hash: Uint8Array }

export type SignedCheckpoint = TreeHead & { readonly keyId: string; readonly note: string }

/** Logs are numbered in their order; the number in the name of one that followed another is a higher one. */
export const firstLogNumber = 2

/** Which log it is. */
export type LogIdentity = { readonly number: number; readonly origin: string }

/** Leaves a leaf for the log, in the transaction of what it tells of. */
export async function recordLogLeaf(tx: Tx<Tables>, { kind, subject, entry }: LogLeaf): Promise<void> {
  await sql`insert into log_pending (kind, subject, entry) values (${kind}, ${subject}, ${entry})`.execute(tx)
}

/** Lets one process at a time give out places; false when another one does. Given back with the transaction. */
export async function lockLog(tx: Tx<Tables>): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(current_schema() || ' log', 0)) as taken`.execute(tx)
  return rows[0]?.taken === true
}

/** The same, waiting for the process that has it. */
export async function holdLog(tx: Tx<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' log', 0))`.execute(tx)
}

/** Lets the leaves of a log that no checkpoint covers wait for a place in the log that follows. */
export async function carryLeavesOver(tx: Tx<Tables>, logNumber: number, from: number): Promise<void> {
  await sql`
    insert into log_pending (kind, subject, entry)
    select kind, subject, entry from log_entry
    where log_number = ${logNumber} and log_index >= ${from} order by log_index`.execute(tx)
}

/** Takes the leaves that wait longest, in their order. */
export async function takePendingLeaves(tx: Tx<Tables>, limit: number): Promise<PendingLeaf[]> {
  const { rows } = await sql<PendingLeaf>`
    delete from log_pending where seq in (select seq from log_pending order by seq limit ${limit})
    returning seq, kind, subject, entry`.execute(tx)
  return rows.toSorted((a, b) => (a.seq < b.seq ? -1 : 1))
}

/** Adds leaves at their places and the tiles that they filled. */
export async function addLogEntries(
  tx: Tx<Tables>,
  logNumber: number,
  leaves: readonly PlacedLeaf[],
  filled: readonly FullTile[],
): Promise<void> {
  await sql`
    insert into log_entry (log_number, log_index, kind, subject, entry, leaf_hash)
    select ${logNumber}::smallint, leaf.* from unnest(
      ${leaves.map(({ index }) => index)}::bigint[], ${leaves.map(({ kind }) => kind)}::text[],
      ${leaves.map(({ subject }) => subject)}::text[], ${leaves.map(({ entry }) => entry)}::text[],
      ${leaves.map(({ hash }) => hash)}::bytea[]) as leaf`.execute(tx)
  if (filled.length === 0) return
  await sql`
    insert into log_tile (log_number, level, tile_index, hashes, root)
    select ${logNumber}::smallint, tile.* from unnest(
      ${filled.map(({ level }) => level)}::smallint[], ${filled.map(({ index }) => index)}::bigint[],
      ${filled.map(({ hashes }) => hashes)}::bytea[], ${filled.map(({ root }) => root)}::bytea[]) as tile`.execute(
    tx,
  )
}

/** Keeps a checkpoint unless its size has one or is passed already. */
export async function keepCheckpoint(
  pool: Pool,
  logNumber: number,
  { size, root, keyId, note }: SignedCheckpoint,
  now: Date,
): Promise<void> {
  await query(pool, keepStatement, [size, root, keyId, note, now.toISOString(), logNumber])
}

const keepStatement = statement(
  'keep_log_checkpoint',
  `insert into log_checkpoint (log_number, tree_size, root, key_id, note, signed_at)
   select $6::smallint, $1::bigint, $2::bytea, $3, $4, $5::timestamptz
   where not exists (select from log_checkpoint where log_number = $6::smallint and tree_size >= $1::bigint)
   on conflict do nothing`,
)

/** A longer count would take longer, and say no more. */
const mostCounted = 200_000

export type LogState = LogIdentity & {
  readonly hasPending: boolean
  /** Number of leaves with a place. */
  readonly size: number
  /** The newest checkpoint, which may cover fewer leaves. */
  readonly checkpoint: SignedCheckpoint | null
}

type StateRow = {
  origin: string | null
  number: number
  hasPending: boolean
  size: bigint
  treeSize: bigint | null
} & {
  [Member in 'root' | 'keyId' | 'note']: SignedCheckpoint[Member] | null
}

/** The log that is written to; the one before it ended when this one began. */
const currentNumber = `(select coalesce(max(number), ${firstLogNumber}) from log_identity)`

// By the index, which forgets rows that were taken; the table keeps them until it is vacuumed.
const stateStatement = statement(
  'log_state',
  `select (select min(seq) from log_pending) is not null as "hasPending", n.number, i.origin,
     coalesce((select max(log_index) + 1 from log_entry as e where e.log_number = n.number), 0) as size,
     c.tree_size as "treeSize", c.root, c.key_id as "keyId", c.note
   from (select coalesce($1::smallint, ${currentNumber})::smallint) as n (number)
   left join log_identity as i on i.number = n.number
   left join lateral (
     select * from log_checkpoint as c where c.log_number = n.number order by tree_size desc limit 1) as c on true`,
)

/** How far the log is that is written to, or the one of this number. */
export async function readLogState(runner: Runner, logNumber: number | null = null): Promise<LogState> {
  const [row] = await runner<StateRow>(stateStatement, [logNumber])
  if (row === undefined) throw new Error('a select without from gave no row')
  const { origin, number, hasPending, size, treeSize, root, keyId, note } = row
  const checkpoint =
    treeSize === null || root === null || keyId === null || note === null
      ? null
      : { size: Number(treeSize), root, keyId, note }
  return { origin: origin ?? '', number, hasPending, size: Number(size), checkpoint }
}

const progressStatement = statement(
  'log_progress',
  `select (select count(*) from (select seq from log_pending order by seq limit ${mostCounted}) as counted)
       + l.size - coalesce(c.tree_size, 0) as pending,
     l.size, c.signed_at as "signedAt"
   from (select ${currentNumber}::smallint) as n (number)
   cross join lateral (
     select coalesce(max(log_index) + 1, 0) as size from log_entry as e where e.log_number = n.number) as l
   left join lateral (select * from log_checkpoint as c where c.log_number = n.number order by tree_size desc limit 1) as c on true`,
)

export type LogProgress = {
  /** Leaves that no signed checkpoint covers, up to some hundred thousand. */
  readonly pending: number
  /** Number of leaves with a place. */
  readonly size: number
  /** When the newest checkpoint was signed; null before the first. */
  readonly signedAt: Date | null
}

/** How far the log is behind what it is to hold. */
export async function readLogProgress(runner: Runner): Promise<LogProgress> {
  const [row] = await runner<{ pending: bigint; size: bigint; signedAt: Date | null }>(progressStatement, [])
  if (row === undefined) throw new Error('a select without from gave no row')
  return { pending: Number(row.pending), size: Number(row.size), signedAt: row.signedAt }
}

const tilesStatement = statement(
  'log_tiles',
  `select w.position, coalesce(
     (select substring(t.hashes for w.width * 32) from log_tile as t
      where t.log_number = $2::smallint and t.level = w.level and t.tile_index = w.tile_index),
     case when w.level = 0
       then (select string_agg(e.leaf_hash, ''::bytea order by e.log_index) from log_entry as e
             where e.log_number = $2::smallint and e.log_index >= w.tile_index * ${TILE_WIDTH} and e.log_index < w.tile_index * ${TILE_WIDTH} + w.width)
       else (select string_agg(t.root, ''::bytea order by t.tile_index) from log_tile as t
             where t.log_number = $2::smallint and t.level = w.level - 1
               and t.tile_index >= w.tile_index * ${TILE_WIDTH} and t.tile_index < w.tile_index * ${TILE_WIDTH} + w.width)
     end) as hashes
   from json_to_recordset($1::json) as w(position integer, level smallint, tile_index bigint, width integer)`,
)

/** The tiles of a log; one that it does not have is empty. */
export function storedTiles(runner: Runner, logNumber: number): ReadTiles {
  return async (tiles) => {
    const wanted = tiles.map(({ level, index, width }, position) => ({
      position,
      level,
      tile_index: index,
      width,
    }))
    const rows = await runner<{ position: number; hashes: Uint8Array | null }>(tilesStatement, [
      JSON.stringify(wanted),
      logNumber,
    ])
    const byPosition = new Map(rows.map(({ position, hashes }) => [position, hashes]))
    return tiles.map((_, position) => byPosition.get(position) ?? new Uint8Array())
  }
}

const entriesStatement = statement(
  'log_entries',
  `select entry from log_entry
   where log_number = $3::smallint and log_index >= $1::bigint * ${TILE_WIDTH} and log_index < $1::bigint * ${TILE_WIDTH} + $2::integer
   order by log_index`,
)

/** The entries of a tile; fewer than its width when the log does not have them. */
export async function readLogEntries(
  pool: Pool,
  logNumber: number,
  { index, width }: Omit<HashTile, 'level'>,
): Promise<string[]> {
  const rows = await query<{ entry: string }>(pool, entriesStatement, [index, width, logNumber])
  return rows.map(({ entry }) => entry)
}

/** Where the leaf of a receipt is, and the first checkpoint over it that a key signed. */
export type ReceiptPlace = {
  readonly logNumber: number
  readonly index: number
  readonly size: number
  readonly note: string
}

// A log that ended is signed no more: of its checkpoints each key's counts that signed for it.
const placeStatement = statement(
  'log_place_of_receipt',
  `select e.log_number as "logNumber", e.log_index as index, c.tree_size as size, c.note
   from log_entry as e
   cross join lateral (
     select tree_size, note from log_checkpoint as c
     where c.log_number = e.log_number and c.tree_size > e.log_index
       and (c.key_id = $2 or (e.log_number < ${currentNumber} and c.key_id = any($4::text[])))
     order by tree_size limit 1) as c
   where e.kind = 'receipt' and e.subject in ($1, $3)
   order by e.log_number desc, e.log_index limit 1`,
)

/** The place of a receipt in the log, or null until a checkpoint of this key covers it. */
export async function findReceiptPlace(
  pool: Pool,
  receipt: { readonly id: string /** As leaves name it. */; readonly subject: string },
  keys: {
    readonly signing: string /** Keys that signed before and still count. */
    readonly earlier: readonly string[]
  },
): Promise<ReceiptPlace | null> {
  const [row] = await query<{ logNumber: number; index: bigint; size: bigint; note: string }>(
    pool,
    placeStatement,
    [receipt.id, keys.signing, receipt.subject, [keys.signing, ...keys.earlier]],
  )
  return row === undefined ? null : { ...row, index: Number(row.index), size: Number(row.size) }
}
