import { AuditId, Sha256Digest, Timestamp } from '@outturn/agreement'
import { promiseWindows, replayFeeBases, replayVerdicts, uncertainTreatments } from '@outturn/vocabulary'
import { z } from 'zod'
import { AuditStatement } from './audit-statement.ts'
import { Cents, Count } from './sums.ts'

const maxUnits = 50_000
const maxCents = 10_000_000_000_000

const time = (description: string) =>
  z.iso
    .datetime({ offset: true })
    .refine((text) => !/\.\d{4}/.test(text), 'must have at most three decimals of a second')
    .meta({ description, examples: ['2026-01-10T12:00:00Z'] })

const BasisPoints = z
  .int()
  .min(0)
  .max(10_000)
  .meta({ id: 'BasisPoints', description: 'A rate in basis points; 10000 is all.', examples: [9_500] })
const FinalityDays = z
  .int()
  .min(0)
  .max(3_650)
  .meta({
    id: 'FinalityDays',
    description: 'Days after its delivery at which a unit is final.',
    examples: [14],
  })
const Treatment = z.enum(uncertainTreatments).meta({
  id: 'UncertainTreatment',
  description: 'How uncertain units count: not at all, as rejected or as accepted.',
})
const name = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(200)
    .meta({ description, examples: [example] })

const RemedyTier = z
  .strictObject({
    min_rate_bp: BasisPoints.describe('Lowest rate of the tier.'),
    remedy_bp: BasisPoints.describe('Part of the basis that is the remedy.'),
  })
  .meta({ id: 'RemedyTier' })

const PromiseTerms = z
  .strictObject({
    promise_version: name('Your version of the promise, which the result repeats.', 'v1'),
    window: z.enum(promiseWindows).describe('Window over which each customer is measured, in UTC.'),
    threshold_bp: BasisPoints.describe('Rate of accepted units under which the promise is breached.'),
    finality_days: FinalityDays,
    uncertain_treatment: Treatment,
    fee_basis: z.enum(replayFeeBases).describe('Value of the measured units that a remedy is a part of.'),
    remedy_tiers: z
      .array(RemedyTier)
      .max(100)
      .describe('Remedies in strict order of their rates. The highest tier that the rate reaches applies.'),
    min_units: z
      .int()
      .min(0)
      .max(maxUnits)
      .meta({ description: 'Fewest measured units of a window that can be breached.', examples: [20] }),
  })
  .meta({ id: 'PromiseTerms', description: 'Terms of the promise.' })

const verdict = z
  .enum(replayVerdicts)
  .describe('Verdict on the unit; `pass` and `fail` mean accepted and rejected.')
const value = z
  .int()
  .min(0)
  .max(maxCents)
  .meta({ description: 'Value of the unit, in cents.', examples: [200] })

/** Body of POST /api/v1/promise-replay. */
export const PromiseReplayRequest = z
  .strictObject({
    promise: PromiseTerms,
    units: z
      .array(
        z
          .strictObject({
            unit_id: name('Your ID of the unit.', 'u-1'),
            customer_id: name('Your ID of the customer.', 'c-1'),
            delivered_at: time('Time of the delivery.'),
            verdict,
            value_cents: value,
          })
          .meta({ id: 'ReplayedUnit' }),
      )
      .max(maxUnits)
      .describe('Units of the history; one that was delivered after `as_of` is left out.'),
    as_of: time('Time as of which the history is measured.'),
    corrections: z
      .array(
        z
          .strictObject({
            unit_id: name('ID of the corrected unit.', 'u-1'),
            corrected_at: time(
              'Time of the correction. Corrections apply in this order, and the last one wins.',
            ),
            verdict: verdict.optional(),
            value_cents: value.optional(),
            reason: z
              .string()
              .max(500)
              .optional()
              .meta({ description: 'Your reason, which is not read.', examples: ['Accepted after review.'] }),
          })
          .meta({ id: 'UnitCorrection' }),
      )
      .max(maxUnits)
      .optional()
      .describe('Later changes of units.'),
    sensitivity: z
      .strictObject({
        threshold_bp: z.array(BasisPoints).min(1).max(200).optional().describe('Thresholds to try.'),
        finality_days: z.array(FinalityDays).min(1).max(200).optional().describe('Days of finality to try.'),
        uncertain_treatment: z.array(Treatment).min(1).max(3).optional().describe('Treatments to try.'),
      })
      .optional()
      .meta({
        id: 'SensitivityAxes',
        description: 'Terms to try in every combination, at most 200 of them.',
      }),
    sign: z.boolean().optional().meta({
      description: 'Whether a signed statement of the replay is added to the result.',
      default: false,
    }),
  })
  .meta({ id: 'PromiseReplayRequest' })
export type PromiseReplayRequest = z.output<typeof PromiseReplayRequest>

const remedy = Cents.describe('Remedy that the terms would have given, in cents, rounded down.')

