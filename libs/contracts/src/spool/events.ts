import { closedOutcomes, holdCauses, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { defineEvent } from '../define.ts'
import {
  AccountId,
  CaseId,
  EvidenceId,
  ReceiptId,
  RunId,
  SourceId,
  SpoolId,
  Timestamp,
} from '@outturn/agreement'

/** What a finished run came to: what billing posts and usage counts. */
export const VerifiedRun = z.strictObject({
  runId: RunId,
  spoolId: SpoolId,
  accountId: AccountId,
  receiptId: ReceiptId.nullable(),
  at: Timestamp,
  result: z.enum(verdicts),
  submittedUnits: z.int(),
  acceptedUnits: z.int(),
  earnedCents: z.int(),
  useCase: z.string(),
  /** Names of the checkers of the conditions, each once. */
  checkers: z.array(z.string()).optional(),
  /** Number of the run of its Spool, from 1. */
  run: z.int().min(1).optional(),
  /** The Spool was closed by this run. */
  isLast: z.literal(true).exactOptional(),
  /** The service could not look at what its verdict needs: it is not charged. */
  isUncharged: z.literal(true).exactOptional(),
})
export type VerifiedRun = z.infer<typeof VerifiedRun>

export const spoolVerified = defineEvent('spool.verified', {
  payload: VerifiedRun,
  reactedToBy: ['billing'],
})

/** A run that ended without a verdict; what was reserved for it is given back. */
export const spoolRunFailed = defineEvent('spool.run-failed', {
  payload: z.strictObject({
    runId: RunId,
    spoolId: SpoolId,
    accountId: AccountId,
    at: Timestamp,
    code: z.string(),
  }),
  reactedToBy: ['billing'],
})

/**
 * What a committed settlement comes to, by the verdict that is final: what was earned and the fee beside it, in cents, or nothing,
 * with which the commitment ends.
 */
export const spoolSettlementDecided = defineEvent('spool.settlement-decided', {
  payload: z.strictObject({
    spoolId: SpoolId,
    due: z
      .strictObject({ receiptId: ReceiptId, earnedCents: z.int().min(1), feeCents: z.int().min(0) })
      .nullable(),
    at: Timestamp,
  }),
  reactedToBy: ['settlement'],
})

/**
 * A dispute of a receipt was opened or closed: whether any is open of that receipt now, and whether anything holds the
 * settlement of the Spool. A larger `version` is later. Settlement reacts to it for services of the previous release, which tell of holds by nothing else.
 */
export const spoolDisputeChanged = defineEvent('spool.dispute-changed', {
  payload: z.strictObject({
    spoolId: SpoolId,
    receiptId: ReceiptId,
    version: z.int().min(1),
    isDisputed: z.boolean(),
    holdsSettlement: z.boolean(),
    at: Timestamp,
  }),
  reactedToBy: ['settlement', 'signing'],
})

/**
 * The open cases of a Spool, all of them: what holds its money (`blocks`), and what waits for a decision without holding it. A larger
 * `version` is later.
 */
export const spoolHoldsChanged = defineEvent('spool.holds-changed', {
  payload: z.strictObject({
    spoolId: SpoolId,
    version: z.int().min(1),
    holds: z.array(
      z.strictObject({
        id: CaseId,
        cause: z.enum(holdCauses),
        receiptId: ReceiptId.nullable(),
        blocks: z.boolean(),
        until: Timestamp,
      }),
    ),
    at: Timestamp,
  }),
  reactedToBy: ['settlement'],
})

/**
 * A review of a receipt began or ended: whether a binding one is open of that receipt now, and whether one upheld it. A larger `version`
 * is later.
 */
export const spoolReviewChanged = defineEvent('spool.review-changed', {
  payload: z.strictObject({
    spoolId: SpoolId,
    receiptId: ReceiptId,
    version: z.int().min(1),
    isUnderReview: z.boolean(),
    isUpheld: z.boolean(),
    at: Timestamp,
  }),
  reactedToBy: ['signing'],
})

/**
 * A Spool left `active`: keys that are bound to it read it until `keysEndAt`, and are over then. It is told again with a later end when a
 * case is opened afterwards.
 */
export const spoolClosed = defineEvent('spool.closed', {
  payload: z.strictObject({
    spoolId: SpoolId,
    outcome: z.enum(closedOutcomes),
    at: Timestamp,
    keysEndAt: Timestamp,
    /** Runs that the Spool had. */
    runs: z.int().min(0).optional(),
  }),
  reactedToBy: ['billing', 'gateway'],
})

/**
 * The content of an evidence item was deleted. `runIds` are the runs that judged it. A larger `version` is later; the event says the same
 * whenever it arrives.
 */
export const spoolEvidenceWithdrawn = defineEvent('spool.evidence-withdrawn', {
  payload: z.strictObject({
    spoolId: SpoolId,
    evidenceId: EvidenceId,
    version: z.int().min(1),
    runIds: z.array(RunId),
    /** The facts that the item was made of: of this source, and received by this time. Set once no item of the source is kept any more. */
    facts: z.strictObject({ sourceId: SourceId, until: Timestamp }).exactOptional(),
    at: Timestamp,
    /** Who had it deleted; events of before do not say. */
    by: z.enum(['party', 'retention', 'erasure']).optional(),
  }),
  reactedToBy: ['signing', 'verification'],
})
