import type { VerifySpoolRequest } from '@outturn/contracts'
import type { SentConfirmation } from '../domain/evidence/confirmations.ts'

/** The confirmations that come along with a verify action. */
export function confirmationsOf({ confirmations = [] }: VerifySpoolRequest): SentConfirmation[] {
  return confirmations.map(
    ({ condition_id: conditionId, method, outcome, evidence_refs: evidenceRefs, detail }) => ({
      conditionId,
      method,
      outcome,
      evidenceRefs,
      detail: detail ?? null,
    }),
  )
}
