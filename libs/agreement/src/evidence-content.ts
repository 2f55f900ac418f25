import type { JsonObject as JsonRow } from '@outturn/canonical'
import { delimiters } from '@outturn/checkers'
import { confirmationMethods, confirmationOutcomes, sides, unitVerdicts, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { ConditionId, Sha256Hex } from './ids.ts'
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
])
export type EvidenceContent = z.infer<typeof EvidenceContent>
