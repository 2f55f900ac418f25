import type { Agreement, Evidence } from '../lifecycle/spool.ts'
import { sideOf } from '../lifecycle/viewer.ts'

/**
 * The items that a run is given. What a side submitted itself for a condition puts aside what the other side submitted in
 * its name for the same one, so that nothing which a party delivered is judged together with what the other added to it.
 */
export function judgedItems(items: readonly Evidence[], { parties }: Agreement): readonly Evidence[] {
  const sideOfParty = new Map(parties.map(({ partyId, role }) => [partyId, sideOf(role)]))
  const slotOf = ({ conditionId, onBehalfOf }: Evidence) => `${conditionId} ${onBehalfOf}`
  const isOwn = (item: Evidence) => sideOfParty.get(item.submittedBy ?? '') === item.onBehalfOf
  const ownSlots = new Set(items.filter(isOwn).map(slotOf))
  return items.filter((item) => item.submittedBy === undefined || isOwn(item) || !ownSlots.has(slotOf(item)))
}
