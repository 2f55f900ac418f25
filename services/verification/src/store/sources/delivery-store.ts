import { type Pool, type Runner, statement } from '@outturn/postgres'
import type { Source } from '../../domain/sources/source.ts'
import {
  type KnownDelivery,
  knownDeliveryMs,
  type ShownRejection,
  type SignedDelivery,
} from '../../domain/sources/take-delivery.ts'
import { fromSourceRow, sourceColumns, type SourceRow } from './source-rows.ts'

const lockStatement = statement(
  'lock_sources',
  `select ${sourceColumns} from source where source_id = any($1) order by source_id for update`,
)

/** Sources as they are now; no one else changes them before the transaction ends. */
export async function lockSources(run: Runner, sourceIds: readonly string[]): Promise<Source[]> {
  return (await run<SourceRow>(lockStatement, [sourceIds])).map(fromSourceRow)
}

/** Which delivery of which source. */
export function deliveryKey({ sourceId, webhookId }: Pick<SignedDelivery, 'sourceId' | 'webhookId'>): string {
  return `${sourceId} ${webhookId}`
}

type DeliveryRow = {
  source_id: string
  webhook_id: string
  body_digest: string
  command_id: string
  fact_ids: string[]
  rejected: ShownRejection[]
  received_at: Date
}

const findStatement = statement(
  'find_deliveries',
  `select d.source_id, d.webhook_id, d.body_digest, d.command_id, d.fact_ids, d.rejected, d.received_at
   from json_to_recordset($1::json) as x(source_id text, webhook_id text)
   join source_delivery d on d.source_id = x.source_id and d.webhook_id = x.webhook_id
   where d.received_at > $2`,
)

/** Deliveries of these ids that were taken within eight days before `now`, by their key. */
export async function findDeliveries(
  run: Runner,
  deliveries: readonly Pick<SignedDelivery, 'sourceId' | 'webhookId'>[],
  now: Date,
): Promise<Map<string, KnownDelivery>> {
  const wanted = deliveries.map(({ sourceId, webhookId }) => ({ source_id: sourceId, webhook_id: webhookId }))
  const rows = await run<DeliveryRow>(findStatement, [JSON.stringify(wanted), forgottenAt(now)])
  return new Map(
    rows.map((row) => [
      deliveryKey({ sourceId: row.source_id, webhookId: row.webhook_id }),
      {
        bodyDigest: row.body_digest,
        commandId: row.command_id,
        factIds: row.fact_ids,
        rejected: row.rejected,
        receivedAt: row.received_at,
      },
    ]),
  )
}

const listStatement = statement(
  'list_deliveries',
  `select webhook_id, jsonb_array_length(fact_ids) as facts, rejected, received_at from source_delivery
   where source_id = $1 order by received_at desc, webhook_id limit $2`,
)

export type ListedDelivery = {
  readonly webhookId: string
  readonly receivedAt: string
  readonly facts: number
  readonly rejected: ShownRejection[]
}

/** The latest deliveries of a source that were taken, the newest first. */
export async function listDeliveries(
  run: Runner,
  sourceId: string,
  limit: number,
): Promise<ListedDelivery[]> {
  type Row = Pick<DeliveryRow, 'received_at' | 'rejected' | 'webhook_id'> & { facts: number }
  const rows = await run<Row>(listStatement, [sourceId, limit])
  return rows.map(({ webhook_id: webhookId, facts, rejected, received_at: at }) => ({
    webhookId,
    receivedAt: at.toISOString(),
    facts,
    rejected,
  }))
}

export type StoredDelivery = SignedDelivery & {
  readonly factIds: readonly string[]
  readonly rejected: readonly ShownRejection[]
}

const recordStatement = statement(
  'record_deliveries',
  `insert into source_delivery (source_id, webhook_id, body_digest, command_id, fact_ids, rejected, received_at)
   select x.* from json_to_recordset($1::json) as x(source_id text, webhook_id text, body_digest text, command_id text, fact_ids jsonb,
     rejected jsonb, received_at timestamptz)
   on conflict (source_id, webhook_id) do update set body_digest = excluded.body_digest, command_id = excluded.command_id,
     fact_ids = excluded.fact_ids, rejected = excluded.rejected, received_at = excluded.received_at`,
)

/** Keeps deliveries by their ids; one whose id was forgotten takes its place. */
export async function recordDeliveries(run: Runner, deliveries: readonly StoredDelivery[]): Promise<void> {
  if (deliveries.length === 0) return
  const rows = deliveries.map((each) => ({
    source_id: each.sourceId,
    webhook_id: each.webhookId,
    body_digest: each.bodyDigest,
    command_id: each.commandId,
    fact_ids: each.factIds,
    rejected: each.rejected,
    received_at: each.receivedAt.toISOString(),
  }))
  await run(recordStatement, [JSON.stringify(rows)])
}

const progressStatement = statement(
  'record_source_progress',
  `update source set status = x.status, last_received_at = x.last_received_at, fact_count = x.fact_count, failures = x.failures,
     failure_code = x.failure_code, failing_since = x.failing_since, rejections = x.rejections,
     deliveries_full_at = x.deliveries_full_at
   from json_to_recordset($1::json) as x(source_id text, status text, last_received_at timestamptz, fact_count bigint, failures integer,
     failure_code text, failing_since timestamptz, rejections jsonb, deliveries_full_at timestamptz)
   where source.source_id = x.source_id`,
)

/** Writes how sources that are locked do. */
export async function recordProgress(run: Runner, sources: readonly Source[]): Promise<void> {
  if (sources.length === 0) return
  const rows = sources.map(
    ({ id, status, lastReceivedAt, factCount, failure, rejections, deliveriesFullAt }) => ({
      ...{ source_id: id, status, last_received_at: lastReceivedAt, fact_count: factCount, rejections },
      deliveries_full_at: deliveriesFullAt?.toISOString() ?? null,
      ...{
        failures: failure?.count ?? 0,
        failure_code: failure?.code ?? null,
        failing_since: failure?.since ?? null,
      },
    }),
  )
  await run(progressStatement, [JSON.stringify(rows)])
}

/** Deletes deliveries that are no longer known; returns how many went. */
export async function forgetDeliveries(pool: Pool, now: Date, limit = 1_000): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from source_delivery where (source_id, webhook_id) in (
       select source_id, webhook_id from source_delivery where received_at <= $1 order by received_at limit $2
       for update skip locked)`,
    [forgottenAt(now), limit],
  )
  return rowCount ?? 0
}

function forgottenAt(now: Date): Date {
  return new Date(now.getTime() - knownDeliveryMs)
}
