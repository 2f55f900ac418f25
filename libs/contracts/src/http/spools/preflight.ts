import { z } from 'zod'
import { Condition, ConditionFinding, ConditionId, Sha256Hex, SpoolId, Unitization } from '@outturn/agreement'
import { Micros } from '../billing.ts'
import { FieldsFrom, ReadsAs } from '../plain-text.ts'
import { correctiveHint, countedResult } from './one-call.ts'
import { decisionAuthorities, runCoverages, sides, verdicts } from '@outturn/vocabulary'

/** What a run would come to and cost. */
const RunPrice = z
  .strictObject({
    pricing_version: z.string().meta({ description: 'Version of the price list.', examples: ['2026-01'] }),
    verification_micros: Micros.meta({
      description: 'Price of the verification, in millionths of a US dollar.',
      examples: ['50000'],
    }),
    compile_micros: Micros.meta({
      description: 'Price of compiling plain text, in millionths of a US dollar.',
      examples: ['0'],
    }),
    total_micros: Micros.meta({
      description: 'Total price, in millionths of a US dollar.',
      examples: ['50000'],
    }),
    covered_by: z
      .enum(runCoverages)
      .describe('Source that the run would be paid from; `nothing` if the account cannot pay for it.'),
  })
  .meta({ id: 'RunPrice' })

const PreviewedCondition = Condition.extend({ reads_as: ReadsAs.optional() }).meta({
  id: 'PreviewedCondition',
  extends: 'AgreedCondition',
})

const judged = {
  dry_run: z.literal(true).describe('Always true: nothing was stored, signed or charged.'),
  conditions: z.array(PreviewedCondition).describe('Conditions as they would be agreed.'),
  unitization: Unitization.nullable().describe(
    'Number of units and the price of each; null if the work is not split into units.',
  ),
  value: z
    .strictObject({
      amount_cents: z.int().meta({ description: 'Price, in cents.', examples: [500] }),
      currency: z.literal('USD').describe('Currency of the price.'),
    })
    .describe('Price of the whole delivery.'),
  plan_hash: Sha256Hex.describe('SHA-256 of the canonical JSON of the verification plan.'),
  price: RunPrice.describe('Price of the run.'),
  result: z.enum(verdicts).describe('Verdict that a run would give.'),
  ...countedResult,
  condition_results: z.array(ConditionFinding).describe('Result of each condition.'),
  decision_authority: z.enum(decisionAuthorities).describe('Authority that decides the required conditions.'),
  corrective_hint: correctiveHint,
}

/** What a one-call verification would come to. Nothing was stored, signed or charged, and no id in it will be issued. */
export const Preflight = z
  .strictObject({
    ...judged,
    plan_hash: Sha256Hex.describe(
      'SHA-256 of the canonical JSON of the verification plan, with the condition IDs of this dry run.',
    ),
    fields_from: FieldsFrom.optional(),
  })
  .meta({ id: 'Preflight' })
export type Preflight = z.infer<typeof Preflight>

/**
 * What verifying an accepted Spool would come to, over the evidence that it holds and the items that were sent along.
 * Nothing was stored, signed or charged.
 */
export const VerificationPreview = z
  .strictObject({
    ...judged,
    spool_id: SpoolId.describe('ID of the Spool.'),
    version: z
      .int()
      .meta({ description: 'Version number of the Spool that the dry run used.', examples: [3] }),
    evidence_items: z.int().meta({
      description: 'Number of verified evidence items, including those in the request.',
      examples: [2],
    }),
    awaits: z
      .array(
        z.strictObject({
          condition_id: ConditionId.describe('ID of the condition.'),
          side: z.enum(sides).describe('Party that must confirm.'),
        }),
      )
      .describe('Confirmations that are missing for a run.'),
    previews_left: z.int().meta({
      description: 'Number of dry runs that the party has left for this Spool until midnight UTC.',
      examples: [9],
    }),
  })
  .meta({ id: 'VerificationPreview' })
export type VerificationPreview = z.infer<typeof VerificationPreview>
