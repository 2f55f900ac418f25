import type { Pool } from '@outturn/postgres'
import type { FindingStore } from '../flows/judge-run.ts'
import { findObservations, recordObservations } from './observation-store.ts'
import { findOpinions, recordOpinions } from './opinion-store.ts'

/** Keeps for good what was seen and answered for a run. */
export function createFindingStore(pool: Pool): FindingStore {
  return {
    findObservations: (runId) => findObservations(pool, runId),
    recordObservations: (runId, seen) => recordObservations(pool, runId, seen),
    findOpinions: (runId) => findOpinions(pool, runId),
    recordOpinions: (runId, answered) => recordOpinions(pool, runId, answered),
  }
}
