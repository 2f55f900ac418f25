import type { PlanCondition, RunEvidence } from '@outturn/agreement'
import { deliveringSide } from './delivery.ts'

/** An item as far as it decides what a confirmation is about. */
export type ConfirmableItem = Pick<
  RunEvidence,
  'id' | 'conditionId' | 'onBehalfOf' | 'source' | 'contentDigest'
>

/**
 * The items that a confirmation of a condition is about: what was delivered for the condition, and what the confirmation refers
 * to. Of a condition that has neither it is all that was delivered, because that is what a person looks at.
 *
 * @param items evidence in receipt order, without confirmations and outside results
 */
export function confirmedItems<Item extends ConfirmableItem>(
  conditionId: string,
  conditions: readonly PlanCondition[],
  items: readonly Item[],
  references: readonly string[] = [],
): readonly Item[] {
  const current = latestOf(items)
  const deliveredFor = (condition: PlanCondition) => {
    const side = deliveringSide(condition)
    return current.filter(
      (item) =>
        item.onBehalfOf === side &&
        (item.conditionId === null || item.conditionId === condition.condition_id),
    )
  }
  const referred = new Set(references)
  const own = new Set([
    ...conditions.filter(({ condition_id: id }) => id === conditionId).flatMap(deliveredFor),
    ...current.filter(({ id }) => referred.has(id)),
  ])
  return own.size > 0 ? [...own] : [...new Set(conditions.flatMap(deliveredFor))]
}

/** The latest item for each condition, side and source: an earlier one was replaced. */
export function latestOf<Item extends ConfirmableItem>(items: readonly Item[]): readonly Item[] {
  const latest = new Map<string, Item>()
  for (const item of items) {
    latest.set(JSON.stringify([item.conditionId, item.onBehalfOf, item.source]), item)
  }
  return [...latest.values()]
}
