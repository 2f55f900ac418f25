import { z } from 'zod'
import { ConditionInput, Rejection, RunId, SpoolId } from '@outturn/agreement'
import { AmountCents, UnitizationInput } from '../amounts.ts'
import { JsonRows } from './json-rows.ts'
import { FieldsFrom, plainTextMembers } from '../plain-text.ts'
import { AttestationBody } from '../receipts/attestation.ts'
import { OutcomeReceiptBody } from '../receipts/receipt.ts'
import { hasOneBasis, oneBasis, RecipeReference } from '../recipe.ts'
import { claimableProvenance, decisionAuthorities, evidenceTypes } from '@outturn/vocabulary'
import { SentInstant } from '../sent-instant.ts'
import { NextStep } from './spool.ts'

export const Provenance = z
  .union([
    z.enum(claimableProvenance),
    z.strictObject({
      method: z.enum(claimableProvenance).describe('Method by which the evidence was obtained.'),
      collector: z
        .string()
        .min(1)
        .max(200)
        .optional()
        .meta({
          description: 'Person or system that collected the evidence.',
          examples: ['crm-exporter'],
        }),
      owner: z
        .string()
        .min(1)
        .max(120)
        .optional()
        .meta({ description: 'Display name of the external provider.', examples: ['LeadBot'] }),
      observed_at: SentInstant.optional().meta({
        description: 'Time at which the evidence was observed.',
        examples: ['2026-01-31T17:00:00.000Z'],
      }),
      reference: z
        .string()
        .max(2_048)
        .optional()
        .meta({ description: 'Reference of the evidence in your own system.', examples: ['inv_42'] }),
    }),
  ])
  .meta({ id: 'ProvenanceInput' })

export const OneCallEvidence = z
  .strictObject({
    type: z.enum(evidenceTypes).default('dataset').describe('Type of evidence.'),
    rows: JsonRows.describe('Rows of the delivery, each as a JSON object.'),
    provenance: Provenance.optional().describe('Method by which you obtained the evidence.'),
    source: z
      .string()
      .min(1)
      .max(2_048)
      .optional()
      .meta({
        description: 'Name of the source of the evidence, in your own words.',
        examples: ['crm export'],
      }),
  })
  .meta({ id: 'OneCallEvidence' })

const { description, required, verification_method, deterministic_check, evidence_requirements } =
  ConditionInput.shape
const ofSpool = 'Accepted if the condition was read from a Spool. It has no effect.'

/**
 * One condition of a one-call verification: plain text that states one or more checks, or a description with exactly one
 * checker. A condition of a Spool is taken as it was sent or read; other methods than a checker are refused with 422.
 */
export const OneCallCondition = z.union([
  z.string().min(1).max(2_000),
  z.strictObject({
    description,
    required: required.optional(),
    verification_method: verification_method.optional(),
    deterministic_check,
    evidence_requirements,
    id: z
      .string()
      .max(80)
      .optional()
      .meta({ description: ofSpool, examples: ['cond_0123456789abcdef01234567'] }),
    last_result: z
      .unknown()
      .optional()
      .meta({ description: ofSpool, examples: [null] }),
    reads_as: z
      .string()
      .optional()
      .meta({ description: ofSpool, examples: ['every row has email'] }),
  }),
])

const members = {
  conditions: z
    .array(OneCallCondition)
    .min(1)
    .max(100)
    .optional()
    .describe('Conditions that the delivery must meet, as plain text or as objects.'),
  recipe: RecipeReference.optional().describe('Recipe of the conditions, in place of `conditions`.'),
  max_amount_cents: AmountCents.optional().meta({
    description: 'Price of the whole delivery, in cents.',
    examples: [500],
  }),
  unit: UnitizationInput.optional().describe(
    'Number of units and the price of each, if each row is accepted and paid separately.',
  ),
  evidence: OneCallEvidence.describe('The delivery to verify.'),
  settlement: z
    .enum(['external', 'managed'])
    .optional()
    .describe(
      '`external` if you settle the payment yourself. `managed` is refused, because a one-call verification has no second party.',
    ),
  idempotency_key: z
    .string()
    .min(1)
    .max(255)
    .optional()
    .meta({
      description:
        'Your key for this request. A repeated request with the same key and body gets the first answer again. The `Idempotency-Key` header is equivalent.',
      examples: ['order-42-delivery-1'],
    }),
  ...plainTextMembers,
}

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

/** Counts and earnings of a run or of a dry run. */
export const countedResult = {
  earned_cents: z.int().meta({ description: 'Earned amount, in cents.', examples: [400] }),
  accepted: z.int().meta({
    description: 'Number of accepted units. A delivery without units counts as one.',
    examples: [2],
  }),
  rejected: z.int().meta({
    description: 'Number of rejected units. A delivery without units counts as one.',
    examples: [1],
  }),
  rejections: z.array(Rejection).describe('Rejected units in ascending order, each with its first reason.'),
  rejections_truncated: z.boolean().optional().describe('True if more units were rejected than are listed.'),
} as const

export const correctiveHint = z
  .string()
  .optional()
  .meta({
    description: 'Instruction for correcting the first problem of the delivery.',
    examples: ['Add email to row 3, then call evidence and verify again.'],
  })

export const OneCallResponse = z
  .strictObject({
    spool_id: SpoolId.describe('ID of the Spool that was created for the delivery.'),
    ...countedResult,
    receipt: OutcomeReceiptBody.nullable().describe(
      'The signed receipt; null if this deployment does not sign receipts.',
    ),
    receipt_url: z
      .string()
      .nullable()
      .meta({
        description: 'URL of the receipt page; null if there is no receipt.',
        examples: ['https://outturn.example/r/ocr_0123456789abcdef01234567'],
      }),
    verification_run_id: RunId.describe('ID of the verification run.'),
    terminal: z.boolean().describe('True if the verdict can no longer change.'),
    settlement_eligible: z.boolean().describe('True if an earned amount can be settled now.'),
    can_resubmit_evidence: z.boolean().describe('True if the caller can submit more evidence.'),
    can_rerun: z.boolean().describe('True if the caller can start another verification run.'),
    next_step: NextStep.describe('Next step and the party that takes it.'),
    decision_authority: z
      .enum(decisionAuthorities)
      .describe('Authority that decides the required conditions.'),
    corrective_hint: correctiveHint,
    attestation: AttestationBody.nullable().describe(
      'Attestation of the same verdict; null if this deployment does not sign attestations.',
    ),
    fields_from: FieldsFrom.optional(),
    signing: z
      .literal('not_configured')
      .optional()
      .describe('Present if this deployment does not sign receipts.'),
    charged: z
      .literal(false)
      .optional()
      .describe(
        'Present and false if the run is not charged because the service itself could not reach data that the verdict needs.',
      ),
  })
  .meta({ id: 'OneCallResponse' })
export type OneCallResponse = z.infer<typeof OneCallResponse>
