import { isUnbound, judgesOneDelivery } from '@outturn/evaluation'
import type { Agreement, Evidence } from '../lifecycle/spool.ts'
import { sideOf } from '../lifecycle/viewer.ts'

/**
 * The items that a run is given. What a side submitted itself puts aside what the other side submitted in its name, so that
 * nothing which a party delivered is judged together with what the other added to it: for the same condition, and for all
 * conditions that share one delivery.
 */
export function judgedItems(items: readonly Evidence[], { parties, plan }: Agreement): readonly Evidence[] {
  const sideOfParty = new Map(parties.map(({ partyId, role }) => [partyId, sideOf(role)]))
  const sharing = new Set(
    judgesOneDelivery(plan) ? plan.conditions.filter(isUnbound).map(({ condition_id: id }) => id) : [],
  )
  const slotOf = ({ conditionId, onBehalfOf }: Evidence) => {
    const isShared = onBehalfOf === 'provider' && conditionId !== null && sharing.has(conditionId)
    return `${isShared ? 'shared' : conditionId} ${onBehalfOf}`
  }
  const isOwn = (item: Evidence) => sideOfParty.get(item.submittedBy ?? '') === item.onBehalfOf
  const ownSlots = new Set(items.filter(isOwn).map(slotOf))
  return items.filter((item) => item.submittedBy === undefined || isOwn(item) || !ownSlots.has(slotOf(item)))
}
