import type { ObservationSet } from '@outturn/agreement'
import type { BundledObservations } from '@outturn/contracts'

/** Observations of one condition in the form in which a bundle carries them. */
export function bundledObservations(judged: ObservationSet): BundledObservations {
  return {
    evidence_id: judged.evidenceId,
    condition_id: judged.conditionId,
    observed_at: judged.observedAt,
    received_at: judged.receivedAt,
    observations: [...judged.observations],
  }
}
