import { z } from 'zod'
import { Condition, ConditionFinding, Sha256Hex, Unitization } from '@outturn/agreement'
import { Micros } from '../billing.ts'
import { OneCallResponse } from './one-call.ts'
import { decisionAuthorities, runCoverages, verdicts } from '@outturn/vocabulary'

/** What a one-call verification would come to. Nothing was stored, signed or charged, and no id in it will be issued. */
export const Preflight = z
  .strictObject({
    dry_run: z.literal(true),
    conditions: z.array(Condition).describe('As they would bind, compiled.'),
    unitization: Unitization.nullable(),
    value: z.strictObject({ amount_cents: z.int(), currency: z.literal('USD') }),
    plan_hash: Sha256Hex.describe('Of these conditions under the ids of this dry run.'),
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
  })
  .meta({ id: 'Preflight' })
export type Preflight = z.infer<typeof Preflight>
