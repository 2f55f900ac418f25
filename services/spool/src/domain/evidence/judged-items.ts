import { isUnbound, judgesOneDelivery, judgesWholeDelivery } from '@outturn/evaluation'
import type { Agreement, Evidence } from '../model/spool.ts'
import { sideOf } from '../model/viewer.ts'

/** Whether an item was submitted, and is no confirmation or outside result that the service recorded itself. */
export function isSubmitted({ type, submittedBy }: Evidence): boolean {
  return submittedBy !== undefined || type !== 'confirmation'
}

/**
 * The items that a run is given. What a side submitted itself puts aside what the other side submitted in its name, so that
 * nothing which a party delivered is judged together with what the other added to it: for the same condition, for all
 * conditions that share one delivery, and in a plan that judges the whole delivery under a source that conditions are bound to.
 */
export function judgedItems(items: readonly Evidence[], { parties, plan }: Agreement): readonly Evidence[] {
  const sideOfParty = new Map(parties.map(({ partyId, role }) => [partyId, sideOf(role)]))
  const sharing = new Set(
    judgesOneDelivery(plan) ? plan.conditions.filter(isUnbound).map(({ condition_id: id }) => id) : [],
  )
  const agreedSources = new Set(
    judgesWholeDelivery(plan)
      ? plan.conditions.flatMap(({ evidence_requirements: agreed }) =>
          agreed.map((each) => sourceSlot(each.expected_type, each.source_ref)),
        )
      : [],
  )
  const slotsOf = ({ conditionId, onBehalfOf, type, source }: Evidence) => {
    const isShared = onBehalfOf === 'provider' && conditionId !== null && sharing.has(conditionId)
    const agreed = sourceSlot(type, source)
    const slots = [isShared ? 'shared' : String(conditionId), ...(agreedSources.has(agreed) ? [agreed] : [])]
    return slots.map((slot) => `${slot} ${onBehalfOf}`)
  }
  const isOwn = (item: Evidence) => sideOfParty.get(item.submittedBy ?? '') === item.onBehalfOf
  const ownSlots = new Set(items.filter(isOwn).flatMap(slotsOf))
  return items.filter(
    (item) =>
      item.submittedBy === undefined || isOwn(item) || !slotsOf(item).some((slot) => ownSlots.has(slot)),
  )
}

function sourceSlot(type: string, source: string): string {
  return JSON.stringify([type, source])
}
