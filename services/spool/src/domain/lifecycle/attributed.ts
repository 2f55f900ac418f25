import { byPerson, type Principal } from '@outturn/contracts'
import type { Decision } from '../model/decision.ts'

/**
 * A decision whose entries say that a person of the party made them, where one did. Which person is known to the account of the party
 * alone, which keeps it in its audit log.
 */
export function attributed<Made extends Decision>(decision: Made, principal: Principal): Made {
  if (principal.kind !== 'account' || principal.via.kind !== 'person') return decision
  const entries = decision.entries.map((entry) =>
    entry.actor.kind === 'party' ? { ...entry, data: { ...entry.data, ...byPerson } } : entry,
  )
  return { ...decision, entries }
}
