import { settleVerdict } from '../lifecycle/timers.ts'
import { resolvedEntry, withEnded } from '../model/casework/dispute.ts'
import type { Decision } from '../model/decision.ts'
import { partyActor } from '../model/viewer.ts'
import { assertMayInDispute, type DisputeMoment } from './dispute-actions.ts'

/** The Spool once the party that opened a dispute has taken it back: the receipt stands, and what the dispute held goes on. */
export function withdrawDispute(moment: DisputeMoment, at: string): Decision {
  assertMayInDispute('withdraw', moment)
  const { spool, dispute, viewer } = moment
  const state = { ...spool.state, ...withEnded(spool.state, [dispute], 'withdrawn', at, dispute.side) }
  const settled = settleVerdict({ ...spool, state }, at)
  return {
    spool: settled.spool,
    entries: [resolvedEntry(dispute, 'withdrawn', { at, actor: partyActor(viewer) }), ...settled.entries],
  }
}
