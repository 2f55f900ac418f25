import type { SourceSyncView } from '@outturn/contracts'
import { type Pool, type Runner, statement } from '@outturn/postgres'

const runningStatement = statement(
  'find_running_sync',
  `select sync_id, facts_created from source_sync where source_id = $1 and status = 'running'`,
)

/** The sync of a source that is under way. */
export type RunningSync = { readonly id: string; readonly factsCreated: number }

export async function findRunningSync(run: Runner, sourceId: string): Promise<RunningSync | null> {
  const [row] = await run<{ sync_id: string; facts_created: number }>(runningStatement, [sourceId])
  return row === undefined ? null : { id: row.sync_id, factsCreated: row.facts_created }
}

const listStatement = statement(
  'list_syncs',
  `select sync_id, status, started_at, ended_at, facts_created, error from source_sync
   where source_id = $1 order by started_at desc, sync_id limit $2`,
)

/** The latest syncs of a source, the newest first. */
export async function listSyncs(run: Runner, sourceId: string, limit: number): Promise<SourceSyncView[]> {
  type Row = Pick<SourceSyncView, 'facts_created' | 'status' | 'sync_id'> & {
    started_at: Date
    ended_at: Date | null
    error: string | null
  }
  const rows = await run<Row>(listStatement, [sourceId, limit])
  return rows.map(({ started_at: startedAt, ended_at: endedAt, error, ...sync }) => ({
    ...sync,
    started_at: startedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
    ...(error !== null && { error }),
  }))
}

/**
 * When a sync starts: in a later second than the one before it. Values of a source count by the second of their sync, and of one second
 * they would count by chance.
 */
const startedAt = (sourceId: string, now: string) => `greatest(${now}::timestamptz,
  (select max(earlier.started_at) + interval '1 second' from source_sync as earlier where earlier.source_id = ${sourceId}))`

const startStatement = statement(
  'start_sync',
  `insert into source_sync (sync_id, source_id, status, started_at, leased_until)
   values ($1, $2, 'running', ${startedAt('$2', '$3')}, $3)
   on conflict (source_id) where status = 'running' do nothing returning sync_id`,
)

/** Starts a sync that the next free replica takes; false while another one of the source runs. */
export async function startSync(
  run: Runner,
  sync: { readonly id: string; readonly sourceId: string; readonly at: Date },
): Promise<boolean> {
  return (await run(startStatement, [sync.id, sync.sourceId, sync.at])).length === 1
}

const soonStatement = statement(
  'find_syncs_soon',
  `select exists (select from source_sync where status = 'running')
     or exists (select from source where next_sync_at <= $1::timestamptz + interval '10 seconds') as is_soon`,
)

/** Whether a sync runs, or is due within ten seconds. */
export async function isSyncSoon(run: Runner, now: Date): Promise<boolean> {
  const [row] = await run<{ is_soon: boolean }>(soonStatement, [now])
  return row?.is_soon ?? false
}

const dueStatement = statement(
  'start_due_syncs',
  `with due as (
     select source_id from source where next_sync_at <= $1 and status in ('active', 'failing')
     order by next_sync_at limit $2 for update skip locked),
   later as (
     update source set next_sync_at = $1::timestamptz + interval '6 hours' from due where source.source_id = due.source_id)
   insert into source_sync (sync_id, source_id, status, started_at, leased_until)
   select 'syn_' || substr(encode(sha256((source_id || $3)::bytea), 'hex'), 1, 24), source_id, 'running',
     ${startedAt('due.source_id', '$1')}, $1 from due
   on conflict do nothing`,
)

/**
 * Starts the syncs that are due. Each sets the time of the next one when it ends; until then it is not due again. `salt` makes their ids, and
 * is another one at each call.
 */
export async function startDueSyncs(run: Runner, now: Date, salt: string, limit = 20): Promise<void> {
  await run(dueStatement, [now, limit, salt])
}

/** A sync that this replica works on until its lease ends. */
export type LeasedSync = {
  readonly id: string
  readonly sourceId: string
  readonly startedAt: Date
  readonly leasedUntil: Date
  /** How many replicas have worked on it, this one included. */
  readonly attempts: number
}

