import { type Runner, statement } from '@outturn/postgres'
import type { Fact } from '../../domain/facts/fact.ts'
import { factColumns, type FactRow, fromFactRow } from './fact-rows.ts'

const currentStatement = statement(
  'find_current_facts',
  `select ${factColumns} from fact
   where fact.spool_id = $1 and ($2::text[] is null or fact.source_id = any($2)) and fact.superseded_by is null
   order by fact.number`,
)

/** The current facts of a Spool at one instant as they were stored, of all its sources or of these. At most 50,000. */
export async function findCurrentFacts(
  run: Runner,
  spoolId: string,
  sourceIds: readonly string[] | null = null,
): Promise<Fact[]> {
  const rows = await run<FactRow>(currentStatement, [spoolId, sourceIds])
  return rows.map(fromFactRow)
}

/** Which facts of a Spool are listed. */
export type FactFilter = {
  readonly spoolId: string
  readonly sourceId: string | null
  readonly subject: string | null
  readonly isCurrent: boolean
  /** The fact after which the page begins. */
  readonly after: string | null
  readonly limit: number
}

/** A fact with the name of its source. */
export type NamedFact = Fact & { readonly sourceName: string }

const listStatement = statement(
  'list_facts',
  `select ${factColumns}, source.name as source_name from fact join source using (source_id)
   where fact.spool_id = $1 and ($2::text is null or fact.source_id = $2) and ($3::text is null or fact.subject = $3)
     and (not $4::boolean or fact.superseded_by is null)
     and ($5::text is null or fact.number < (select number from fact where fact_id = $5 and spool_id = $1))
   order by fact.number desc limit $6`,
)

/** Facts of a Spool, the newest first. */
export async function listFacts(run: Runner, filter: FactFilter): Promise<NamedFact[]> {
  const { spoolId, sourceId, subject, isCurrent, after, limit } = filter
  const values = [spoolId, sourceId, subject, isCurrent, after, limit]
  const rows = await run<FactRow & { source_name: string }>(listStatement, values)
  return rows.map((row) => ({ ...fromFactRow(row), sourceName: row.source_name }))
}
