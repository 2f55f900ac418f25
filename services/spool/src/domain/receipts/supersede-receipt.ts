import { conflict, forbidden } from '@outturn/contracts'
import type { CorrectionReason } from '@outturn/vocabulary'
import { assertHeld } from '../model/held-items.ts'
import type { Entry } from '../model/decision.ts'
import {
  type ActionContext,
  answersDisputesOfOther,
  type Guard,
  hasNoOpenDisputeOfOther,
  isAccepted,
  isNotBeingSettled,
  noOpenRun,
} from '../lifecycle/guards.ts'
import type { Evidence, Spool } from '../model/spool.ts'
import { assertGuards } from '../lifecycle/transitions.ts'

/** Which receipt a run's receipt replaces, and why: because a party asked for it, or because every further run does. */
export type Correction = {
  receiptId: string
  reason: CorrectionReason | 'verified_again'
  advisory: string
  evidenceIds: string[]
}

/**
 * What a further run of a Spool replaces: its latest receipt, revoked or not, so that its receipts form one line and at
 * most the last of them is active. Null while the Spool has none.
 */
export function correctionByRun({ state: { latestReceiptId } }: Spool): Correction | null {
  if (latestReceiptId === null) return null
  const advisory = 'A later verification of the same Spool replaced this receipt.'
  return { receiptId: latestReceiptId, reason: 'verified_again', advisory, evidenceIds: [] }
}

const isNotCancelled: Guard = {
  code: 'invalid_state',
  reason: 'spool_closed',
  message: 'This Spool was cancelled or has expired: its receipts cannot be superseded.',
  holds: ({ spool }) => ['active', 'completed'].includes(spool.state.status.outcome),
}

/** Refuses a correction that is not the creator's, not of the latest receipt, or about evidence that the Spool does not hold. */
export function assertCorrectable(
  { receiptId, evidenceIds }: Correction,
  context: ActionContext,
  evidence: readonly Evidence[],
): void {
  const { viewer, spool } = context
  if (viewer.scope !== 'full')
    throw forbidden('Only a full-scope key may supersede a receipt.', { reason: 'full_scope_required' })
  if (!viewer.isCreator) {
    throw forbidden('Only the party that made the Spool may supersede its receipts.', {
      reason: 'creator_only',
    })
  }
  assertGuards([noOpenRun, isAccepted, isNotCancelled, isNotBeingSettled], context)
  assertLatestReceipt(receiptId, spool.state.latestReceiptId)
  assertHeld(evidenceIds, evidence, 'evidence_ids')
}

/** A correction is a further run: whatever its reason, it goes no way around what the other party disputes. */
const disputeGuards: Readonly<Record<CorrectionReason, Guard>> = {
  confirmation_changed: answersDisputesOfOther,
  dispute_resolved: hasNoOpenDisputeOfOther,
  evidence_error: answersDisputesOfOther,
  review_overturned: answersDisputesOfOther,
}

/**
 * Whether a dispute of the other party keeps a caller from a correction for this reason. A receipt whose key was revoked counts nowhere
 * any more, and is replaced all the same.
 */
export function isHeldOffByDispute(reason: CorrectionReason, context: ActionContext): boolean {
  return !disputeGuards[reason].holds(context)
}

/** Refuses a correction for a reason that a dispute of the other party does not allow yet. */
export function assertAnswersDispute(reason: CorrectionReason, context: ActionContext): void {
  assertGuards([disputeGuards[reason]], context)
}

/** The chain of corrections is a line, and what a Spool says last is at its end. */
function assertLatestReceipt(receiptId: string, latestReceiptId: string | null): void {
  if (receiptId === latestReceiptId) return
  throw conflict(`Receipt ${receiptId} is not the latest of its Spool.`, {
    reason: 'not_latest_receipt',
    remediation: `Supersede ${latestReceiptId} instead.`,
  })
}

/** What the history says of a receipt that another one replaced. */
export function supersededEntry(correction: Correction, replacement: string, at: string): Entry {
  return {
    type: 'receipt.superseded',
    at,
    actor: { party_id: null, kind: 'service' },
    data: {
      receipt_id: correction.receiptId,
      replacement_receipt_id: replacement,
      reason: correction.reason,
      evidence_ids: correction.evidenceIds,
    },
  }
}
