import { agreementModes, claimClasses, evidenceTypes, sides, spoolTypes } from '@outturn/vocabulary'
import { z } from 'zod'
import {
  Condition,
  ConditionId,
  DisputePolicy,
  EvidenceContent,
  EvidenceId,
  Finality,
  Observation,
  Opinion,
  Sha256Hex,
  SpoolId,
  ExactTimestamp,
  Timestamp,
  Unitization,
  VerificationPlan,
  listOf,
} from '@outturn/agreement'
import {
  AgreementTerm,
  agreementParty,
  Deliverable,
  FeeAndExpiry,
  SpoolValue,
} from '../spools/agreement-parts.ts'
import { SpoolEventView } from '../spools/spool.ts'
import { BundleManifest } from './bundle-manifest.ts'
import { KeyDocument } from './key-document.ts'
import { OutcomeReceiptBody } from './receipt.ts'
import { ReceiptStatusV1 } from './receipt-status.ts'

const evidenceType = z.enum(evidenceTypes)

const BundledPlan = z
  .strictObject({
    schema: z.string().meta({
      description: 'Name and version of the document format.',
      examples: ['outturn/verification-plan@1'],
    }),
    ...VerificationPlan.shape,
  })
  .meta({ id: 'BundledPlan', description: 'The object whose canonical JSON has the plan hash.' })

const BundledAgreement = z
  .strictObject({
    schema: z
      .string()
      .meta({ description: 'Name and version of the document format.', examples: ['outturn/agreement@1'] }),
    spool_id: SpoolId.describe('ID of the Spool that the agreement belongs to.'),
    agreement_version: z.int().meta({
      description: 'Version number of the agreement. Each amendment increases it by one.',
      examples: [1],
    }),
    type: z.enum(spoolTypes).describe('Type of work that the Spool covers.'),
    mode: z
      .enum(agreementModes)
      .describe(
        '`bilateral` if both parties must accept the agreement, `unilateral` if one party sets it alone.',
      ),
    parties: z.array(z.strictObject(agreementParty)).describe('The two parties of the agreement.'),
    value: SpoolValue.describe('Agreed price of the whole delivery.'),
    deliverable: Deliverable.describe('The work to deliver.'),
    terms: z.array(AgreementTerm).describe('Terms of the agreement in words, which no checker tests.'),
    conditions: z.array(Condition).describe('Conditions that the delivery must meet.'),
    unitization: Unitization.nullable().describe(
      'Number of units and the price of each; null if the work is not split into units.',
    ),
    economics: FeeAndExpiry.describe('Fee and expiry of the agreement.'),
    dispute_policy: DisputePolicy.describe('Rules for disputes over a receipt.'),
    finality: Finality.describe('Limits on how often and how long the delivery can be verified.'),
  })
  .meta({ id: 'BundledAgreement', description: 'The object whose canonical JSON has the agreement hash.' })

const BundledEvidence = z
  .strictObject({
    id: EvidenceId.describe('ID of the evidence item.'),
    condition_id: ConditionId.nullable().describe(
      'ID of the condition that the item supports; null if it supports all conditions.',
    ),
    type: evidenceType.describe('Type of evidence.'),
    source: z.string().meta({
      description: 'Name that the submitter gave to the source of the evidence.',
      examples: ['crm export'],
    }),
    claim_class: z.enum(claimClasses).describe('Kind of claim that the evidence supports.'),
    provenance: z
      .string()
      .meta({ description: 'Method by which the evidence was obtained.', examples: ['uploaded_json'] }),
    on_behalf_of: z
      .string()
      .meta({ description: 'Party in whose name the evidence was submitted.', examples: ['provider'] }),
    supplied_by: z
      .enum(sides)
      .optional()
      .describe('Party that submitted the item, if it did so in the name of the other party.'),
    content_digest: Sha256Hex.nullable().describe(
      'SHA-256 of the content; null if the service stores only a reference to it.',
    ),
    observed_at: ExactTimestamp.nullable().describe(
      'Time at which the submitter says the evidence was observed; null if none was given.',
    ),
    received_at: Timestamp.describe('Time at which the service received the evidence.'),
  })
  .meta({ id: 'BundledEvidence' })

const BundledContent = EvidenceContent.meta({ id: 'BundledContent' })

/** What one run was given to judge, without the private salt: the members of a bundle that the Spool owns. */
export const BundledRunInput = z.strictObject({
  agreement: BundledAgreement.describe('The agreement that was verified.'),
  plan: BundledPlan.describe('The verification plan that was executed.'),
  evidence: z.array(BundledEvidence).describe('The evidence items that were verified.'),
  contents: z
    .record(z.string(), BundledContent)
    .describe(
      'Content of the evidence items by content digest, or by evidence ID for an item without a digest. Content that exceeds the size limit of a bundle is omitted.',
    ),
  withheld: z
    .array(
      z.strictObject({
        evidence_id: EvidenceId.describe('ID of the evidence item.'),
        content_digest: Sha256Hex.describe('SHA-256 of the deleted content.'),
        reason: z.literal('withdrawn').describe('Reason why the content is missing.'),
      }),
    )
    .optional()
    .describe('Evidence items whose content was deleted. Omitted if there are none.'),
  evaluated_at: Timestamp.describe('Time as of which deadlines and ages were evaluated.'),
  events: z
    .array(SpoolEventView)
    .optional()
    .describe(
      'History of the Spool up to the event of the receipt. Omitted if the API key may not list events.',
    ),
})

/** What the service saw at the URLs of one condition of a run. */
export const BundledObservations = z
  .strictObject({
    evidence_id: EvidenceId.describe('ID of the evidence item that records the observations.'),
    condition_id: ConditionId.describe('ID of the condition that asked for the observations.'),
    observed_at: Timestamp.describe('Time at which the service fetched the URLs.'),
    received_at: Timestamp.describe('Time at which the service stored the observations.'),
    observations: listOf(Observation).describe('One entry for each URL that was fetched.'),
  })
  .meta({ id: 'BundledObservations' })
export type BundledObservations = z.infer<typeof BundledObservations>

/** What a judge said of the claim of one condition of a run. Citations count bytes of the UTF-8 form of the evidence text. */
export const BundledOpinion = z
  .strictObject({
    evidence_id: EvidenceId.describe('ID of the evidence item that records the opinion.'),
    condition_id: ConditionId.describe('ID of the condition whose claim was checked.'),
    observed_at: Timestamp.describe('Time at which the model answered.'),
    received_at: Timestamp.describe('Time at which the service stored the answer.'),
    opinion: Opinion.describe('Answer of the model.'),
  })
  .meta({ id: 'BundledOpinion' })
export type BundledOpinion = z.infer<typeof BundledOpinion>

/** One file with everything needed to run a verification again offline. */
export const ReceiptBundle = z
  .strictObject({
    schema: z.string().meta({
      description: 'Name and version of the document format.',
      examples: ['outturn/bundle@1'],
    }),
    receipt: OutcomeReceiptBody.describe('The signed receipt.'),
    ...BundledRunInput.shape,
    observations: z
      .array(BundledObservations)
      .describe('Responses of the URLs that the service fetched during the run.'),
    opinions: z
      .array(BundledOpinion)
      .optional()
      .describe('Answers of the model that checked claims. Omitted if no model was used.'),
    keys: KeyDocument.describe('Public keys that were valid when the bundle was created.'),
    status: ReceiptStatusV1.describe('Status of the receipt when the bundle was created.'),
    manifest: BundleManifest.describe('Signed list of the digests of all other members of the bundle.'),
  })
  .meta({ id: 'ReceiptBundle' })
