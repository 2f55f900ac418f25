import type { Fetched } from '@outturn/agreement'

/** What a run was told, in the form in which a bundle carries it. */
export function bundledFinding<Finding extends Fetched>(finding: Finding) {
  const { evidenceId, conditionId, observedAt, receivedAt, ...found } = finding
  return {
    evidence_id: evidenceId,
    condition_id: conditionId,
    observed_at: observedAt,
    received_at: receivedAt,
    ...found,
  }
}
