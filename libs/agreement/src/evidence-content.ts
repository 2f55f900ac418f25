import type { JsonObject as JsonRow } from '@outturn/canonical'
import { delimiters } from '@outturn/checkers'
import {
  confirmationMethods,
  confirmationOutcomes,
  decidedOutcomes,
  reviewerProofs,
  reviewOutcomes,
  sides,
  unitVerdicts,
  verdicts,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { ConditionId, DisputeId, ReceiptId, ReviewId, Sha256Hex } from './ids.ts'
import { Json, JsonObject, listOf, madeHere } from './json.ts'

/** What a side said about a condition. Only the service records one, for a caller that it has authenticated as that side. */
export const Confirmation = z.strictObject({
  kind: z.literal('confirmation').describe('Form of the content.'),
  method: z.enum(confirmationMethods).describe('Parties that must confirm the condition.'),
  outcome: z.enum(confirmationOutcomes).describe('Decision of the party on the condition.'),
  party: z.enum(sides).describe('Party that confirmed.'),
  evidence_refs: listOf(z.string()).describe('IDs of the evidence items that the party reviewed.'),
  confirmed_evidence_digest: Sha256Hex.describe(
    'SHA-256 of the evidence that the confirmation applies to. Later evidence makes the confirmation void.',
  ),
  detail: z
    .string()
    .exactOptional()
    .meta({ description: 'Comment of the party.', examples: ['Checked ten rows by phone.'] }),
})
export type Confirmation = z.infer<typeof Confirmation>

/** What an outside judge found of one condition and of its units. */
export const ExternalConditionResult = z.strictObject({
  condition_id: ConditionId.describe('ID of the condition that was decided.'),
  result: z.enum(verdicts).describe('Result of the condition.'),
  units: listOf(
    z.strictObject({
      unit: z
        .int()
        .min(1)
        .max(50_000)
        .meta({ description: 'Number of the unit; the first unit is 1.', examples: [3] }),
      result: z.enum(unitVerdicts).describe('Result of the unit.'),
      reason: z
        .string()
        .max(200)
        .exactOptional()
        .meta({ description: 'Reason for the result.', examples: ['wrong_language'] }),
    }),
    { max: 50_000 },
  )
    .exactOptional()
    .describe('Results of individual units, if the work is split into units.'),
})
export type ExternalConditionResult = z.infer<typeof ExternalConditionResult>

/** The signed result of the declared outside judge. Only the service records one, after its proof verified. */
export const ExternalResult = z.strictObject({
  kind: z.literal('external_result').describe('Form of the content.'),
  agreement_hash: Sha256Hex.describe('SHA-256 of the agreement that the result applies to.'),
  evaluator: z
    .string()
    .meta({ description: 'ID of the external party, as agreed in the condition.', examples: ['qa-lab-1'] }),
  verdict: z.enum(verdicts).describe('Overall verdict of the external party.'),
  condition_results: madeHere<ExternalConditionResult>().describe(
    'Result of each condition that the external party decides.',
  ),
  observed_at: z.string().meta({
    description: 'Time of the evaluation, exactly as it was signed.',
    examples: ['2026-01-31T17:00:00.000Z'],
  }),
  evidence_refs: listOf(z.string()).describe('IDs of the evidence items that the external party evaluated.'),
  proof: JsonObject.meta({
    description: 'Proof that the result comes from the external party.',
    examples: [
      {
        type: 'ed25519',
        public_key: 'iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w',
        signature: 'i7pnjiUD2gYXZq13c29lGns_YYT_sdFL5xC5wLLPh4kYGrQ2V4vPoedNXBSnwvlV3eZ7U1WlBUjii4PZvJkVBg',
      },
    ],
  }),
})
export type ExternalResult = z.infer<typeof ExternalResult>

/** The outcomes of one condition that a reviewer stated. Only the service records one, after a binding decision. */
export const ReviewFinding = z.strictObject({
  kind: z.literal('review').describe('Form of the content.'),
  review_id: ReviewId.describe('ID of the review.'),
  receipt_id: ReceiptId.describe('ID of the receipt that was reviewed.'),
  named_by: z.enum(sides).describe('Party that named the reviewer.'),
  known_by: z.enum(reviewerProofs).describe('Proof by which the reviewer was known.'),
  outcome: z
    .enum(reviewOutcomes)
    .exactOptional()
    .describe('Outcome of the condition as a whole; left out if the reviewer stated single units only.'),
  units: listOf(
    z.strictObject({
      unit: z
        .int()
        .min(1)
        .max(50_000)
        .meta({ description: 'Number of the unit; the first unit is 1.', examples: [3] }),
      outcome: z.enum(reviewOutcomes).describe('Outcome of the unit.'),
    }),
    { max: 1_000 },
  )
    .exactOptional()
    .describe('Outcomes of single units. They take precedence over the outcome of the condition.'),
  confirmed_evidence_digest: Sha256Hex.describe(
    'SHA-256 of the evidence that was reviewed. Later evidence makes the finding void.',
  ),
})
export type ReviewFinding = z.infer<typeof ReviewFinding>

/** The outcome of one condition by which a dispute was decided. Only the service records one. */
export const DisputeFinding = z.strictObject({
  kind: z.literal('dispute').describe('Form of the content.'),
  dispute_id: DisputeId.describe('ID of the dispute.'),
  receipt_id: ReceiptId.describe('ID of the disputed receipt.'),
  decided_by: z
    .enum(['counterparty', 'external'])
    .describe('Whose decision it is: of both parties, or of the external party that the agreement names.'),
  judge: z
    .string()
    .exactOptional()
    .meta({ description: 'ID of the external party.', examples: ['qa-lab-1'] }),
  outcome: z.enum(decidedOutcomes).describe('Outcome of the condition for all its units.'),
  confirmed_evidence_digest: Sha256Hex.describe(
    'SHA-256 of the evidence that was judged before. Later evidence makes the finding void.',
  ),
})
export type DisputeFinding = z.infer<typeof DisputeFinding>

/** How the bytes of a table are read. It follows from them, and is recorded so that a replay reads the same rows. */
export const TableDialect = z
  .discriminatedUnion('format', [
    z.strictObject({
      format: z.literal('csv').describe('File format: separated values with a header line.'),
      delimiter: z.enum(delimiters).describe('Character that separates the fields of a row.'),
    }),
    z.strictObject({
      format: z.literal('xlsx').describe('File format: one sheet of a workbook.'),
      sheet: z.string().meta({ description: 'Name of the sheet.', examples: ['Leads'] }),
    }),
  ])
  .meta({ id: 'TableDialect' })
export type TableDialect = z.infer<typeof TableDialect>

/** What is held of an evidence item; `unavailable` when its source answered with an error. */
export const EvidenceContent = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('rows').describe('Form of the content.'),
    rows: madeHere<JsonRow>().describe('Rows of the delivery, each as a JSON object.'),
  }),
  z.strictObject({
    kind: z.literal('json').describe('Form of the content.'),
    json: Json.meta({ description: 'JSON document.', examples: [{ total: 3 }] }),
  }),
  z.strictObject({
    kind: z.literal('text').describe('Form of the content.'),
    text: z
      .string()
      .meta({ description: 'Text of the delivery.', examples: ['The premises were inspected in May.'] }),
  }),
  z.strictObject({
    kind: z.literal('bytes').describe('Form of the content.'),
    base64: z.string().meta({ description: 'Base64-encoded file.', examples: ['aGVsbG8='] }),
    media_type: z.string().meta({ description: 'Media type of the file.', examples: ['application/pdf'] }),
    dialect: TableDialect.exactOptional().describe('Format in which the file is read as a table.'),
  }),
  z.strictObject({
    kind: z.literal('reference').describe('Form of the content.'),
    url: z
      .string()
      .exactOptional()
      .meta({ description: 'URL of the content.', examples: ['https://example.com/report'] }),
    sha256: Sha256Hex.exactOptional().describe('SHA-256 of the content.'),
  }),
  z.strictObject({ kind: z.literal('unavailable').describe('Form of the content.') }),
  Confirmation,
  ExternalResult,
  ReviewFinding,
  DisputeFinding,
])
export type EvidenceContent = z.infer<typeof EvidenceContent>
