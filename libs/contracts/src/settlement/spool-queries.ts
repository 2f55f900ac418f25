import { SettlementId, SpoolId, Timestamp } from '@outturn/agreement'
import { settlementLegs, settlementStates } from '@outturn/vocabulary'
import { z } from 'zod'
import { defineQuery } from '../operation.ts'

/** Why money of a settlement has not moved although it was committed. */
export const settlementWaits = [
  'verdict',
  'dispute',
  'hold',
  'operator',
  'grant',
  'signature',
  'transfer',
  'checkout',
  'card',
] as const

/** The money of one Spool: what was committed, what was earned of it, and what is paid. */
export const SettlementOfSpool = z.strictObject({
  id: SettlementId,
  lane: z.enum(['wallet', 'card']),
  state: z.enum(settlementStates),
  /** Most that the buyer committed to, without the fee, and the fee at most. */
  maximumCents: z.int(),
  maximumFeeCents: z.int(),
  /** Null until the verdict is final. */
  earnedCents: z.int().nullable(),
  feeCents: z.int().nullable(),
  /** What the books have as paid to the seller. */
  paidCents: z.int(),
  /** Payments that are recorded, each with its transaction on the chain or at the processor. */
  payments: z.array(z.strictObject({ leg: z.enum(settlementLegs), transaction: z.string() })),
  /** What the next payment waits for; null where nothing is to be paid any more. */
  waitsFor: z.strictObject({ what: z.enum(settlementWaits), message: z.string() }).nullable(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type SettlementOfSpool = z.infer<typeof SettlementOfSpool>

/** The settlement of a Spool; null where none was committed. The sender has made sure that its reader is a party. */
export const readSettlementOfSpool = defineQuery('settlement.read-of-spool', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: SettlementOfSpool.nullable(),
  sentBy: ['gateway'],
})
