import { z } from 'zod'
import { Condition, ConditionFinding, ConditionId, Sha256Hex, SpoolId, Unitization } from '@outturn/agreement'
import { Micros } from '../billing.ts'
import { FieldsFrom, ReadsAs } from '../plain-text.ts'
import { OneCallResponse } from './one-call.ts'
import { decisionAuthorities, runCoverages, sides, verdicts } from '@outturn/vocabulary'

/** What a run would come to and cost. */
const judged = {
  dry_run: z.literal(true),
  conditions: z.array(Condition.extend({ reads_as: ReadsAs.optional() })).describe('As they bind, compiled.'),
  unitization: Unitization.nullable(),
  value: z.strictObject({ amount_cents: z.int(), currency: z.literal('USD') }),
  plan_hash: Sha256Hex,
  price: z.strictObject({
    pricing_version: z.string(),
    verification_micros: Micros,
    compile_micros: Micros,
    total_micros: Micros,
    covered_by: z.enum(runCoverages),
  }),
  result: z.enum(verdicts),
  earned_cents: z.int(),
  accepted: z.int(),
  rejected: z.int(),
  rejections: OneCallResponse.shape.rejections,
  rejections_truncated: z.boolean().optional(),
  condition_results: z.array(ConditionFinding),
  decision_authority: z.enum(decisionAuthorities),
  corrective_hint: z.string().optional(),
}

/** What a one-call verification would come to. Nothing was stored, signed or charged, and no id in it will be issued. */
export const Preflight = z
  .strictObject({
    ...judged,
    plan_hash: Sha256Hex.describe('Of these conditions under the ids of this dry run.'),
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
    spool_id: SpoolId,
    version: z.int().describe('Of the Spool that it is about.'),
    evidence_items: z.int().describe('Items that were judged, those that were sent along included.'),
    awaits: z
      .array(z.strictObject({ condition_id: ConditionId, side: z.enum(sides) }))
      .describe('Confirmations that a run would wait for.'),
    previews_left: z.int().describe('Dry runs that this party has left for this Spool today, by UTC.'),
  })
  .meta({ id: 'VerificationPreview' })
export type VerificationPreview = z.infer<typeof VerificationPreview>
