import { type Decision, type Entry } from '../model/decision.ts'
import { takeAction } from '../lifecycle/take-action.ts'
import type { Spool } from '../model/spool.ts'
import type { Viewer } from '../model/viewer.ts'

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/**
 * Cancels a Spool. A party alone cancels what is not committed; of a committed one the first party to ask consents, and the other one's
 * consent cancels it and ends the commitment with nothing due. The caller has checked that it may be taken.
 */
export function cancelSpool(spool: Spool, viewer: Viewer, at: string): Decision {
  const { state } = spool
  if (state.status.settlement !== 'committed') return takeAction('cancel', spool, viewer, at)
  const known = state.cancelConsents
  const added = viewer.sides.filter((side) => !known.includes(side))
  if (added.length === 0) return { spool, entries: [] }
  const consents = [...known, ...added]
  if (consents.length < 2) {
    const actor: Entry['actor'] = { party_id: viewer.party?.partyId ?? null, kind: 'party' }
    return {
      spool: { ...spool, state: { ...state, cancelConsents: consents } },
      entries: [{ type: 'spool.cancel_requested', at, actor, data: {} }],
    }
  }
  const status = { ...state.status, settlement: 'voided' as const }
  const voided = { ...spool, state: { ...state, status, cancelConsents: consents } }
  const canceled = takeAction('cancel', voided, viewer, at)
  const entry: Entry = { type: 'settlement.voided', at, actor: byService, data: {} }
  return { spool: canceled.spool, entries: [entry, ...canceled.entries] }
}
