import { auditKinds, fundingSources, operatorGrantSources, runCoverages } from '@outturn/vocabulary'
import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { CreditsBalance, Micros, Usage } from '../http/billing.ts'
import { AccountId, AuditId, GrantId, KeyId, PaymentId, PolicyId, RunId, Timestamp } from '@outturn/agreement'
import { DeadLetter } from '../dead-letters.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { periodQuery } from '../query-parameters.ts'

/** Always sent by this release; one that did not record keys sends none, which is as no key. */
const sentKeyId = KeyId.nullable().default(null)

/**
 * Holds the price of one run against the allowance first, then the credits; for a run that is paid by itself, against its
 * payment alone. Idempotent by run id.
 */
export const reserveRun = defineCommand('billing.reserve-run', {
  input: z.strictObject({
    runId: RunId,
    accountId: AccountId,
    freeTextCompiles: z.int().min(0),
    paymentId: PaymentId.optional(),
    /** The key of this account that asks; null for a person, a wallet, or a key of another party. Its cap is checked with the hold. */
    keyId: sentKeyId,
    /** Kind of the deliverable, in the words of the agreement; earlier releases send none. */
    useCase: z.string().min(1).max(120).default('unstated'),
  }),
  output: z.strictObject({
    state: z.enum(['held', 'posted']),
    coveredBy: z.enum([...fundingSources, 'payment']),
    amountMicros: Micros,
  }),
  refuses: ['credits_required', 'configuration_unavailable', 'forbidden', 'store_conflict'],
  sentBy: ['spool'],
})

const workFee = z.strictObject({ estimatedCents: z.int().min(0), maximumCents: z.int().min(0) })

/** Fees on agent work of this value under the current price list. */
export const priceWork = defineQuery('billing.price-work', {
  input: z.strictObject({ accountId: AccountId, amountCents: z.int().min(1) }),
  output: z.strictObject({
    serviceFee: workFee,
    railFee: workFee,
    discounts: z.array(z.strictObject({ code: z.string(), amountCents: z.int().min(0) })),
    pricingVersion: z.string(),
    /** Seconds that a quote at these prices holds. */
    quoteTtlSeconds: z.int().min(1),
  }),
  refuses: ['configuration_unavailable'],
  sentBy: ['spool'],
})

/** What a run would cost this account now; nothing is held. */
export const priceRun = defineQuery('billing.price-run', {
  input: z.strictObject({ accountId: AccountId, freeTextCompiles: z.int().min(0) }),
  output: z.strictObject({
    pricingVersion: z.string(),
    verificationMicros: Micros,
    compileMicros: Micros,
    totalMicros: Micros,
    coveredBy: z.enum(runCoverages),
  }),
  refuses: ['configuration_unavailable'],
  sentBy: ['spool'],
})

/** The prices of this deployment and what each account has included, as anyone may read them. */
export const readPriceList = defineQuery('billing.read-price-list', {
  input: z.strictObject({}),
  output: z.strictObject({
    verificationMicros: Micros,
    compileMicros: Micros,
    includedVerifications: z.int().min(0),
    includedCompiles: z.int().min(0),
  }),
  sentBy: ['gateway'],
})

/** Charges one compile from free text against the allowance first, then the credits. Idempotent by compile id. */
export const chargeCompile = defineCommand('billing.charge-compile', {
  input: z.strictObject({
    compileId: PolicyId,
    accountId: AccountId,
    /** The key of this account that asks; null for a person. A compilation has no use case. */
    keyId: sentKeyId,
  }),
  output: z.strictObject({ coveredBy: z.enum(fundingSources), amountMicros: Micros }),
  refuses: ['credits_required', 'configuration_unavailable', 'forbidden', 'store_conflict'],
  sentBy: ['verification'],
})

