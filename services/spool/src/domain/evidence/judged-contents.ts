import { contentKeyOf } from '@outturn/agreement'
import { contentSignatures, isUnbound } from '@outturn/evaluation'
import type { Agreement, Evidence } from '../model/spool.ts'
import { isSubmitted, judgedItems } from './judged-items.ts'

/** What each condition would be judged on, without the ids of the items: equal texts are the same delivery. */
function judgedContents(
  agreement: Agreement,
  items: readonly Evidence[],
  onlyAgreed: boolean,
): ReadonlyMap<string, string> {
  return contentSignatures(agreement.plan, judgedItems(items, agreement), {
    isStatement: (item) => !isSubmitted(item),
    keyOf: (item) => item.referenceDigest ?? contentKeyOf(item),
    onlyAgreed,
  })
}

/** Whether a run over the later list of evidence judges what one over the earlier list judged. */
export function judgesSame(
  agreement: Agreement,
  earlier: readonly Evidence[],
  later: readonly Evidence[],
): boolean {
  if (earlier.length === later.length) return true
  const [before, after] = [earlier, later].map((items) => judgedContents(agreement, items, false))
  return [...(after ?? [])].every(([id, text]) => before?.get(id) === text)
}

/**
 * The conditions that are given something else by further items: those that the items name, and those that are bound to their source. The same
 * content sent again gives them nothing.
 */
export function newlySupplied(
  agreement: Agreement,
  held: readonly Evidence[],
  further: readonly Evidence[],
): readonly string[] {
  const before = judgedContents(agreement, held, true)
  const after = judgedContents(agreement, [...held, ...further], true)
  const named = new Set(further.map(({ conditionId }) => conditionId))
  const judged = agreement.plan.conditions.flatMap((condition) => {
    const id = condition.condition_id
    const isGiven = before.get(id) !== after.get(id) && (named.delete(id) || !isUnbound(condition))
    named.delete(id)
    return isGiven ? [id] : []
  })
  return [...judged, ...[...named].map((id) => id ?? '')]
}
