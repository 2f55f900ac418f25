import {
  agreementModes,
  claimClasses,
  confirmationMethods,
  evidenceTypes,
  partyKinds,
  partyRoles,
  sides,
  spoolTypes,
} from '@outturn/vocabulary'
import { DeterministicCheck } from '@outturn/checkers'
import { z } from 'zod'
import {
  AgreedValue,
  CitedClaim,
  Condition,
  ConditionId,
  DisputePolicy,
  EvidenceContent,
  EvidenceId,
  EvidenceRequirement,
  ExternalJudge,
  Finality,
  Observation,
  Opinion,
  PlanCondition,
  Sha256Hex,
  SpoolId,
  ExactTimestamp,
  Timestamp,
  Unitization,
  VerificationPlan,
  listOf,
} from '@outturn/agreement'
import { SpoolEventView } from '../spools/spool.ts'
import { BundleManifest, KeyDocument, OutcomeReceiptBody, ReceiptStatusV1 } from './receipt.ts'

const evidenceType = z.enum(evidenceTypes)

const BundledPlan = z
  .strictObject({
    schema: z.string(),
    ...VerificationPlan.shape,
    conditions: z.array(
      PlanCondition.extend({
        check: z
          .union([
            DeterministicCheck,
            z.strictObject({ confirmation_method: z.enum(confirmationMethods) }),
            z.strictObject({ claim_cited: CitedClaim }),
            z.strictObject({ external_judge: ExternalJudge }),
          ])
          .nullable()
          .describe('The one checker of the condition, or the terms of its method.'),
        evidence_requirements: listOf(EvidenceRequirement),
      }),
    ),
  })
  .meta({ id: 'BundledPlan', description: 'The object whose canonical JSON has the plan hash.' })

const BundledAgreement = z
  .strictObject({
    schema: z.string(),
    spool_id: SpoolId,
    agreement_version: z.int(),
    type: z.enum(spoolTypes),
    mode: z.enum(agreementModes),
    parties: z.array(
      z.strictObject({
        role: z.enum(partyRoles),
        kind: z.enum(partyKinds),
        display_name: z.string(),
        settlement_address: z.string().optional(),
      }),
    ),
    value: AgreedValue.extend({ rail_preference: z.string().optional() }),
    deliverable: z.strictObject({
      type: z.string(),
      title: z.string(),
      description: z.string(),
      attributes: z.record(z.string(), z.string()),
    }),
    terms: z.array(
      z.strictObject({
        text: z.string(),
        provenance: z.strictObject({ source: z.string(), origin: z.string().optional() }),
      }),
    ),
    conditions: z.array(Condition),
    unitization: Unitization.nullable(),
    economics: z.strictObject({ fee_cents: z.int().optional(), expiry: ExactTimestamp.optional() }),
    dispute_policy: DisputePolicy,
    finality: Finality,
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
    supplied_by: z
      .enum(sides)
      .optional()
      .describe('The side that sent the item, where it sent it in the name of the other.'),
    content_digest: Sha256Hex.nullable(),
    observed_at: ExactTimestamp.nullable(),
    received_at: Timestamp,
  })
  .meta({ id: 'BundledEvidence' })

const BundledContent = EvidenceContent.meta({ id: 'BundledContent' })

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
  events: z
    .array(SpoolEventView)
    .optional()
    .describe('The history up to the one of the receipt; left out for a key that may not list it.'),
})

/** What the service saw at the URLs of one condition of a run. */
export const BundledObservations = z
  .strictObject({
    evidence_id: EvidenceId,
    condition_id: ConditionId,
    observed_at: Timestamp,
    received_at: Timestamp,
    observations: listOf(Observation),
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
    opinion: Opinion,
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
    manifest: BundleManifest,
  })
  .meta({ id: 'ReceiptBundle' })
