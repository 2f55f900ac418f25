import type { VerifySpoolRequest } from '@outturn/contracts'
import type { SentConfirmation } from '../domain/confirmations/confirmations.ts'

/**
 * The confirmations that come along with a verify action.
 *
 * @param isOfReadVersion whether the request is for exactly one version of the Spool
 */
export function confirmationsOf(
  { confirmations = [] }: Pick<VerifySpoolRequest, 'confirmations'>,
  isOfReadVersion: boolean,
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
      shownDigest: digest ?? null,
      isOfReadVersion,
    }),
  )
}
