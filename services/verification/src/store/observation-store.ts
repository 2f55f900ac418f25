import { type Pool, query, statement } from '@outturn/postgres'
import type { ObservationFailure } from '@outturn/vocabulary'
import type { RecordedObservation } from '../domain/observation-sets.ts'

type ObservationRow = {
  condition_id: string
  ordinal: number
  url: string
  final_url: string | null
  status: number | null
  failure: ObservationFailure | null
  observed_at: Date
}

const findStatement = statement(
  'find_observations',
  `select condition_id, ordinal, url, final_url, status, failure, observed_at
   from observation where run_id = $1 order by condition_id, ordinal`,
)

/** Everything that was recorded of what a run asked to observe. */
export async function findObservations(pool: Pool, runId: string): Promise<RecordedObservation[]> {
  return (await query<ObservationRow>(pool, findStatement, [runId])).map(fromRow)
}

const recordStatement = statement(
  'record_observations',
  `
insert into observation (run_id, condition_id, ordinal, url, final_url, status, failure, observed_at)
select $1, x.* from json_to_recordset($2::json) as x(
  condition_id text, ordinal integer, url text, final_url text, status smallint, failure text, observed_at timestamptz)
order by condition_id, ordinal
on conflict do nothing`,
)

/** Keeps what was seen; what another attempt at the same run recorded before stays. */
export async function recordObservations(
  pool: Pool,
  runId: string,
  seen: readonly RecordedObservation[],
): Promise<void> {
  await query(pool, recordStatement, [runId, JSON.stringify(seen.map(toRow))])
}

function fromRow(row: ObservationRow): RecordedObservation {
  const { url, final_url, status, failure } = row
  return {
    conditionId: row.condition_id,
    ordinal: row.ordinal,
    observation: { url, final_url, status, failure, at: row.observed_at.toISOString() },
  }
}

function toRow({ conditionId, ordinal, observation }: RecordedObservation) {
  const { at, ...seen } = observation
  return { condition_id: conditionId, ordinal, ...seen, observed_at: at }
}
