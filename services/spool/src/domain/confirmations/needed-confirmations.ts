import type { Condition, Spool } from '../model/spool.ts'
import type { Side } from '@outturn/vocabulary'

/** A confirmation that a required condition still waits for. */
export type NeededConfirmation = { conditionId: string; side: Side }

/** The confirmations that are missing before the required conditions of people can be judged, in the order of the conditions. */
export function neededConfirmations(spool: Spool): NeededConfirmation[] {
  return spool.agreement.conditions
    .filter((condition) => condition.required && condition.verification_method === 'human_confirmed')
    .flatMap((condition) =>
      missingSides(condition, spool).map((side) => ({ conditionId: condition.id, side })),
    )
}

/** The sides whose confirmation a condition takes: none where it is not for people to decide. */
export function confirmingSides(condition: Condition): Side[] {
  if (condition.verification_method !== 'human_confirmed') return []
  return condition.confirmation_method === 'both_confirm' ? ['buyer', 'provider'] : ['buyer']
}

/** A buyer who waives a condition waives it for both. */
function missingSides(condition: Condition, spool: Spool): Side[] {
  const confirmed = spool.state.confirmations[condition.id] ?? {}
  if (confirmed.buyer === 'waived') return []
  return confirmingSides(condition).filter((side) => confirmed[side] === undefined)
}
