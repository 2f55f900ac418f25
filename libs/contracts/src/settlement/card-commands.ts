import { AccountId, SpoolId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { defineCommand } from '../operation.ts'
import { PayeeId, SettlementSummary } from './events.ts'

/**
 * Commits to settle a Spool by card: holds the amount on the card of a payment method, or opens a page on which the buyer pays.
 * Idempotent while that hold is live; when it has ended, another one is begun.
 */
export const commitCardSettlement = defineCommand('settlement.commit-card', {
  input: z.strictObject({
    spoolId: SpoolId,
    /** That of the buyer. */
    accountId: AccountId,
    /** Payees of the provider; the first that has begun to set up payouts is paid. */
    payeeIds: z.array(PayeeId).min(1).max(2),
    /** What the buyer reads on the page. */
    description: z.string().min(1).max(200),
    /** Most that may be earned, and most that the service takes beside it, in cents. */
    maximumCents: z.int().min(1),
    maximumFeeCents: z.int().min(0),
    /** What is held, of both: the maximum, or what a final verdict earned. */
    holdCents: z.int().min(1),
    holdFeeCents: z.int().min(0),
    paymentMethod: z.string().nullable(),
    /** Names the request, so that its repetition knows the hold for its own. */
    askedBy: z.string().min(1).max(500),
    /** Where the buyer comes back to. */
    returnUrl: z.string(),
  }),
  output: SettlementSummary,
  refuses: ['conflict', 'invalid_state', 'payout_destination_required', 'settlement_unavailable'],
  sentBy: ['spool'],
})

/**
 * Makes a new link by which a provider sets up its payouts. Each call makes another. Refused for a party whose payouts are set up: who
 * asks for those is the other party, and a link leads to what the provider entered.
 */
export const onboardPayee = defineCommand('settlement.onboard-payee', {
  input: z.strictObject({
    payeeId: PayeeId,
    spoolId: SpoolId,
    refreshUrl: z.string(),
    returnUrl: z.string(),
  }),
  output: z.strictObject({ url: z.string(), expiresAt: Timestamp, isReady: z.boolean() }),
  refuses: ['invalid_state', 'settlement_unavailable'],
  sentBy: ['spool'],
})
