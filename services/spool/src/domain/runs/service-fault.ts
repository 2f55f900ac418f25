import { causesOf, type RunOutcome } from '@outturn/agreement'
import type { Condition } from '../model/spool.ts'

/** Causes that are faults of the service: its fetcher or resolver did not look, or its model gave no usable answer. */
const serviceCauses: ReadonlySet<string | null> = new Set(['not_observed', 'opinion_malformed'])

/**
 * Whether a run is uncertain because the service could not look at what a required condition needs. Such a run is not charged. A target
 * that answers nothing was looked at, and is an observation.
 */
export function isUncertainByService(
  conditions: readonly Pick<Condition, 'id' | 'required' | 'verification_method'>[],
  outcome: RunOutcome,
): boolean {
  if (outcome.result !== 'uncertain') return false
  const causes = causesOf(outcome)
  const isOurs = (conditionId: string, cause: string | null) => {
    const condition = conditions.find(({ id }) => id === conditionId)
    if (condition?.required !== true) return false
    // Without a model of the service the same cause means that the parties agreed on no judge.
    const isModelAway = cause === 'executor_unavailable' && condition.verification_method === 'ai_assisted'
    return isModelAway || serviceCauses.has(cause)
  }
  return (
    outcome.conditionResults.some(
      ({ condition_id: id, result }, index) => result === 'uncertain' && isOurs(id, causes[index] ?? null),
    ) || outcome.unitFindings.some(({ condition_id: id, code }) => isOurs(id, code))
  )
}
