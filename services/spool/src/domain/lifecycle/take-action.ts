import type { ActionName } from '@outturn/vocabulary'
import { lapsedEntry, withoutBlocks } from '../model/casework/discrepancy-changes.ts'
import type { Decision, Entry } from '../model/decision.ts'
import { openDisputes, resolvedEntry, withWithdrawn } from '../model/casework/dispute.ts'
import type { Spool } from '../model/spool.ts'
import { actorOf, counterpartyOf, sideOf, type Viewer } from '../model/viewer.ts'
import { transitionOf } from './transitions.ts'

/** The decision of an action whose effect the table of transitions holds; the caller has checked that it may be taken. */
export function takeAction(
  action: ActionName,
  spool: Spool,
  viewer: Viewer,
  at: string,
  data: Record<string, unknown> = {},
): Decision {
  const { effect, event, isDone, who } = transitionOf(action, spool)
  if (isDone?.(spool) === true) return { spool, entries: [] }
  if (effect === null) throw new Error(`the effect of ${action} depends on its body`)
  const acting =
    who === 'other_party' ? actorOf(spool, viewer, sideOf(counterpartyOf(spool).role)) : viewer.party
  const actor: Entry['actor'] = { party_id: acting?.partyId ?? null, kind: 'party' }
  const state = { ...spool.state, ...effect(spool, at) }
  const own: Entry[] = event === null ? [] : [{ type: event, at, actor, data }]
  // The party that ends a Spool withdraws its disputes, and its blocks become warnings; the guards refuse the end while the other party has one open.
  const isEnded = state.status.outcome !== 'active'
  const withdrawn = isEnded ? openDisputes(state) : []
  const lapsed = isEnded ? state.discrepancies.blocks : []
  const open = withdrawn.length === 0 ? state : { ...state, ...withWithdrawn(state, at) }
  return {
    spool: { ...spool, state: { ...open, ...withoutBlocks(open, lapsed, at) } },
    entries: [
      ...withdrawn.map((each) => resolvedEntry(each, 'withdrawn', { at, actor })),
      ...lapsed.map((each) => lapsedEntry(each, { at, actor })),
      ...own,
    ],
  }
}
