import type { ConditionResult, EvidenceRow } from '@outturn/receipt-verifier'
import { isSubmitted, judgedItems } from '../evidence/judged-items.ts'
import type { Review } from '../model/casework/review.ts'
import type { Agreement, Evidence } from '../model/spool.ts'

/** What a receipt says that a review of it shows. */
export type ReviewedReceipt = {
  readonly amounts: { readonly earned: string; readonly committed: string }
  readonly condition_results: readonly ConditionResult[]
  readonly evidence: readonly EvidenceRow[]
}

/** An item, and whether the result of the condition is based on it; a later item of its source replaces it. */
export type ShownItem = { readonly item: Evidence; readonly use: 'judged' | 'not_judged' | 'replaced' }

type Reviewed = {
  readonly agreement: Agreement
  /** The items that the run of the receipt was given. */
  readonly given: readonly Evidence[]
  readonly receipt: ReviewedReceipt
}

/**
 * The submitted items that a review shows for each condition, those first that its result is based on. Of a condition that shares the
 * delivery of another one these were sent for that one.
 */
export function shownEvidence(
  { conditionIds }: Pick<Review, 'conditionIds'>,
  { agreement, given, receipt }: Reviewed,
): (conditionId: string) => readonly ShownItem[] {
  const submitted = judgedItems(given, agreement).filter(isSubmitted)
  return (conditionId) => {
    if (conditionIds?.includes(conditionId) === false) return []
    const result = receipt.condition_results.find((each) => each.condition_id === conditionId)
    const judged = new Set<string | null>(result?.evidence_refs)
    const rows = receipt.evidence.filter((each) => each.condition_id === conditionId)
    const listed = new Set(rows.map((each) => each.evidence_id))
    return submitted
      .filter((item) => item.conditionId === null || item.conditionId === conditionId || listed.has(item.id))
      .map((item) => {
        const use = judged.has(item.id) ? 'judged' : listed.has(item.id) ? 'not_judged' : 'replaced'
        return { item, use } as const
      })
      .toSorted((one, other) => Number(other.use === 'judged') - Number(one.use === 'judged'))
  }
}
