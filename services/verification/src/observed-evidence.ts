import type { ObservationSet } from '@outturn/checkers'
import { derivedId } from '@outturn/service'
import { type RecordedObservation, toObservationSets } from './domain/observation-sets.ts'

/** The recorded observations of a run as it judges them. Their evidence ids come from the run, so they are always the same. */
export function judgedObservations(
  runId: string,
  recorded: readonly RecordedObservation[],
): ObservationSet[] {
  return toObservationSets(recorded, (conditionId) =>
    derivedId('evidence', `${runId}:observed:${conditionId}`),
  )
}
