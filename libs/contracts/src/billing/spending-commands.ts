import { AccountId, KeyId, Timestamp } from '@outturn/agreement'
import { z } from 'zod'
import { Micros } from '../http/billing.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { UtcMonth } from './usage-commands.ts'

/** Largest cap or threshold, in micros of a dollar: a million dollars. */
export const maxSpendingMicros = 1_000_000_000_000n

const amount = z
  .string()
  .regex(/^(?:0|[1-9]\d{0,12})$/, 'must be a whole number of micros of a dollar')
  .refine((text) => BigInt(text) <= maxSpendingMicros, 'must be at most 1000000000000 micros')

/** A cap on the charges of one key in a calendar month (UTC). */
const KeyCap = z.strictObject({
  keyId: KeyId,
  capMicros: Micros,
  /** Charged to the credits in this month and reserved for runs under way. */
  usedMicros: Micros,
})
export type KeyCap = z.infer<typeof KeyCap>

/**
 * Sets the most that one key may spend of the credits in a calendar month; null removes the cap. Runs that a cap refuses are answered with
 * 403 `forbidden`, reason `key_cap_reached`. Runs that the allowance covers, or that are paid for by themselves, spend nothing of it.
 */
export const setKeyCap = defineCommand('billing.set-key-cap', {
  input: z.strictObject({ accountId: AccountId, keyId: KeyId, capMicros: amount.nullable() }),
  output: z.strictObject({ keyId: KeyId, capMicros: Micros.nullable(), usedMicros: Micros }),
  refuses: ['store_conflict', 'validation_failed'],
  sentBy: ['gateway'],
  isForBilling: true,
})

/** The keys of an account that have a cap, with what they spent in this month. */
export const readKeyCaps = defineQuery('billing.read-key-caps', {
  input: z.strictObject({ accountId: AccountId }),
  output: z.strictObject({
    month: UtcMonth,
    /** The 1st of the next month, when all caps start again. */
    resetsAt: Timestamp,
    caps: z.array(KeyCap),
  }),
  sentBy: ['gateway'],
})

const BalanceThreshold = z.strictObject({
  thresholdMicros: Micros,
  /** Whether it is the one that every account has. */
  isDefault: z.boolean(),
  defaultMicros: Micros,
})

/**
 * Sets below which balance owners and billing people are written to; null is the default and 0 never. One mail is sent until the balance has been
 * at one and a half times the threshold again.
 */
export const setBalanceThreshold = defineCommand('billing.set-balance-threshold', {
  input: z.strictObject({ accountId: AccountId, thresholdMicros: amount.nullable() }),
  output: BalanceThreshold,
  refuses: ['validation_failed'],
  sentBy: ['gateway'],
  isForBilling: true,
})

export const readBalanceThreshold = defineQuery('billing.read-balance-threshold', {
  input: z.strictObject({ accountId: AccountId }),
  output: BalanceThreshold,
  sentBy: ['gateway'],
})
