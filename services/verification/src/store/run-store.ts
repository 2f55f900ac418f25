import {
  BatchBytes,
  bytesAt,
  type Coalesced,
  coalesced,
  type Pool,
  query,
  statement,
  textAt,
} from '@outturn/postgres'
import type { RunRecord } from '../domain/run-record.ts'

// All was recorded, most of the time: then there is no need to look at what is stored.
const someLost = '(select count(*) from recorded) < (select count(*) from item)'

const recordStatement = statement(
  'record_runs',
  `
with item as (
  select * from json_to_recordset($1::json) as x(
    run_id text, spool_id text, plan_hash text, run_digest text, outcome integer, unit_results integer, packed_unit_results integer,
    completed_at timestamptz)
), recorded as (
  insert into run (run_id, spool_id, plan_hash, run_digest, outcome, unit_results, packed_unit_results, completed_at)
  select run_id, spool_id, plan_hash, run_digest, ${textAt('$2', 'outcome')}, ${textAt('$2', 'unit_results')},
    ${bytesAt('$2', 'packed_unit_results')}, completed_at
  from item order by run_id
  on conflict (run_id) do nothing
  returning run_id
)
select run_id, null as spool_id, null as plan_hash, null as run_digest, null as outcome, null as unit_results,
  null as packed_unit_results, null as completed_at
from recorded
union all
select r.run_id, r.spool_id, r.plan_hash, r.run_digest, r.outcome, r.unit_results, r.packed_unit_results,
  r.completed_at
from run as r where r.run_id in (select run_id from item) and ${someLost}`,
)

type RunRow = {
  run_id: string
  spool_id: string
  plan_hash: string
  run_digest: string
  outcome: string
  unit_results: string | null
  packed_unit_results: Buffer | null
  completed_at: Date
}

/** A row without hashes says that this statement recorded the run; its content is what was sent. */
type RecordedRow = RunRow | (Record<keyof Omit<RunRow, 'run_id'>, null> & { run_id: string })

/** One more turn sees whatever the turn before lost against. */
const maxTurns = 3

/**
 * Records runs, each at most once, and answers with what is recorded for that run, from the first writer. Those that come
 * while a statement is under way go together in the next one.
 */
export function createRunRecorder(pool: Pool): Coalesced<RunRecord, RunRecord> {
  return coalesced(
    async (items) => {
      const recorded = await recordAll(pool, items)
      return items.map(({ runId }) => recorded.get(runId) as RunRecord)
    },
    { weightOf },
  )
}

function weightOf({ outcome, unitResults }: RunRecord): number {
  return outcome.length + (unitResults?.length ?? 0)
}

async function recordAll(pool: Pool, items: readonly RunRecord[]): Promise<Map<string, RunRecord>> {
  const recorded = new Map<string, RunRecord>()
  let missing = items
  for (let turn = 1; missing.length > 0; turn += 1) {
    if (turn > maxTurns) throw new Error(`run ${missing[0]?.runId} has no record and takes none`)
    const bytes = new BatchBytes()
    const batch = missing.map((record) => toRow(record, bytes))
    const rows = await query<RecordedRow>(pool, recordStatement, [JSON.stringify(batch), bytes.toParameter()])
    for (const row of rows) {
      const record = row.plan_hash === null ? items.find(({ runId }) => runId === row.run_id) : fromRow(row)
      if (record !== undefined) recorded.set(row.run_id, record)
    }
    // A run that another transaction committed while the statement ran is neither inserted nor seen by it.
    missing = missing.filter(({ runId }) => !recorded.has(runId))
  }
  return recorded
}

const findStatement = statement(
  'find_run',
  `select run_id, spool_id, plan_hash, run_digest, outcome, unit_results, packed_unit_results, completed_at
   from run where run_id = $1`,
)

/** The record of a run, or null while it has none. */
export async function findRun(pool: Pool, runId: string): Promise<RunRecord | null> {
  const [row] = await query<RunRow>(pool, findStatement, [runId])
  return row === undefined ? null : fromRow(row)
}

const digestStatement = statement(
  'find_run_digest',
  'select spool_id, plan_hash, run_digest from run where run_id = $1',
)

/** The digests of a run without its outcome, or null while it has no record. */
export async function findRunDigests(
  pool: Pool,
  runId: string,
): Promise<Pick<RunRecord, 'spoolId' | 'planHash' | 'runDigest'> | null> {
  type Row = Pick<RunRow, 'spool_id' | 'plan_hash' | 'run_digest'>
  const [row] = await query<Row>(pool, digestStatement, [runId])
  return row === undefined
    ? null
    : { spoolId: row.spool_id, planHash: row.plan_hash, runDigest: row.run_digest }
}

function fromRow(row: RunRow): RunRecord {
  return {
    runId: row.run_id,
    spoolId: row.spool_id,
    planHash: row.plan_hash,
    runDigest: row.run_digest,
    outcome: row.outcome,
    unitResults: row.unit_results ?? row.packed_unit_results,
    completedAt: row.completed_at.toISOString(),
  }
}

/** A record as it is in the batch; its long texts go to `bytes`. */
function toRow(record: RunRecord, bytes: BatchBytes) {
  return {
    run_id: record.runId,
    spool_id: record.spoolId,
    plan_hash: record.planHash,
    run_digest: record.runDigest,
    outcome: bytes.add(record.outcome),
    ...unitResultsRow(record.unitResults, bytes),
    completed_at: record.completedAt,
  }
}

function unitResultsRow(unitResults: RunRecord['unitResults'], bytes: BatchBytes): object {
  if (unitResults === null) return {}
  const place = bytes.add(unitResults)
  return typeof unitResults === 'string' ? { unit_results: place } : { packed_unit_results: place }
}
