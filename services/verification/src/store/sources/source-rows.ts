import { readJson } from '@outturn/canonical'
import type { Mapping } from '../../domain/payloads/mapping.ts'
import type {
  PullTerms,
  SigningScheme,
  Source,
  SourceKind,
  SourceRejection,
  SourceStatus,
} from '../../domain/sources/source.ts'

/** A source as its table has it. */
export type SourceRow = {
  source_id: string
  account_id: string
  name: string
  kind: SourceKind
  status: SourceStatus
  spool_id: string | null
  scheme: SigningScheme | null
  mapping: string
  pull: string | null
  created_at: Date
  updated_at: Date
  last_received_at: Date | null
  fact_count: bigint
  failures: number
  failure_code: string | null
  failing_since: Date | null
  rejections: SourceRejection[]
  deliveries_full_at: Date | null
}

/** The columns of a `SourceRow`. */
export const sourceColumns = `source.source_id, source.account_id, source.name, source.kind, source.status, source.spool_id, source.scheme,
  source.mapping, source.pull, source.created_at, source.updated_at, source.last_received_at, source.fact_count, source.failures,
  source.failure_code, source.failing_since, source.rejections, source.deliveries_full_at`

export function fromSourceRow(row: SourceRow): Source {
  const { failures, failure_code: code, failing_since: since } = row
  return {
    id: row.source_id,
    accountId: row.account_id,
    name: row.name,
    kind: row.kind,
    status: row.status,
    spoolId: row.spool_id,
    scheme: row.scheme,
    mapping: readJson(row.mapping) as unknown as Mapping,
    pull: row.pull === null ? null : (readJson(row.pull) as unknown as PullTerms),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    lastReceivedAt: row.last_received_at?.toISOString() ?? null,
    factCount: Number(row.fact_count),
    failure: code === null || since === null ? null : { code, since: since.toISOString(), count: failures },
    rejections: row.rejections,
    deliveriesFullAt: row.deliveries_full_at,
  }
}
