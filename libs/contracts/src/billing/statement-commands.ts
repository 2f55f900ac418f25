import { AccountId, KeyId, Sha256Digest, Timestamp } from '@outturn/agreement'
import { creditGrantSources } from '@outturn/vocabulary'
import { z } from 'zod'
import { Micros } from '../http/billing.ts'
import { defineQuery } from '../operation.ts'
import { UtcMonth } from './usage-commands.ts'

const count = z.int().min(0)

/** Credits of an account over a month: `opening + bought + granted − charged − expired − refunded = closing`. */
const balances = {
  openingMicros: Micros,
  boughtMicros: Micros,
  grantedMicros: Micros,
  chargedMicros: Micros,
  expiredMicros: Micros,
  refundedMicros: Micros,
  /** The next month opens with it. Below zero, the account owes it. */
  closingMicros: Micros,
}

const identity = {
  month: UtcMonth,
  /** `stm_2026_10_` and the first 8 digits of the account. */
  number: z.string().regex(/^stm_\d{4}_\d{2}_[0-9a-f]{8}$/),
  state: z.enum(['open', 'closed']),
  /** When the month closes or closed: the 1st of the next month, 02:00 UTC. */
  closesAt: Timestamp,
  /** SHA-256 over the statement and all of its entries; null while the month is open. */
  digest: Sha256Digest.nullable(),
}

const Charge = z.strictObject({
  kind: z.enum(['verification', 'compilation']),
  /** Included and charged ones. */
  quantity: count,
  /** Of them, covered by the allowance. */
  included: count,
  /** Of them, charged to the credits. */
  charged: count,
  /** Price of one; null where the price changed within the month. */
  unitMicros: Micros.nullable(),
  amountMicros: Micros,
})

const CreditMovement = z.strictObject({
  at: Timestamp,
  entryId: z.string(),
  kind: z.enum(['bought', 'granted', 'expired', 'refunded']),
  /** Where the credits of the grant came from. */
  source: z.enum(creditGrantSources).nullable(),
  /** The purchase of a pack, else the grant. */
  reference: z.string(),
  /** Above zero where the balance grew. */
  amountMicros: Micros,
})

export const Statement = z.strictObject({
  ...identity,
  ...balances,
  pricingVersion: z.string(),
  charges: z.array(Charge),
  /** The largest amount first; null is a person in the console, or a run from before keys were recorded. */
  keys: z.array(
    z.strictObject({
      keyId: KeyId.nullable(),
      /** Sums up the keys beyond those listed. */
      isRest: z.boolean(),
      runs: count,
      compilations: count,
      amountMicros: Micros,
    }),
  ),
  /** Verification alone: compilations have no use case. Null sums up those beyond the ones listed. */
  useCases: z.array(z.strictObject({ useCase: z.string().nullable(), runs: count, amountMicros: Micros })),
  /** Purchases, grants, expiries and refunds, oldest first. */
  movements: z.array(CreditMovement),
  /** Runs that ended in an error of the service; they cost nothing. */
  unchargedRuns: count,
  /** Runs paid for by themselves with x402, which touch no credits. */
  paidRuns: count,
  paidMicros: Micros,
  /** Number of ledger entries of the month. */
  entries: count,
})
export type Statement = z.infer<typeof Statement>

/** The statement of one month: as it was closed, or as it stands now while the month is open. */
export const readStatement = defineQuery('billing.read-statement', {
  input: z.strictObject({ accountId: AccountId, month: UtcMonth }),
  output: Statement,
  refuses: ['not_found'],
  sentBy: ['gateway'],
})

/** The statements of an account, newest month first: the open months, then those closed. A month without movement has none. */
export const listStatements = defineQuery('billing.list-statements', {
  input: z.strictObject({ accountId: AccountId }),
  output: z.strictObject({ statements: z.array(z.strictObject({ ...identity, ...balances })) }),
  sentBy: ['gateway'],
})

export const statementEntryKinds = [
  'verification',
  'compilation',
  'bought',
  'granted',
  'expired',
  'refunded',
] as const

const StatementEntry = z.strictObject({
  at: Timestamp,
  /** Number of the entry in the ledger. */
  entryId: z.string(),
  kind: z.enum(statementEntryKinds),
  /** The run, policy, purchase or grant that it is about. */
  reference: z.string(),
  keyId: KeyId.nullable(),
  useCase: z.string().nullable(),
  quantity: z.int().min(1),
  unitMicros: Micros,
  /** Above zero where the balance grew, below where it shrank. */
  amountMicros: Micros,
  /** Credits of the account after this entry; null in a list that leaves entries out. */
  balanceMicros: Micros.nullable(),
})
export type StatementEntry = z.infer<typeof StatementEntry>

/** The ledger entries of a month, or those of one key, use case or kind, in the order of the statement. `next` continues after the last one. */
export const listStatementEntries = defineQuery('billing.list-statement-entries', {
  input: z.strictObject({
    accountId: AccountId,
    month: UtcMonth,
    /** Null is entries of no key. */
    keyId: KeyId.nullable().optional(),
    useCase: z.string().max(120).optional(),
    kinds: z.array(z.enum(statementEntryKinds)).min(1).optional(),
    after: z.string().max(200).nullable(),
    limit: z.int().min(1).max(1_000),
  }),
  output: z.strictObject({
    number: identity.number,
    entries: z.array(StatementEntry),
    next: z.string().nullable(),
  }),
  refuses: ['not_found', 'validation_failed'],
  sentBy: ['gateway'],
})

/** Compares usage, ledger and statements of accounts from their start; no differences where all agree. `next` continues after the last account. */
export const checkBillingSums = defineQuery('billing.check-sums', {
  input: z.strictObject({
    /** The one account to check; null for all of them. */
    accountId: AccountId.nullable(),
    after: AccountId.nullable(),
  }),
  output: z.strictObject({
    accounts: count,
    statements: count,
    differences: z.array(
      z.strictObject({
        accountId: AccountId,
        month: UtcMonth.nullable(),
        what: z.string(),
        expected: z.string(),
        found: z.string(),
      }),
    ),
    next: AccountId.nullable(),
  }),
  sentBy: ['operator'],
})
