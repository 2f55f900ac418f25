import type { ObservationSet, RecordedOpinion } from '@outturn/agreement'
import { derivedId } from '@outturn/service'
import { type RecordedObservation, toObservationSets } from '../domain/observation-sets.ts'
import { type AnsweredQuestion, toRecordedOpinions } from '../domain/recorded-opinions.ts'

/** The recorded observations of a run as it judges them. Their evidence ids come from the run, so they are always the same. */
export function judgedObservations(
  runId: string,
  recorded: readonly RecordedObservation[],
): ObservationSet[] {
  return toObservationSets(recorded, (conditionId) =>
    derivedId('evidence', `${runId}:observed:${conditionId}`),
  )
}

/** The recorded opinions of a run as it judges them, with evidence ids that come from the run. */
export function judgedOpinions(runId: string, recorded: readonly AnsweredQuestion[]): RecordedOpinion[] {
  return toRecordedOpinions(recorded, (conditionId) =>
    derivedId('evidence', `${runId}:opinion:${conditionId}`),
  )
}
