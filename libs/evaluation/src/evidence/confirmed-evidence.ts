import type { PlanCondition, VerificationPlan } from '@outturn/agreement'
import { judgesOneDelivery, judgesWholeDelivery } from '../plan.ts'
import { deliveringSide } from './delivery.ts'
import { answers, isRepetition, isUnbound, type SelectableItem, selectEvidence } from './selected-evidence.ts'

/** An item as far as it decides what a confirmation is about. */
export type ConfirmableItem = SelectableItem

/**
 * The items that a confirmation of a condition is about: what was delivered for the condition, and what the confirmation refers
 * to. Of a condition that has neither it is all that was delivered, because that is what a person looks at. In a plan that judges
 * one delivery it is all of that delivery, so that no one confirms one thing while the checkers judge another; a condition
 * that the agreement binds to a source is about what that source supplied, in a plan that judges the whole delivery whichever
 * condition it was sent for.
 *
 * @param items evidence in receipt order, without confirmations and outside results
 */
export function confirmedItems<Item extends ConfirmableItem>(
  conditionId: string,
  plan: Pick<VerificationPlan, 'conditions' | 'evidence_policy_version'>,
  items: readonly Item[],
  references: readonly string[] = [],
): readonly Item[] {
  const { conditions } = plan
  const current = latestOf(items, plan)
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
  const confirmed = conditions.find(({ condition_id: id }) => id === conditionId)
  if (judgesOneDelivery(plan) && confirmed !== undefined && isUnbound(confirmed)) {
    const delivered = new Set([...own, ...selectEvidence(plan, current).delivered()])
    const confirmable = current.filter((item) => delivered.has(item))
    return judgesWholeDelivery(plan) ? withoutRepetitions(confirmable) : confirmable
  }
  if (judgesWholeDelivery(plan) && confirmed !== undefined) {
    const bound = new Set([...own, ...boundTo(confirmed, current)])
    if (bound.size > 0) return withoutRepetitions(current.filter((item) => bound.has(item)))
  }
  return own.size > 0 ? [...own] : [...new Set(conditions.flatMap(deliveredFor))]
}

/** Of items of which one says nothing that an earlier one did not say, the earlier. */
function withoutRepetitions<Item extends ConfirmableItem>(items: readonly Item[]): readonly Item[] {
  return items.filter((item, index) => !items.slice(0, index).some((before) => isRepetition(item, before)))
}

/** What one side supplied under the sources that a condition is bound to. */
function boundTo<Item extends ConfirmableItem>(
  condition: PlanCondition,
  items: readonly Item[],
): readonly Item[] {
  const side = deliveringSide(condition)
  return items.filter(
    (item) => item.onBehalfOf === side && condition.evidence_requirements.some((each) => answers(item, each)),
  )
}

/**
 * The latest item for each condition, side and source: an earlier one was replaced. In a plan that judges the whole delivery an item that is
 * sent again as it is replaces nothing.
 */
export function latestOf<Item extends ConfirmableItem>(
  items: readonly Item[],
  plan: Pick<VerificationPlan, 'evidence_policy_version'>,
): readonly Item[] {
  const latest = new Map<string, Item>()
  for (const item of items) {
    const slot = JSON.stringify([item.conditionId, item.onBehalfOf, item.source])
    if (judgesWholeDelivery(plan) && isRepetition(item, latest.get(slot))) continue
    latest.set(slot, item)
  }
  return [...latest.values()]
}
