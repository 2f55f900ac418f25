import type { RecordedOpinion } from '@outturn/agreement'
import type { readObservations } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { bundledFinding } from '../domain/bundled-finding.ts'
import { judgedObservations, judgedOpinions } from '../flows/judged-findings.ts'
import { findObservations } from '../store/observation-store.ts'
import { findOpinions } from '../store/opinion-store.ts'
import { findRun } from '../store/run-store.ts'

/** What a run was told of its URLs and claims; one that asked for nothing, or that does not exist, has empty lists. */
export function handleReadObservations(pool: Pool): Handler<typeof readObservations> {
  return async ({ runId }) => {
    const [seen, answered] = await Promise.all([findObservations(pool, runId), findOpinions(pool, runId)])
    const opinions = await thoseOfRecord(pool, runId, judgedOpinions(runId, answered))
    return {
      observations: judgedObservations(runId, seen).map(bundledFinding),
      opinions: opinions.map(bundledFinding),
    }
  }
}

/** A replica without a judge may have recorded the run word for word while another one was still waiting for an answer. */
async function thoseOfRecord(
  pool: Pool,
  runId: string,
  opinions: readonly RecordedOpinion[],
): Promise<readonly RecordedOpinion[]> {
  if (opinions.length === 0) return []
  const record = await findRun(pool, runId)
  const outcome = record?.outcome ?? ''
  return opinions.filter(({ evidenceId }) => outcome.includes(`"${evidenceId}"`))
}
