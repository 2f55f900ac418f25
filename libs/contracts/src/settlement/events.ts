import { AccountId, PartyId, SpoolId, Timestamp } from '@outturn/agreement'
import { cardHoldStates, cardProblems, settlementLegs, settlementStates } from '@outturn/vocabulary'
import { z } from 'zod'
import { defineEvent } from '../define.ts'
import type { ErrorReason } from '../errors/reasons.ts'
import { RequiredLeg } from '../http/spools/settlement.ts'

/** Whose payouts are set up: the account of the provider, or its party where it has none here. */
export const PayeeId = z.union([AccountId, PartyId])

/** What a settlement by card shows beside its state. */
const CardHoldState = z.strictObject({
  state: z.enum(cardHoldStates),
  /** Where the buyer pays; null while it need not. */
  checkoutUrl: z.string().nullable(),
  /** Until when what is held can be taken. */
  holdEndsAt: Timestamp.nullable(),
  /** How many warnings of that end have been given. */
  warnings: z.int().min(0),
  /** Why what was earned cannot be taken by card. */
  problem: z.enum(cardProblems).nullable(),
  /** The request that asked for what is held, as its commitment named it. */
  askedBy: z.string().exactOptional(),
})
export const blockReasons = [
  'allowance_exceeded',
  'insufficient_funds',
  'no_spend_permission',
  'permission_inactive',
  'permission_revoked',
  'receipt_not_active',
  'transfer_refused',
] as const satisfies readonly ErrorReason[]
export type BlockReason = (typeof blockReasons)[number]

/** Where a settlement stands. A larger `version` is later. */
export const SettlementSummary = z.strictObject({
  version: z.int().min(1),
  state: z.enum(settlementStates),
  /** What the buyer has to sign now. */
  requiredLegs: z.array(RequiredLeg),
  /** Why nothing moves although something is due. */
  blocked: z
    .strictObject({
      reason: z.enum(blockReasons),
      message: z.string(),
      /** Who can end it; absent: the buyer. */
      actor: z.enum(['buyer', 'none']).exactOptional(),
    })
    .optional(),
  /** The transfers that the chain has. */
  payments: z.array(z.strictObject({ leg: z.enum(settlementLegs), transaction: z.string() })),
  /** Of a settlement by card. */
  card: CardHoldState.optional(),
})
export type SettlementSummary = z.infer<typeof SettlementSummary>

/** A settlement moved on. */
export const settlementChanged = defineEvent('settlement.changed', {
  payload: z.strictObject({
    spoolId: SpoolId,
    summary: SettlementSummary,
    /** What the seller has of it by the chain. */
    paidCents: z.int().min(0),
    /** Whether the seller is paid by what the buyer signed, granted or has held: no one settles it otherwise meanwhile. Absent: no. */
    isBeingPaid: z.boolean().exactOptional(),
    at: Timestamp,
  }),
  reactedToBy: ['spool', 'signing'],
})

/**
 * The payouts of a payee were begun, set up, or taken back by the processor. `spoolId` where the payee is a party of that Spool without an
 * account here. A larger `version` is later.
 */
export const payoutsChanged = defineEvent('settlement.payouts-changed', {
  payload: z.strictObject({
    payeeId: PayeeId,
    spoolId: SpoolId.nullable(),
    isReady: z.boolean(),
    version: z.int().min(1),
  }),
  reactedToBy: ['spool'],
})
