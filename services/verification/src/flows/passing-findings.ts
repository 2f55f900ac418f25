import type { RecordedObservation } from '../domain/observation-sets.ts'
import type { AnsweredQuestion } from '../domain/recorded-opinions.ts'
import type { FindingStore } from './judge-run.ts'

/** Holds what was seen and answered for one run that is not recorded, for as long as it is judged. */
export function createPassingFindings(): FindingStore {
  const observations: RecordedObservation[] = []
  const opinions: AnsweredQuestion[] = []
  return {
    findObservations: async () => observations,
    recordObservations: async (_runId, seen) => void observations.push(...seen),
    findOpinions: async () => opinions,
    recordOpinions: async (_runId, answered) => void opinions.push(...answered),
  }
}
