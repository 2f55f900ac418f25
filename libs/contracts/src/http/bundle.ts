import {
  claimClasses,
  confirmationMethods,
  confirmationOutcomes,
  evidenceTypes,
  observationFailures,
  opinionFailures,
  opinionVerdicts,
  sides,
  verdicts,
  verificationMethods,
} from '@outturn/vocabulary'
import { DeterministicCheck } from '@outturn/checkers'
import { z } from 'zod'
import { ConditionId, EvidenceId, Sha256Digest, Sha256Hex, SpoolId, Timestamp } from '../ids.ts'
import { ExternalJudgeTerms } from './condition.ts'
import { Unitization } from './one-call.ts'
import { KeyDocument, OutcomeReceiptBody, ReceiptStatusV1 } from './receipt.ts'

const jsonObject = z.record(z.string(), z.unknown())
const cents = z.int().min(0)
const value = z.strictObject({ amount_cents: cents, currency: z.string() })
const evidenceType = z.enum(evidenceTypes)

const BundledPlan = z
  .strictObject({
    schema: z.string(),
    plan_version: z.string(),
    compiler_version: z.string(),
    evidence_policy_version: z.string(),
    aggregation_policy: z.strictObject({ policy_id: z.string(), policy_version: z.string() }),
    conditions: z.array(
      z.strictObject({
        condition_id: ConditionId,
        required: z.boolean(),
        verification_method: z.enum(verificationMethods),
        check: z
          .union([
            DeterministicCheck,
            z.strictObject({ confirmation_method: z.enum(confirmationMethods) }),
            z.strictObject({ claim_cited: jsonObject }),
            z.strictObject({ external_judge: ExternalJudgeTerms }),
          ])
          .nullable()
          .describe('The one checker of the condition, or the terms of its method.'),
        evidence_requirements: z.array(jsonObject),
      }),
    ),
    unitization: Unitization.nullable(),
    value,
  })
  .meta({ id: 'BundledPlan', description: 'The object whose canonical JSON has the plan hash.' })

const BundledAgreement = z
  .looseObject({
    schema: z.string(),
    spool_id: SpoolId,
    agreement_version: z.int(),
    value: value.extend({ rail_preference: z.string().optional() }),
  })
  .meta({ id: 'BundledAgreement', description: 'The object whose canonical JSON has the agreement hash.' })

const BundledEvidence = z
  .strictObject({
    id: EvidenceId,
    condition_id: ConditionId.nullable(),
    type: evidenceType,
    source: z.string(),
    claim_class: z.enum(claimClasses),
    provenance: z.string(),
    on_behalf_of: z.string(),
    content_digest: Sha256Hex.nullable(),
    observed_at: Timestamp.nullable(),
    received_at: Timestamp,
  })
  .meta({ id: 'BundledEvidence' })

const BundledContent = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('rows'), rows: z.array(jsonObject) }),
    z.strictObject({ kind: z.literal('json'), json: z.unknown() }),
    z.strictObject({ kind: z.literal('text'), text: z.string() }),
    z.strictObject({ kind: z.literal('bytes'), base64: z.string(), media_type: z.string() }),
    z.strictObject({
      kind: z.literal('reference'),
      url: z.string().optional(),
      sha256: Sha256Hex.optional(),
    }),
    z.strictObject({ kind: z.literal('unavailable') }),
    z.strictObject({
      kind: z.literal('confirmation'),
      method: z.enum(confirmationMethods),
      outcome: z.enum(confirmationOutcomes),
      party: z.enum(sides),
      evidence_refs: z.array(z.string()),
      detail: z.string().optional(),
    }),
    z.strictObject({
      kind: z.literal('external_result'),
      agreement_hash: Sha256Hex,
      evaluator: z.string(),
      verdict: z.enum(verdicts),
      condition_results: z.array(jsonObject),
      observed_at: z.string().describe('As it was signed.'),
      evidence_refs: z.array(z.string()),
      proof: jsonObject,
    }),
  ])
  .meta({ id: 'BundledContent' })

/** What one run was given to judge, without the private salt: the members of a bundle that the Spool owns. */
export const BundledRunInput = z.strictObject({
  agreement: BundledAgreement,
  plan: BundledPlan,
  evidence: z.array(BundledEvidence),
  contents: z
    .record(z.string(), BundledContent)
    .describe(
      'By content digest, or by evidence id where an item has none. Content beyond the size of a bundle is left out.',
    ),
  evaluated_at: Timestamp,
})

/** What the service saw at the URLs of one condition of a run. */
export const BundledObservations = z
  .strictObject({
    evidence_id: EvidenceId,
    condition_id: ConditionId,
    observed_at: Timestamp,
    received_at: Timestamp,
    observations: z.array(
      z.strictObject({
        url: z.string(),
        final_url: z.string().nullable(),
        status: z.int().nullable(),
        failure: z.enum(observationFailures).nullable(),
        at: Timestamp,
      }),
    ),
  })
  .meta({ id: 'BundledObservations' })
export type BundledObservations = z.infer<typeof BundledObservations>

/** What a judge said of the claim of one condition of a run. Citations count bytes of the UTF-8 form of the evidence text. */
export const BundledOpinion = z
  .strictObject({
    evidence_id: EvidenceId,
    condition_id: ConditionId,
    observed_at: Timestamp,
    received_at: Timestamp,
    opinion: z.strictObject({
      judge: z.literal('openai_compatible'),
      model: z.string(),
      model_version: z.string().nullable(),
      prompt_digest: Sha256Digest.nullable(),
      verdict: z.enum(opinionVerdicts).nullable(),
      citations: z.array(
        z.strictObject({
          evidence_id: z.string(),
          start: z.int().min(0).nullable(),
          end: z.int().min(0).nullable(),
          quote: z.string(),
        }),
      ),
      failure: z.enum(opinionFailures).nullable(),
    }),
  })
  .meta({ id: 'BundledOpinion' })
export type BundledOpinion = z.infer<typeof BundledOpinion>

/** One file with everything needed to run a verification again offline. */
export const ReceiptBundle = z
  .strictObject({
    schema: z.string(),
    receipt: OutcomeReceiptBody,
    ...BundledRunInput.shape,
    observations: z.array(BundledObservations),
    opinions: z.array(BundledOpinion).optional().describe('Left out where no judge was asked.'),
    keys: KeyDocument,
    status: ReceiptStatusV1,
  })
  .meta({ id: 'ReceiptBundle' })
export type ReceiptBundle = z.infer<typeof ReceiptBundle>