type LeasedRow = {
  sync_id: string
  source_id: string
  started_at: Date
  leased_until: Date
  attempts: number
}

/** Syncs of one account that are worked on at once, so that its slow sources hold up no other account. */
const maxOfAccount = 2

const leaseStatement = statement(
  'lease_syncs',
  `with waiting as (
     select s.sync_id, row_number() over (partition by source.account_id order by s.leased_until, s.sync_id) + (
       select count(*) from source_sync as l join source as o on o.source_id = l.source_id
       where l.status = 'running' and l.leased_until > $1 and o.account_id = source.account_id) as place
     from source_sync as s join source on source.source_id = s.source_id
     where s.status = 'running' and s.leased_until <= $1)
   update source_sync set leased_until = $2, attempts = attempts + 1 where sync_id in (
     select sync_id from source_sync where status = 'running' and leased_until <= $1
       and sync_id in (select sync_id from waiting where place <= ${maxOfAccount})
     order by leased_until limit $3 for update skip locked)
   returning sync_id, source_id, started_at, leased_until, attempts`,
)

/** Takes over running syncs that no replica works on, and whose account has a turn. */
export async function leaseSyncs(
  run: Runner,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<LeasedSync[]> {
  const rows = await run<LeasedRow>(leaseStatement, [now, until, limit])
  return rows.map((row) => ({
    id: row.sync_id,
    sourceId: row.source_id,
    startedAt: row.started_at,
    leasedUntil: row.leased_until,
    attempts: row.attempts,
  }))
}

const renewStatement = statement(
  'renew_sync_lease',
  `update source_sync set leased_until = $3, facts_created = facts_created + $4
   where sync_id = $1 and status = 'running' and leased_until = $2 returning sync_id`,
)

/** Counts the facts of a page and renews the lease; false when another replica has taken the sync over. */
export async function renewSync(
  run: Runner,
  { id, leasedUntil }: LeasedSync,
  until: Date,
  created: number,
): Promise<boolean> {
  return (await run(renewStatement, [id, leasedUntil, until, created])).length === 1
}

/** How a sync ended, and what that means for its source. */
export type EndedSync = {
  readonly at: Date
  readonly error: string | null
  readonly etag: string | null
  /** Null where the source is not fetched again by itself. */
  readonly nextAt: Date | null
}

const endStatement = statement(
  'end_sync',
  `with ended as (
     update source_sync set status = case when $4::text is null then 'completed' else 'failed' end, ended_at = $3, error = $4
     where sync_id = $1 and status = 'running' and leased_until = $2 returning source_id)
   update source set etag = $5, next_sync_at = case when source.status in ('active', 'failing') then $6::timestamptz end
   from ended where source.source_id = ended.source_id returning source.source_id`,
)

/** Ends a sync that this replica works on; false when another one has taken it over. */
export async function endSync(
  run: Runner,
  { id, leasedUntil }: LeasedSync,
  { at, error, etag, nextAt }: EndedSync,
): Promise<boolean> {
  return (await run(endStatement, [id, leasedUntil, at, error, etag, nextAt])).length === 1
}

const pulledStatement = statement(
  'find_pulled_source',
  'select etag, sealed_headers from source where source_id = $1',
)

/** What a source is fetched with beside its terms. */
export async function findPullSecrets(
  run: Runner,
  sourceId: string,
): Promise<{ etag: string | null; sealedHeaders: string | null }> {
  const [row] = await run<{ etag: string | null; sealed_headers: string | null }>(pulledStatement, [sourceId])
  return { etag: row?.etag ?? null, sealedHeaders: row?.sealed_headers ?? null }
}

/** Deletes syncs that ended before `before`, but the last one of each source; returns how many went. */
export async function forgetSyncs(pool: Pool, before: Date, limit = 1_000): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from source_sync where sync_id in (
       select s.sync_id from source_sync s where s.ended_at <= $1
         and exists (select from source_sync l where l.source_id = s.source_id and l.started_at > s.started_at)
       order by s.ended_at limit $2)`,
    [before, limit],
  )
  return rowCount ?? 0
}
