import { z } from 'zod'
import { ConditionInput, Rejection, RunId, SpoolId } from '@outturn/agreement'
import { AmountCents, UnitizationInput } from '../amounts.ts'
import { JsonRows } from './json-rows.ts'
import { FieldsFrom, plainTextMembers } from '../plain-text.ts'
import { AttestationBody, OutcomeReceiptBody } from '../receipts/receipt.ts'
import { RecipeReference } from '../recipe.ts'
import {
  claimableProvenance,
  decisionAuthorities,
  evidenceTypes,
  verificationMethods,
} from '@outturn/vocabulary'
import { SentInstant } from '../sent-instant.ts'
import { NextStep } from './spool.ts'

export const Provenance = z.union([
  z.enum(claimableProvenance),
  z.strictObject({
    method: z.enum(claimableProvenance),
    collector: z.string().min(1).max(200).optional(),
    owner: z.string().min(1).max(120).optional().describe('Display name of the external provider.'),
    observed_at: SentInstant.optional(),
    reference: z.string().max(2_048).optional(),
  }),
])

export const OneCallEvidence = z
  .strictObject({
    type: z.enum(evidenceTypes).default('dataset'),
    rows: JsonRows,
    provenance: Provenance.optional(),
    source: z.string().min(1).max(2_048).optional(),
  })
  .meta({ id: 'OneCallEvidence' })

const { description, deterministic_check, evidence_requirements } = ConditionInput.shape

/**
 * One condition of a one-call verification: plain text that states one or more checks, or a description with exactly one
 * checker. A condition of a Spool is taken as it was sent or read; other methods than a checker are refused with 422.
 */
export const OneCallCondition = z.union([
  z.string().min(1).max(2_000),
  z.strictObject({
    description,
    required: z.boolean().optional(),
    verification_method: z.enum(verificationMethods).optional(),
    deterministic_check,
    evidence_requirements,
    id: z
      .string()
      .max(80)
      .optional()
      .describe('Of the Spool that the condition was read from; means nothing here.'),
    last_result: z
      .unknown()
      .optional()
      .describe('Of the Spool that the condition was read from; means nothing here.'),
    reads_as: z
      .string()
      .optional()
      .describe('Of the Spool that the condition was read from; means nothing here.'),
  }),
])

const members = {
  conditions: z.array(OneCallCondition).min(1).max(100).optional(),
  recipe: RecipeReference.optional().describe('In place of conditions.'),
  max_amount_cents: AmountCents.optional(),
  unit: UnitizationInput.optional(),
  evidence: OneCallEvidence,
  settlement: z.enum(['external', 'managed']).optional(),
  idempotency_key: z.string().min(1).max(255).optional(),
  ...plainTextMembers,
}

function hasOneBasis({ conditions, recipe }: { conditions?: unknown; recipe?: unknown }): boolean {
  return (conditions === undefined) !== (recipe === undefined)
}
const oneBasis = { path: ['conditions'], message: 'send either conditions or recipe' }

/** Body of POST /api/v1/verify. */
export const OneCallRequest = z
  .strictObject(members)
  .refine(hasOneBasis, oneBasis)
  .meta({ id: 'OneCallRequest' })
export type OneCallRequest = z.infer<typeof OneCallRequest>

/** The same without its rows, which go beside it. */
export const DeliveryRequest = z
  .strictObject({ ...members, evidence: OneCallEvidence.omit({ rows: true }) })
  .refine(hasOneBasis, oneBasis)
export type DeliveryRequest = z.infer<typeof DeliveryRequest>

export const OneCallResponse = z
  .strictObject({
    spool_id: SpoolId,
    earned_cents: z.int(),
    accepted: z.int(),
    rejected: z.int(),
    rejections: z.array(Rejection),
    rejections_truncated: z.boolean().optional(),
    receipt: OutcomeReceiptBody.nullable(),
    receipt_url: z.string().nullable(),
    verification_run_id: RunId,
    terminal: z.boolean(),
    settlement_eligible: z.boolean(),
    can_resubmit_evidence: z.boolean(),
    can_rerun: z.boolean(),
    next_step: NextStep,
    decision_authority: z.enum(decisionAuthorities),
    corrective_hint: z.string().optional(),
    attestation: AttestationBody.nullable(),
    fields_from: FieldsFrom.optional(),
    signing: z.literal('not_configured').optional(),
    charged: z
      .literal(false)
      .optional()
      .describe(
        'The service itself could not look at what the verdict needs, so that it is uncertain: nothing is charged for the run.',
      ),
  })
  .meta({ id: 'OneCallResponse' })
export type OneCallResponse = z.infer<typeof OneCallResponse>
