import type { ListedSpool } from '@outturn/contracts'
import { flagsOf } from '../lifecycle/flags.ts'
import type { Spool } from '../model/spool.ts'
import { partyOn, sideOf, type Viewer } from '../model/viewer.ts'
import { nextStepOf } from '../views/next-step.ts'
import { listStateOf } from './list-state.ts'

/** A Spool in one row of a list of its party. */
export function listedSpool(spool: Spool, viewer: Viewer, now: Date): ListedSpool {
  const { agreement, state } = spool
  const { type, actor, reason } = nextStepOf(spool, flagsOf(spool, now), now)
  const step = { type, actor, reason }
  return {
    id: spool.id,
    shareId: spool.shareId,
    title: agreement.deliverable.title,
    side: viewer.party === null ? 'buyer' : sideOf(viewer.party.role),
    buyer: listedParty(spool, 'buyer'),
    provider: listedParty(spool, 'provider'),
    state: listStateOf(state),
    amountCents: agreement.value.amount_cents,
    currency: agreement.value.currency,
    earnedCents: state.lastRun?.earnedCents ?? null,
    nextStep: step,
    isWaitingForMe: isWaitingFor(viewer, spool, step),
    receiptId: state.latestReceiptId,
    createdAt: spool.createdAt,
    updatedAt: spool.updatedAt,
  }
}

function listedParty(spool: Spool, side: 'buyer' | 'provider'): ListedSpool['buyer'] {
  const { displayName, kind } = partyOn(spool, side)
  return { name: displayName, kind }
}

/** Whether this party takes the next step: what is closed or under way waits for no party. */
function isWaitingFor(
  { sides, isCreator }: Viewer,
  { state }: Spool,
  { type, actor }: ListedSpool['nextStep'],
): boolean {
  if (state.status.outcome !== 'active' || state.openRun !== null || type === 'terminal') return false
  if (type === 'new_spool') return isCreator && state.status.agreement === 'draft'
  return actor === 'verifier' || sides.some((side) => side === actor)
}
