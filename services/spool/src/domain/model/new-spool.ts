import type { AgreementMode, Environment } from '@outturn/vocabulary'
import type { Decision } from './decision.ts'
import { noDiscrepancies } from './casework/discrepancy.ts'
import { emptyHistory } from './history.ts'
import type { Agreement, Spool, SpoolState } from './spool.ts'
import { creatorOf } from './viewer.ts'

export type NewSpoolFacts = {
  spoolId: string
  shareId: string
  environment: Environment
  accountId: string
  at: string
  /** Made of a text that leaves something open. */
  isDraft?: boolean
}

/** A Spool as an agreement makes it: proposed, a draft, or in unilateral mode accepted by its initiator at once. */
export function newSpool(agreement: Agreement, facts: NewSpoolFacts): Decision {
  const { mode, agreementHash, planHash } = agreement
  const spool: Spool = {
    id: facts.spoolId,
    shareId: facts.shareId,
    environment: facts.environment,
    accountId: facts.accountId,
    version: 0,
    createdAt: facts.at,
    updatedAt: facts.at,
    agreement,
    state: facts.isDraft === true ? draftState(mode, facts.at) : initialState(mode, facts.at),
  }
  return {
    spool,
    entries: [
      {
        type: 'spool.created',
        at: facts.at,
        actor: { party_id: creatorOf(spool).partyId, kind: 'party' },
        data: { mode, agreement_hash: agreementHash, plan_hash: planHash },
      },
    ],
  }
}

function draftState(mode: AgreementMode, at: string): SpoolState {
  const state = initialState(mode, at)
  return { ...state, status: { ...state.status, agreement: 'draft' } }
}

/** The state of every Spool at its start. */
export function initialState(mode: AgreementMode, at: string): SpoolState {
  const isAccepted = mode === 'unilateral'
  return {
    status: {
      agreement: isAccepted ? 'accepted' : 'proposed',
      fulfillment: isAccepted ? 'in_progress' : 'pending',
      verification: 'pending',
      settlement: 'uncommitted',
      outcome: 'active',
    },
    statusReason: null,
    acceptance: isAccepted
      ? {
          mode: 'unilateral',
          provider_accepted_in_spoolis: false,
          accepted_by: 'initiator',
          accepted_at: at,
        }
      : null,
    runs: 0,
    countedRuns: 0,
    openRun: null,
    lastRun: null,
    lastResults: {},
    latestReceiptId: null,
    latestReceiptAt: null,
    receiptStatuses: {},
    settledCents: 0,
    settlement: null,
    grantEndsAt: null,
    payouts: {},
    cancelConsents: [],
    evidenceCount: 0,
    buyerEvidenceCount: 0,
    deliveredAt: null,
    suppliedAfterRuns: {},
    newestEvidenceAt: null,
    confirmations: {},
    boundConfirmations: {},
    confirmableDigests: {},
    externalResults: {},
    quote: null,
    disputes: [],
    discrepancies: noDiscrepancies,
    holds: [],
    heldTime: { buyer: { spentMs: 0, since: null }, provider: { spentMs: 0, since: null } },
    claims: { count: 0, bytes: 0 },
    withdrawn: {},
    reviews: [],
    finalizedAt: null,
    closedAt: null,
    historyLength: emptyHistory.length,
    historyHash: emptyHistory.hash,
  }
}
