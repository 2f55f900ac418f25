import type { VerifySpoolRequest } from '@outturn/contracts'
import type { SentConfirmation } from '../domain/confirmations/confirmations.ts'

/** The confirmations that come along with a verify action; `shownFor` gives the digest of one that names none, where there is one. */
export function confirmationsOf(
  { confirmations = [] }: Pick<VerifySpoolRequest, 'confirmations'>,
  shownFor: (conditionId: string) => string | null,
): SentConfirmation[] {
  return confirmations.map(
    ({
      condition_id: conditionId,
      method,
      outcome,
      evidence_refs: evidenceRefs,
      evidence_digest: digest,
      detail,
    }) => ({
      conditionId,
      method,
      outcome,
      evidenceRefs,
      detail: detail ?? null,
      shownDigest: digest ?? shownFor(conditionId),
    }),
  )
}