/** Charges one invoice audit or promise replay as one verification: allowance first, then the credits. Idempotent by audit id. */
export const chargeAudit = defineCommand('billing.charge-audit', {
  input: z.strictObject({
    auditId: AuditId,
    /** Its use case in usage and statements; earlier releases send none, and most of their audits are of invoices. */
    kind: z.enum(auditKinds).default('invoice_audit'),
    accountId: AccountId,
    /** The key of this account that asks; null for a person. */
    keyId: sentKeyId,
  }),
  output: chargeCompile.output,
  refuses: chargeCompile.refuses,
  sentBy: ['document-audit'],
})

export const readBalance = defineQuery('billing.read-balance', {
  input: z.strictObject({ accountId: AccountId }),
  output: CreditsBalance,
  sentBy: ['operator'],
  http: {
    path: '/api/v1/credits/balance',
    access: keyAccess(['full', 'verify'], { sandbox: false }),
    tag: 'Credits and payments',
    summary: 'Read the credit balance',
    description:
      'Returns the credits of the account and what is left of the monthly allowance. Runs of the allowance are used before credits. It costs nothing. With too few credits a run is refused with `credits_required`; buy a pack then.',
    success: { status: 200, description: 'Credits and remaining allowance of the account.' },
  },
})

export const readUsage = defineQuery('billing.read-usage', {
  input: z.strictObject({ accountId: AccountId, periodDays: z.int().min(1).max(365) }),
  output: Usage,
  http: {
    path: '/api/v1/usage',
    access: keyAccess(['full', 'verify']),
    tag: 'Account',
    summary: 'Read the usage of a period',
    description:
      'Returns the verification runs of the account in the last days, their verdicts and what they cost. It costs nothing.',
    query: periodQuery,
    success: { status: 200, description: 'Runs and amounts of the period.' },
  },
})

/** An operator's credit grant. Idempotent by its reference within the account, and by command id. */
export const grantCredits = defineCommand('billing.grant-credits', {
  input: z.strictObject({
    accountId: AccountId,
    amountCents: z.int().min(1).max(100_000_000),
    source: z.enum(operatorGrantSources),
    expiresAt: z.iso.datetime({ offset: true }).nullable(),
    /** What the operator calls this grant, so that a repetition is the same one; null for one that is not repeated. */
    reference: z.string().trim().min(1).max(200).nullable(),
    note: z.string().max(500),
  }),
  output: z.strictObject({ grantId: GrantId, amountMicros: Micros, availableMicros: Micros }),
  refuses: ['conflict', 'validation_failed'],
  sentBy: ['operator'],
})

/** Number of verification runs and free-text compiles that this account has included in each calendar month. */
export const setAllowance = defineCommand('billing.set-allowance', {
  input: z.strictObject({
    accountId: AccountId,
    verificationRuns: z.int().min(0).max(1_000_000_000),
    freeTextCompiles: z.int().min(0).max(1_000_000_000),
  }),
  output: z.strictObject({ verificationRuns: z.int(), freeTextCompiles: z.int() }),
  sentBy: ['operator'],
})

/**
 * Charges that have not ended: a message that says how a run ended failed too often, or something has been held for a run
 * for too long. At most 1,000, the oldest first; null where a dead message does not say of which run it is.
 */
export const listWaitingCharges = defineQuery('billing.list-waiting-charges', {
  input: z.strictObject({}),
  output: z.array(
    z.strictObject({
      runId: RunId.nullable(),
      accountId: AccountId.nullable(),
      heldMicros: Micros,
      heldSince: Timestamp.nullable(),
      deadLetter: DeadLetter.omit({ redrivenAt: true }).nullable(),
    }),
  ),
  sentBy: ['operator'],
})

/** Sum of every account of the ledger (zero, or the books are wrong) and the totals by kind of account. */
export const readTrialBalance = defineQuery('billing.read-trial-balance', {
  input: z.strictObject({}),
  output: z.strictObject({
    sumMicros: Micros,
    accounts: z.array(z.strictObject({ account: z.string(), balanceMicros: Micros })),
    openReservations: z.int(),
  }),
  sentBy: ['operator'],
})
