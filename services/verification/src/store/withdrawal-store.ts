import type { Opinion } from '@outturn/agreement'
import { runLanes } from '@outturn/contracts'
import { erasedText, type Pool, query, statement } from '@outturn/postgres'
import { withoutQuotes, withoutSightings } from '../domain/without-content.ts'

const outcomeStatement = statement('outcome_of_run', 'select outcome from run where run_id = $1')
const replaceOutcome = statement('replace_outcome', 'update run set outcome = $2 where run_id = $1')
const opinionsStatement = statement(
  'opinion_texts',
  'select condition_id, opinion from opinion where run_id = $1',
)
const replaceOpinion = statement(
  'replace_opinion',
  'update opinion set opinion = $3 where run_id = $1 and condition_id = $2',
)

/** Deletes what a run kept of a content that was deleted. A run is never written again, so what is read here is what there is. */
export async function forgetContent(pool: Pool, runId: string, evidenceId: string): Promise<void> {
  const [run] = await query<{ outcome: string }>(pool, outcomeStatement, [runId])
  if (run === undefined) return
  const { outcome } = run
  if (outcome.includes('"sightings"')) await query(pool, replaceOutcome, [runId, withoutSightings(outcome)])
  const opinions = await query<{ condition_id: string; opinion: string }>(pool, opinionsStatement, [runId])
  for (const { condition_id: conditionId, opinion } of opinions) {
    const isOfRun = (id: string) => outcome.includes(`"${id}"`)
    const text = JSON.stringify(withoutQuotes(JSON.parse(opinion) as Opinion, evidenceId, isOfRun))
    if (text !== opinion) await query(pool, replaceOpinion, [runId, conditionId, text])
  }
}

const forgetDeadStatement = statement(
  'forget_dead_runs',
  `delete from dead_letter where queue = any($1) and position(convert_to($2, 'UTF8') in payload) > 0`,
)

/** Deletes the requests of runs of a Spool that failed: they carry the content, and the Spool is final, so that none is repeated. */
export async function forgetDeadLetters(pool: Pool, spoolId: string): Promise<void> {
  await query(pool, forgetDeadStatement, [Object.values(runLanes).map(({ name }) => name), spoolId])
}

const forgetFactsStatement = statement(
  'forget_facts',
  `update fact set subject = $4, predicate = $4, value = to_json($4::text)::text, quantity = null, amount_cents = null, currency = null
   where spool_id = $1 and source_id = $2 and observed_at <= $3 and subject <> $4`,
)

/** Replaces the values of the facts of a source that were received by a time; their digests, times and order stay. */
export async function forgetFacts(
  pool: Pool,
  spoolId: string,
  { sourceId, until }: { readonly sourceId: string; readonly until: string },
): Promise<void> {
  await query(pool, forgetFactsStatement, [spoolId, sourceId, until, erasedText])
}
