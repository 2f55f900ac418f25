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
export const Finality = z
  .strictObject({
    mode: z
      .enum(finalityModes)
      .describe(
        '`open`: runs are possible until `max_runs` or `closes_at` is reached. `first_verdict`: no run after the first verdict. `until`: no run after `closes_at`.',
      ),
    max_runs: z.int().meta({ description: 'Maximum number of verification runs.', examples: [20] }),
    closes_at: ExactTimestamp.nullable().meta({
      description: 'Time after which no run is possible; null if there is no limit.',
      examples: ['2026-01-31T17:00:00.000Z'],
    }),
  })
  .meta({ id: 'Finality' })
export type Finality = z.infer<typeof Finality>

export const DisputePolicy = z
  .strictObject({
    window_hours: z.int().meta({
      description: 'Number of hours after a receipt is issued in which a dispute can be opened.',
      examples: [72],
    }),
    holds_settlement: z.boolean().describe('True if settlement is paused while a dispute is open.'),
    resolver: z.enum(disputeResolvers).describe('Party that resolves disputes.'),
    resolver_ref: z
      .string()
      .exactOptional()
      .meta({ description: 'Name or ID of the external resolver.', examples: ['arbiter-7'] }),
  })
  .meta({ id: 'AgreedDisputePolicy' })
export type DisputePolicy = z.infer<typeof DisputePolicy>

/** Which provider path a Spool takes, why, and how to take the other. */
export const Lane = z
  .strictObject({
    path: z.enum(lanePaths).describe('Path for the provider, by the kind of provider.'),
    provider_kind: z.enum(partyKinds).describe('Kind of provider.'),
    funding: z.enum(laneFundings).describe('Way in which the buyer pays for the work.'),
    payout_setup_required: z.boolean().describe('True if the provider must set up payouts.'),
    payout_setup_before: z.enum(['funding', 'none']).describe('Step before which payouts must be set up.'),
    type: z.enum(spoolTypes).describe('Type of work that the Spool covers.'),
    type_defaulted: z.boolean().meta({
      description: 'True if the request named no type, so that the default `service` applies.',
      examples: [false],
    }),
    note: z.string().meta({
      description: 'Explanation of the path for people.',
      examples: ['A person does the work; payouts need set-up before funding.'],
    }),
  })
  .meta({ id: 'Lane' })
export type Lane = z.infer<typeof Lane>

const cents = z.int().min(0)

/** The amounts that a quote is about; `digest` is that of the canonical JSON of the three other members. */
export const QuotedEconomics = z.strictObject({
  value: z
    .strictObject({
      amount_cents: cents.meta({ description: 'Price, in cents.', examples: [50000] }),
      currency: z.string().meta({ description: 'Currency of the price.', examples: ['USD'] }),
    })
    .describe('Agreed price of the whole delivery.'),
  unitization: Unitization.nullable().describe(
    'Number of units and the price of each; null if the work is not split into units.',
  ),
  economics: z
    .strictObject({
      fee_cents: cents
        .exactOptional()
        .meta({ description: 'Fee that the parties agreed on, in cents.', examples: [20] }),
      expiry: ExactTimestamp.exactOptional().meta({
        description: 'Time until which the proposal can be accepted.',
        examples: ['2026-01-31T17:00:00.000Z'],
      }),
    })
    .describe('Fee and expiry of the proposal.'),
  digest: Sha256Digest.describe('SHA-256 of the canonical JSON of the other members.'),
})
export type QuotedEconomics = z.infer<typeof QuotedEconomics>

/** What an agent Spool costs at most, bound to its terms by `quote_digest`, which its holder can compute again. */
export const Quote = z
  .strictObject({
    quote_id: QuoteId.describe('ID of the quote.'),
    spool_id: SpoolId.describe('ID of the quoted Spool.'),
    agreement_version: z
      .int()
      .min(1)
      .meta({ description: 'Version of the agreement that was quoted.', examples: [1] }),
    plan_hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the verification plan that was quoted.'),
    economics: QuotedEconomics.describe('Price, units and terms that the quote applies to.'),
    work_budget_cents: cents.meta({
      description: 'Price of the work without fees, in cents.',
      examples: [500],
    }),
    service_fee: z
      .strictObject({
        estimated_cents: cents.meta({ description: 'Estimated fee, in cents.', examples: [10] }),
        maximum_cents: cents.meta({ description: 'Maximum fee, in cents.', examples: [20] }),
      })
      .describe('Fee of the service.'),
    rail_fee: z
      .strictObject({
        pass_through: z.literal(true).describe('Always true: the fee is passed on without a markup.'),
        estimated_cents: cents.meta({ description: 'Estimated fee, in cents.', examples: [10] }),
        maximum_cents: cents.meta({ description: 'Maximum fee, in cents.', examples: [20] }),
      })
      .describe('Fee of the payment provider.'),
    maximum_all_in_cents: cents.meta({
      description: 'Maximum cost of the work including all fees, in cents.',
      examples: [525],
    }),
    expires_at: Timestamp.describe('Time until which the quote can be accepted.'),
    quote_digest: Sha256Digest.describe('SHA-256 of the quote. Send it back to accept the quote.'),
    payer: z.enum(buyerRoles).describe('Role of the party that pays.'),
    discounts: z
      .array(
        z.strictObject({
          code: z.string().meta({ description: 'Code of the discount.', examples: ['launch'] }),
          amount_cents: cents.meta({ description: 'Discount, in cents.', examples: [5] }),
        }),
      )
      .describe('Discounts that the quote includes.'),
    pricing_version: z.string().meta({ description: 'Version of the price list.', examples: ['2026-01'] }),
    expired: z.boolean().meta({
      description: 'True if the quote can no longer be accepted because it expired.',
      examples: [false],
    }),
    superseded: z.boolean().meta({
      description: 'True if the Spool changed after the quote, so that the quote can no longer be accepted.',
      examples: [false],
    }),
  })
  .meta({ id: 'Quote' })
export type Quote = z.infer<typeof Quote>
