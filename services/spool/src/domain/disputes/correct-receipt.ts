import { resolvedEntry, withDispute, withResolved } from '../model/casework/dispute.ts'
import type { DisputeDecision } from '../model/casework/dispute-state.ts'
import type { Decision, Entry } from '../model/decision.ts'
import type { Dispute, Spool } from '../model/spool.ts'
import { settleVerdict } from '../lifecycle/timers.ts'
import type { Correction } from '../receipts/supersede-receipt.ts'

const byService: Entry['actor'] = { party_id: null, kind: 'service' }

/** What the receipt of a decided dispute replaces: the latest one, which the dispute has passed on to. */
export function correctionByDispute(
  { id, receiptId }: Dispute,
  { state }: Pick<Spool, 'state'>,
  evidenceIds: readonly string[],
): Correction {
  return {
    receiptId: state.latestReceiptId ?? receiptId,
    reason: 'dispute_resolved',
    advisory: `A dispute (${id}) was decided, and another receipt took the place of this one.`,
    evidenceIds: [...evidenceIds],
  }
}

/** The Spool once a dispute is decided by outcomes, or by another run, whose receipt is still to come. */
export function withDecision(
  { spool, ...decision }: Decision,
  { id }: Pick<Dispute, 'id'>,
  decided: DisputeDecision,
): Decision {
  const disputes = withDispute(spool.state.disputes, id, { decision: decided })
  return { ...decision, spool: { ...spool, state: { ...spool.state, disputes } } }
}

/**
 * Beside what a run made of the Spool, what it means to the dispute that asked for it: its receipt is corrected, and what the dispute
 * held goes on by the new one. Without a receipt the dispute is open as before, and may be answered again.
 */
export function withDisputeDecided<D extends Decision & { at: string }>(
  decision: D,
  runId: string,
  receiptId: string | null,
): D {
  const { spool, at } = decision
  const dispute = disputeOfRun(spool, runId)
  if (dispute === null) return decision
  if (receiptId === null) return withCorrectionFailed(decision, runId)
  const by = dispute.decision?.by ?? 'counterparty'
  const resolution = { outcome: 'corrected', by, replacementReceiptId: receiptId, at } as const
  const state = { ...spool.state, ...withResolved(spool.state, dispute, resolution) }
  const settled = settleVerdict({ ...spool, state }, at)
  const entry = resolvedEntry(dispute, 'corrected', { at, actor: byService }, by)
  return { ...decision, spool: settled.spool, entries: [...decision.entries, entry, ...settled.entries] }
}

/** The same where the run ended without a receipt. */
export function withCorrectionFailed<D extends Decision & { at: string }>(decision: D, runId: string): D {
  const { spool, at } = decision
  const dispute = disputeOfRun(spool, runId)
  if (dispute === null) return decision
  const step = { type: 'correction_failed', at } as const
  const disputes = withDispute(spool.state.disputes, dispute.id, { decision: null }, step)
  return { ...decision, spool: { ...spool, state: { ...spool.state, disputes } } }
}

function disputeOfRun({ state }: Spool, runId: string): Dispute | null {
  return state.disputes.find(({ decision }) => decision?.runId === runId) ?? null
}
