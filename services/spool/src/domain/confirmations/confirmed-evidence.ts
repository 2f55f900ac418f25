import { confirmedItems } from '@outturn/evaluation'
import type { ConfirmedItem } from '@outturn/receipt-verifier/issuing'
import type { Evidence, Spool } from '../model/spool.ts'
import { isSubmitted, judgedItems } from '../evidence/judged-items.ts'

export type ConfirmationHashes = {
  /** What a confirmation of a condition binds, of the items that it is about; 64 hex digits. */
  confirmedEvidence(conditionId: string, items: readonly ConfirmedItem[]): string
}

/** The items that a confirmation of a condition would be about now. */
export function confirmableItems(
  { agreement }: Spool,
  evidence: readonly Evidence[],
  conditionId: string,
  references: readonly string[] = [],
): readonly Evidence[] {
  const submitted = judgedItems(evidence, agreement).filter(isSubmitted)
  return confirmedItems(conditionId, agreement.plan, submitted, references)
}

/** The digest of those items, which a confirmation binds. */
export function confirmableDigest(
  spool: Spool,
  evidence: readonly Evidence[],
  { conditionId, evidenceRefs = [] }: { conditionId: string; evidenceRefs?: readonly string[] },
  hashes: ConfirmationHashes,
): string {
  return hashes.confirmedEvidence(
    conditionId,
    confirmableItems(spool, evidence, conditionId, evidenceRefs).map(({ id, contentDigest }) => ({
      evidence_id: id,
      content_digest: contentDigest,
    })),
  )
}
