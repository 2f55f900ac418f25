import { type Handoff, inviteCounterparty, pathTo } from '@outturn/contracts'
import type { Party, Spool } from '../model/spool.ts'
import { counterpartyOf } from '../model/viewer.ts'

/** Address under which every reader with the link reads a Spool. */
export function shareUrlOf(spool: Spool, publicUrl: string): string {
  return `${publicUrl}/s/${spool.shareId}`
}

/** How the counterparty receives a Spool; null where there is no counterparty. This service sends no mail. */
export function handoffOf(spool: Spool, publicUrl: string): Handoff | null {
  if (spool.agreement.mode === 'unilateral') return null
  const counterparty = counterpartyOf(spool)
  const isAssigned = counterparty.accountId !== null
  return {
    method: isAssigned ? 'account' : 'share_url',
    share_url: shareUrlOf(spool, publicUrl),
    counterparty_party_id: counterparty.partyId,
    invite_endpoint: isAssigned ? null : pathTo(inviteCounterparty.http, { id: spool.id }),
    invite_email_sent: false,
    invite_email_to: null,
    reason: handoffReason(spool, counterparty),
  }
}

function handoffReason(spool: Spool, { accountId, contact }: Party): string {
  if (accountId !== null) return "the counterparty's account is bound to the Spool and finds it in its list"
  if (spool.environment === 'demo') {
    return 'the session that made the Spool acts for both parties until another one takes an invitation from invite_endpoint'
  }
  return contact?.includes('@') === true
    ? 'this service sends no mail; pass on the share_url, or an invitation from invite_endpoint'
    : 'no email contact on the counterparty; pass on the share_url, or an invitation from invite_endpoint'
}
