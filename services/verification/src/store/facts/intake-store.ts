import { type Runner, statement } from '@outturn/postgres'
import type { IntakeResult } from '../../domain/facts/fact-intake.ts'
import type { FactVersion, ReportedVersion } from '../../domain/facts/fact-versions.ts'
import { toFactRow } from './fact-rows.ts'

type VersionRow = {
  fact_id: string
  identity_digest: string
  content_digest: string
  sent_seconds: bigint
  sent_id: string
  sent_index: number
  supersedes: string | null
  superseded_by: string | null
}

const versionsStatement = statement(
  'find_fact_versions',
  `with reported as (
     select * from json_to_recordset($1::json) as x("identityDigest" text, "contentDigest" text))
   select fact_id, identity_digest, content_digest, sent_seconds, sent_id, sent_index, supersedes, superseded_by
   from fact where identity_digest in (select "identityDigest" from reported) and superseded_by is null
   union
   select fact_id, identity_digest, content_digest, sent_seconds, sent_id, sent_index, supersedes, superseded_by
   from fact join reported on identity_digest = "identityDigest" and content_digest = "contentDigest"`,
)

/**
 * The current version of these facts, and the versions that have the reported values: a fact may have more versions than fit in memory.
 * The lock of their source keeps them as they are.
 */
export async function findVersions(run: Runner, reports: readonly ReportedVersion[]): Promise<FactVersion[]> {
  if (reports.length === 0) return []
  const rows = await run<VersionRow>(versionsStatement, [JSON.stringify(reports)])
  return rows.map((row) => ({
    id: row.fact_id,
    identityDigest: row.identity_digest,
    contentDigest: row.content_digest,
    sent: { seconds: Number(row.sent_seconds), id: row.sent_id, index: row.sent_index },
    supersedes: row.supersedes,
    supersededBy: row.superseded_by,
  }))
}

const lockStatement = statement(
  'lock_fact_spools',
  `with made as (
     insert into fact_spool (spool_id, current_facts) select id, 0 from unnest($1::text[]) as id order by id
     on conflict (spool_id) do update set current_facts = fact_spool.current_facts
     returning spool_id, current_facts)
   select spool_id, current_facts from made`,
)

/** Current facts of these Spools; no other transaction adds one before this one ends. */
export async function lockFactCounts(run: Runner, spoolIds: readonly string[]): Promise<Map<string, number>> {
  if (spoolIds.length === 0) return new Map()
  const sorted = [...new Set(spoolIds)].toSorted()
  const rows = await run<{ spool_id: string; current_facts: number }>(lockStatement, [sorted])
  return new Map(rows.map((row) => [row.spool_id, row.current_facts]))
}

const recordStatement = statement(
  'record_facts',
  `with changed as (
     update fact set superseded_by = x.superseded_by, supersedes = x.supersedes, sent_seconds = x.sent_seconds, sent_id = x.sent_id,
       sent_index = x.sent_index
     from json_to_recordset($1::json) as x(fact_id text, superseded_by text, supersedes text, sent_seconds bigint, sent_id text,
       sent_index integer)
     where fact.fact_id = x.fact_id),
   counted as (
     update fact_spool set current_facts = x.current_facts
     from json_to_recordset($2::json) as x(spool_id text, current_facts integer)
     where fact_spool.spool_id = x.spool_id)
   insert into fact (fact_id, source_id, spool_id, identity_digest, subject, predicate, value, quantity, amount_cents, currency,
     occurred_at, observed_at, provenance, content_digest, registered_by, self_asserted, webhook_id, sent_seconds, sent_id, sent_index,
     supersedes, superseded_by)
   select x.* from json_to_recordset($3::json) as x(fact_id text, source_id text, spool_id text, identity_digest text, subject text,
     predicate text, value text, quantity bigint, amount_cents bigint, currency text, occurred_at timestamptz, observed_at timestamptz,
     provenance text, content_digest text, registered_by text, self_asserted boolean, webhook_id text, sent_seconds bigint, sent_id text,
     sent_index integer, supersedes text, superseded_by text)`,
)

/** Writes what an intake created and changed. */
export async function recordIntake(run: Runner, { facts, changed, counts }: IntakeResult): Promise<void> {
  if (facts.length + changed.length === 0) return
  const versions = changed.map(({ id, sent, supersedes, supersededBy }) => ({
    ...{ fact_id: id, supersedes, superseded_by: supersededBy },
    ...{ sent_seconds: sent.seconds, sent_id: sent.id, sent_index: sent.index },
  }))
  const spools = Array.from(counts, ([spool_id, current_facts]) => ({ spool_id, current_facts }))
  const rows = facts.map((fact) => toFactRow(fact, fact.identityDigest))
  await run(
    recordStatement,
    [versions, spools, rows].map((list) => JSON.stringify(list)),
  )
}
