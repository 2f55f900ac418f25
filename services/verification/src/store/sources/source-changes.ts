import { type Runner, statement } from '@outturn/postgres'
import type { Source, SourceStatus } from '../../domain/sources/source.ts'

const recordStatement = statement(
  'record_source',
  `insert into source (source_id, account_id, name, kind, status, spool_id, scheme, mapping, pull, sealed_headers, created_at, updated_at,
     next_sync_at)
   values ($1, $2, $3, $4, 'active', $5, $6, $7, $8, $9, $10, $10, $11)
   on conflict (account_id, name) where status <> 'revoked' do nothing returning source_id`,
)

/** Registers a source; false when the account has another one of its name. */
export async function recordSource(
  run: Runner,
  source: Source,
  { sealedHeaders, nextSyncAt }: { sealedHeaders: string | null; nextSyncAt: Date | null },
): Promise<boolean> {
  const { id, accountId, name, kind, spoolId, scheme, mapping, pull, createdAt } = source
  const rows = await run(recordStatement, [
    ...[id, accountId, name, kind, spoolId, scheme],
    JSON.stringify(mapping),
    pull === null ? null : JSON.stringify(pull),
    ...[sealedHeaders, createdAt, nextSyncAt],
  ])
  return rows.length === 1
}

const countStatement = statement(
  'count_sources',
  `select count(*)::integer as count from source where account_id = $1 and status <> 'revoked'`,
)

/** Sources of an account that are not revoked. */
export async function countSources(run: Runner, accountId: string): Promise<number> {
  const [row] = await run<{ count: number }>(countStatement, [accountId])
  return row?.count ?? 0
}

const lockStatement = statement(
  'lock_own_source',
  'select source_id from source where source_id = $1 and account_id = $2 for update',
)

/** Keeps a source of this account as it is until the transaction ends; false when the account has none of this id. */
export async function lockOwnSource(run: Runner, sourceId: string, accountId: string): Promise<boolean> {
  return (await run(lockStatement, [sourceId, accountId])).length === 1
}

const statusStatement = statement(
  'change_source_status',
  `update source set status = $2, updated_at = $3, next_sync_at = case when kind = 'pull_http' and $2 in ('active', 'failing') then $3::timestamptz end,
     failures = case when $2 = 'active' then 0 else failures end, failure_code = case when $2 = 'active' then null else failure_code end,
     failing_since = case when $2 = 'active' then null else failing_since end,
     sealed_headers = case when $2 = 'revoked' then null else sealed_headers end
   where source_id = $1`,
)

/** Changes the status of a source. One that is resumed begins anew; one that is revoked loses what it signs in with. */
export async function changeStatus(
  run: Runner,
  sourceId: string,
  status: SourceStatus,
  now: Date,
): Promise<void> {
  await run(statusStatement, [sourceId, status, now])
}

const touchStatement = statement('touch_source', 'update source set updated_at = $2 where source_id = $1')

export async function touchSource(run: Runner, sourceId: string, now: Date): Promise<void> {
  await run(touchStatement, [sourceId, now])
}
