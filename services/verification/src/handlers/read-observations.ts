import type { readObservations } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import { bundledObservations } from '../domain/bundled-observations.ts'
import { judgedObservations } from '../observed-evidence.ts'
import { findObservations } from '../store/observation-store.ts'

/** What a run was told of its URLs; a run that observed none, or that does not exist, has an empty list. */
export function handleReadObservations(pool: Pool): Handler<typeof readObservations> {
  return async ({ runId }) => ({
    observations: judgedObservations(runId, await findObservations(pool, runId)).map(bundledObservations),
  })
}
