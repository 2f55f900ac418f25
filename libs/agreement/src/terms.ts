import {
  buyerRoles,
  disputeResolvers,
  finalityModes,
  laneFundings,
  lanePaths,
  partyKinds,
  spoolTypes,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { ExactTimestamp, QuoteId, Sha256Digest, Sha256Hex, SpoolId, Timestamp } from './ids.ts'
import { Unitization } from './unitization.ts'

/** Most that a new Spool or an amendment may say, in bytes: every read of the Spool shows it. */
export const largestAgreementBytes = 256 * 1_024

/** When an agreement admits no further run. */
export const Finality = z.strictObject({
  mode: z.enum(finalityModes),
  max_runs: z.int(),
  closes_at: ExactTimestamp.nullable(),
})
export type Finality = z.infer<typeof Finality>

export const DisputePolicy = z.strictObject({
  window_hours: z.int(),
  holds_settlement: z.boolean(),
  resolver: z.enum(disputeResolvers),
  resolver_ref: z.string().exactOptional(),
})
export type DisputePolicy = z.infer<typeof DisputePolicy>

/** Which provider path a Spool takes, why, and how to take the other. */
export const Lane = z
  .strictObject({
    path: z.enum(lanePaths),
    provider_kind: z.enum(partyKinds),
    funding: z.enum(laneFundings),
    payout_setup_required: z.boolean(),
    payout_setup_before: z.enum(['funding', 'none']),
    type: z.enum(spoolTypes),
    type_defaulted: z.boolean(),
    note: z.string(),
  })
  .meta({ id: 'Lane' })
export type Lane = z.infer<typeof Lane>

const cents = z.int().min(0)

/** The amounts that a quote is about; `digest` is that of the canonical JSON of the three other members. */
export const QuotedEconomics = z.strictObject({
  value: z.strictObject({ amount_cents: cents, currency: z.string() }),
  unitization: Unitization.nullable(),
  economics: z.strictObject({ fee_cents: cents.exactOptional(), expiry: ExactTimestamp.exactOptional() }),
  digest: Sha256Digest,
})
export type QuotedEconomics = z.infer<typeof QuotedEconomics>

/** What an agent Spool costs at most, bound to its terms by `quote_digest`, which its holder can compute again. */
export const Quote = z
  .strictObject({
    quote_id: QuoteId,
    spool_id: SpoolId,
    agreement_version: z.int().min(1).describe('Version of the agreement that was quoted.'),
    plan_hash: Sha256Hex.describe('Of the plan that was quoted.'),
    economics: QuotedEconomics,
    work_budget_cents: cents,
    service_fee: z.strictObject({ estimated_cents: cents, maximum_cents: cents }),
    rail_fee: z.strictObject({ pass_through: z.literal(true), estimated_cents: cents, maximum_cents: cents }),
    maximum_all_in_cents: cents,
    expires_at: Timestamp,
    quote_digest: Sha256Digest,
    payer: z.enum(buyerRoles),
    discounts: z.array(z.strictObject({ code: z.string(), amount_cents: cents })),
    pricing_version: z.string(),
    expired: z.boolean(),
    superseded: z.boolean(),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>
