import type { Opinion } from '@outturn/agreement'
import { type Pool, query, statement } from '@outturn/postgres'
import type { AnsweredQuestion } from '../domain/recorded-opinions.ts'

type OpinionRow = { condition_id: string; opinion: string; answered_at: Date }

const findStatement = statement(
  'find_opinions',
  'select condition_id, opinion, answered_at from opinion where run_id = $1 order by condition_id',
)

/** Everything that judges answered for a run. */
export async function findOpinions(pool: Pool, runId: string): Promise<AnsweredQuestion[]> {
  return (await query<OpinionRow>(pool, findStatement, [runId])).map((row) => ({
    conditionId: row.condition_id,
    opinion: JSON.parse(row.opinion) as Opinion,
    answeredAt: row.answered_at.toISOString(),
  }))
}

const recordStatement = statement(
  'record_opinions',
  `
insert into opinion (run_id, condition_id, opinion, answered_at)
select $1, x.* from json_to_recordset($2::json) as x(condition_id text, opinion text, answered_at timestamptz)
order by condition_id
on conflict do nothing`,
)

/** Keeps the answers; what another attempt at the same run recorded before stays. */
export async function recordOpinions(
  pool: Pool,
  runId: string,
  answered: readonly AnsweredQuestion[],
): Promise<void> {
  await query(pool, recordStatement, [runId, JSON.stringify(answered.map(toRow))])
}

/** The opinion as a text within a text: its strings may have characters that a text of the database cannot. */
function toRow({ conditionId, opinion, answeredAt }: AnsweredQuestion) {
  return { condition_id: conditionId, opinion: JSON.stringify(opinion), answered_at: answeredAt }
}
