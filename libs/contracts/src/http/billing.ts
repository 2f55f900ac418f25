import { environments, packRails } from '@outturn/vocabulary'
import { z } from 'zod'
import { GrantId, PurchaseId, ReceiptId, RunId, SpoolId, Timestamp } from '@outturn/agreement'
import { PackCents, PaymentMethod } from './credit-packs.ts'

/** Micros of a dollar as an exact decimal string; 1 cent is 10 000 micros. */
export const Micros = z.string().regex(/^-?\d+$/)
/** Dollars as an exact decimal string with at least two places. */
export const Usd = z.string().regex(/^-?\d+\.\d{2,6}$/)

/** Page of a deployment that says how an account gets credits. */
export const creditsPath = '/credits'

const allowanceUse = z.strictObject({ limit: z.int(), used: z.int(), remaining: z.int() })
export const Allowance = z.strictObject({
  period_start: Timestamp,
  period_end: Timestamp,
  verification: allowanceUse,
  compile: allowanceUse,
})
export type Allowance = z.infer<typeof Allowance>

export const CreditsBalance = z
  .strictObject({
    currency: z.literal('USD'),
    available_micros: Micros,
    available_usd: Usd,
    held_micros: Micros,
    pending_micros: Micros,
    owed_micros: Micros.describe(
      'Owed for credits that were spent and whose payment was sent back; the next credits pay it first.',
    ),
    as_of: Timestamp,
    grants: z.array(
      z.strictObject({
        id: GrantId,
        source: z.string(),
        original_micros: Micros,
        remaining_micros: Micros,
        priority: z.int(),
        expires_at: Timestamp.nullable(),
        created_at: Timestamp,
      }),
    ),
    allowance: Allowance,
    pending_purchases: z.array(
      z.strictObject({
        id: PurchaseId,
        rail: z.enum(packRails),
        pack_cents: PackCents,
        status: z
          .enum(['claimed', 'charging'])
          .describe('`claimed` before the processor was asked, `charging` until its answer is known.'),
        created_at: Timestamp,
      }),
    ),
  })
  .meta({ id: 'CreditsBalance' })
export type CreditsBalance = z.infer<typeof CreditsBalance>

/** What the 402 credits_required body carries beside the members of every error. */
export const CreditsRequired = z
  .strictObject({
    retry_after: z.literal('reload'),
    quote: z.strictObject({
      currency: z.literal('USD'),
      compile: z.strictObject({ pricing_version: z.string(), amount_micros: Micros }),
      verification: z.strictObject({ pricing_version: z.string(), amount_micros: Micros }),
      maximum_micros: Micros,
      amount_due_micros: Micros,
    }),
    balance: z.strictObject({ available_micros: Micros }),
    allowance: Allowance,
    included_remaining: z.strictObject({
      verification_runs: z.int(),
      free_text_compiles: z.int(),
      resets_on: Timestamp,
    }),
    available_balance_micros: Micros,
    available_balance_usd: Usd,
    required_for_request_micros: Micros,
    required_for_request_usd: Usd,
    minimum_reload_cents: z.literal(500),
    payment_methods: z.array(PaymentMethod),
    top_up_url: z.string(),
  })
  .meta({ id: 'CreditsRequired' })
export type CreditsRequired = z.infer<typeof CreditsRequired>

const paidWords =
  'Paid for runs by themselves, with x402: no part of the allowance, the credits or the fees of the account.'
const totals = {
  totalRuns: z.int(),
  accepted: z.int(),
  submitted: z.int(),
  earned_micros: Micros.describe('Value determined, not settled money.'),
  fees_accrued_micros: Micros.describe('Recorded as finalized in the ledger, not necessarily collected.'),
  paid_micros: Micros.describe(paidWords),
  cogs_micros: Micros,
  pass_rate: z.number().nullable(),
}

export const Usage = z
  .strictObject({
    days: z.array(z.strictObject({ date: z.string(), ...totals })),
    totals: z.strictObject(totals),
    use_cases: z.array(z.strictObject({ use_case: z.string(), ...totals })),
    recent: z.array(
      z.strictObject({
        verification_run_id: RunId,
        spool_id: SpoolId,
        receipt_id: ReceiptId.nullable(),
        at: Timestamp,
        result: z.string(),
        submitted: z.int(),
        accepted: z.int(),
        earned_micros: Micros,
        fee_micros: Micros,
        paid_micros: Micros.describe(paidWords),
        use_case: z.string(),
        environment: z.enum(environments),
      }),
    ),
  })
  .meta({ id: 'Usage' })
export type Usage = z.infer<typeof Usage>
