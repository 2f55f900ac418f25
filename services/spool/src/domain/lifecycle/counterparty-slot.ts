import { absentSpool, conflict, forbidden, invalidState } from '@outturn/contracts'
import type { Decision, Entry } from '../model/decision.ts'
import { isActive, isBilateral, noOpenRun } from './guards.ts'
import type { Party, Spool } from '../model/spool.ts'
import { actionContextOf, assertGuards } from './transitions.ts'
import { counterpartyOf, type Viewer } from '../model/viewer.ts'

/** The party without an account, for the creator to invite one; the invitation is recorded. */
export function inviteCounterparty(
  spool: Spool,
  viewer: Viewer,
  invitationId: string,
  now: Date,
): Decision & { party: Party } {
  assertMayInvite(spool, viewer, now)
  const party = counterpartyOf(spool)
  return { party, spool, entries: [entry('counterparty.invited', viewer.party, party, invitationId, now)] }
}

function assertMayInvite(spool: Spool, viewer: Viewer, now: Date): void {
  if (viewer.scope !== 'full') {
    throw forbidden('Only a full-scope key may invite.', { reason: 'full_scope_required' })
  }
  if (!viewer.isCreator) {
    throw forbidden('Only the party that made the Spool may invite.', { reason: 'creator_only' })
  }
  assertGuards([isBilateral, noOpenRun, isActive], actionContextOf(spool, viewer, now))
  if (counterpartyOf(spool).accountId === null) return
  throw conflict('The counterparty is already assigned to an account.', {
    reason: 'counterparty_assigned',
    remediation: 'No invitation is needed; read parties for who is assigned.',
  })
}

/** The Spool with its counterparty, who exchanged an invitation; a repetition for the same account changes nothing. */
export function assignParty(
  spool: Spool,
  { partyId, accountId, invitationId }: { partyId: string; accountId: string; invitationId: string },
  now: Date,
): Decision {
  const party = spool.agreement.parties.find((each) => each.partyId === partyId)
  if (party === undefined) throw absentSpool()
  if (party.accountId === accountId && accountId !== spool.accountId) return { spool, entries: [] }
  if (spool.state.status.outcome !== 'active') {
    throw invalidState('This Spool is closed: it is no longer active.', { reason: 'spool_closed' })
  }
  if (party.accountId !== null || accountId === spool.accountId) {
    throw conflict('This party is already assigned to an account.', { reason: 'counterparty_assigned' })
  }
  const assigned = { ...party, accountId }
  const parties = spool.agreement.parties.map((each) => (each === party ? assigned : each))
  return {
    spool: { ...spool, agreement: { ...spool.agreement, parties } },
    entries: [entry('counterparty.assigned', assigned, assigned, invitationId, now)],
  }
}

function entry(
  type: Entry['type'],
  actor: Party | null,
  party: Party,
  invitationId: string,
  now: Date,
): Entry {
  return {
    type,
    at: now.toISOString(),
    actor: { party_id: actor?.partyId ?? null, kind: 'party' },
    data: { party_id: party.partyId, invitation_id: invitationId },
  }
}
