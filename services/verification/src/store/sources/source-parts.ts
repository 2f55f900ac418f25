import { type Runner, statement } from '@outturn/postgres'
import type { Source, SourceSync } from '../../domain/sources/source.ts'
import type { SourceParts } from '../../domain/sources/source-view.ts'
import { findLiveKeys } from './source-keys-store.ts'
import { findSources } from './source-queries.ts'

type SyncRow = {
  sync_id: string
  source_id: string
  status: SourceSync['status']
  started_at: Date
  ended_at: Date | null
  facts_created: number
  error: string | null
}

const syncStatement = statement(
  'find_last_syncs',
  `select distinct on (source_id) sync_id, source_id, status, started_at, ended_at, facts_created, error
   from source_sync where source_id = any($1) order by source_id, started_at desc`,
)

const headersStatement = statement(
  'find_sources_with_headers',
  'select source_id from source where source_id = any($1) and sealed_headers is not null',
)

/** Sources with all that is shown of them, in their order. */
export async function completeSources(
  run: Runner,
  sources: readonly Source[],
  now: Date,
): Promise<SourceParts[]> {
  const ids = sources.map(({ id }) => id)
  const keys = await findLiveKeys(run, ids, now)
  const pulled = sources.filter(({ kind }) => kind === 'pull_http').map(({ id }) => id)
  const syncs = pulled.length === 0 ? [] : await run<SyncRow>(syncStatement, [pulled])
  const withHeaders = pulled.length === 0 ? [] : await run<{ source_id: string }>(headersStatement, [pulled])
  const syncOf = new Map(syncs.map((row) => [row.source_id, fromSyncRow(row)]))
  const hasHeaders = new Set(withHeaders.map((row) => row.source_id))
  return sources.map((source) => ({
    source,
    keys: keys.get(source.id) ?? [],
    lastSync: syncOf.get(source.id) ?? null,
    hasHeaders: hasHeaders.has(source.id),
  }))
}

/** A source of this account with all that is shown of it; null when the account has none of this id. */
export async function findOwnSource(
  run: Runner,
  { sourceId, accountId }: { sourceId: string; accountId: string },
  now: Date,
): Promise<SourceParts | null> {
  const [source] = await findSources(run, [sourceId])
  if (source === undefined || source.accountId !== accountId) return null
  const [parts = null] = await completeSources(run, [source], now)
  return parts
}

function fromSyncRow(row: SyncRow): SourceSync {
  return {
    id: row.sync_id,
    status: row.status,
    startedAt: row.started_at.toISOString(),
    endedAt: row.ended_at?.toISOString() ?? null,
    factsCreated: row.facts_created,
    error: row.error,
  }
}