const PromiseWindow = z
  .strictObject({
    customer_id: name('ID of the customer.', 'c-1'),
    window_start: Timestamp.describe('Start of the window.'),
    window_end: Timestamp.describe('End of the window.'),
    units: Count.describe('Units delivered in the window.'),
    pending_units: Count.describe('Units that are not final yet.'),
    measured_units: Count.describe('Final units that count.'),
    accepted: Count.describe('Measured units that are accepted or count as accepted.'),
    rejected: Count.describe('Measured units that are rejected or count as rejected.'),
    uncertain: Count.describe('Final units whose verdict is uncertain.'),
    rate_bp: BasisPoints.nullable().describe(
      'Accepted among measured units, rounded down; null without any.',
    ),
    threshold_bp: BasisPoints.describe('Threshold of the promise.'),
    breached: z.boolean().describe('Whether the rate is under the threshold.'),
    tier: RemedyTier.nullable().describe('Tier that applies to the breach.'),
    basis_cents: Cents.describe('Value of the measured units by `fee_basis`, in cents.'),
    hypothetical_remedy_cents: remedy,
    status: z
      .enum(['measured', 'below_min_units', 'no_tier'])
      .describe(
        '`below_min_units`: too few units to be breached. `no_tier`: breached, and no tier covers the rate.',
      ),
  })
  .meta({ id: 'PromiseWindow' })

const version = z.string().meta({ description: 'Version of the rules of the replay.', examples: ['1.0.0'] })

/** Result of a promise replay. Equal input gives equal bytes, apart from `audit_id`. */
export const PromiseReplay = z
  .strictObject({
    audit_id: AuditId.describe('ID of the replay. Nothing is stored under it.'),
    result_digest: Sha256Digest.describe(
      'Digest of the canonical JSON of this result without `audit_id`, `result_digest` and `statement`.',
    ),
    as_of: Timestamp.describe('Time as of which the history was measured.'),
    corrections_applied: Count.describe('Corrections that were applied.'),
    corrections_ignored: z
      .array(
        z
          .strictObject({
            cause: z
              .enum(['after_as_of', 'unknown_unit', 'unit_not_delivered'])
              .describe('Reason why it was not applied.'),
            corrected_at: time('Time of the correction.'),
            unit_id: name('ID of the unit.', 'u-1'),
          })
          .meta({ id: 'IgnoredCorrection' }),
      )
      .describe('Corrections that were not applied.'),
    customers: z
      .array(
        z
          .strictObject({
            breached: Count.describe('Windows that are breached.'),
            customer_id: name('ID of the customer.', 'c-1'),
            hypothetical_remedy_cents: remedy,
            windows: Count.describe('Windows of the customer.'),
          })
          .meta({ id: 'ReplayedCustomer' }),
      )
      .describe('Sums of each customer.'),
    engine_version: version,
    input_digest: Sha256Digest.describe('Digest of the canonical JSON of the request without `sign`.'),
    promise_version: name('Version of the promise.', 'v1'),
    readout: z.string().meta({
      description: 'What the result is and is not.',
      examples: ['This replays the history you supplied. It predicts nothing. The decision is yours.'],
    }),
    rounding: z.literal('floor').describe('Rounding of rates and remedies.'),
    schema: z
      .string()
      .meta({ description: 'Schema of this document.', examples: ['outturn/promise-replay@1'] }),
    sensitivity: z
      .array(
        z
          .strictObject({
            breached_windows: Count.describe('Windows that would have been breached.'),
            finality_days: FinalityDays,
            hypothetical_remedy_cents: remedy,
            threshold_bp: BasisPoints,
            uncertain_treatment: Treatment,
          })
          .meta({ id: 'SensitivityCell' }),
      )
      .describe('Each combination of the terms to try.'),
    statement: AuditStatement.optional(),
    totals: z
      .strictObject({
        basis_cents: Cents,
        breached_windows: Count,
        hypothetical_remedy_cents: remedy,
        measured_units: Count,
        units: Count,
        windows: Count,
      })
      .meta({ id: 'ReplayTotals', description: 'Sums over all windows.' }),
    warnings: z
      .array(
        z
          .strictObject({
            code: z.literal('no_tier').describe('Kind of the warning.'),
            customer_id: name('ID of the customer.', 'c-1'),
            message: z.string().meta({
              description: 'The warning in a sentence.',
              examples: ['No tier covers a rate of 1000 basis points, so the remedy is 0.'],
            }),
            window_start: Timestamp.describe('Start of the window.'),
          })
          .meta({ id: 'ReplayWarning' }),
      )
      .describe('Windows whose remedy the terms leave open.'),
    windows: z.array(PromiseWindow).describe('Windows by customer, then by time.'),
  })
  .meta({ id: 'PromiseReplay' })
export type PromiseReplay = z.output<typeof PromiseReplay>
