import type { JsonObject as JsonRow } from '@outturn/canonical'
import { delimiters } from '@outturn/checkers'
import { confirmationMethods, confirmationOutcomes, sides, unitVerdicts, verdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { ConditionId, Sha256Hex } from './ids.ts'
import { Json, JsonObject, listOf, madeHere } from './json.ts'

/** What a side said about a condition. Only the service records one, for a caller that it has authenticated as that side. */
export const Confirmation = z.strictObject({
  kind: z.literal('confirmation'),
  method: z.enum(confirmationMethods),
  outcome: z.enum(confirmationOutcomes),
  party: z.enum(sides),
  evidence_refs: listOf(z.string()),
  /** What the evidence was when it was given; it holds for that evidence and no other. */
  confirmed_evidence_digest: Sha256Hex,
  detail: z.string().exactOptional(),
})
export type Confirmation = z.infer<typeof Confirmation>

/** What an outside judge found of one condition and of its units. */
export const ExternalConditionResult = z.strictObject({
  condition_id: ConditionId,
  result: z.enum(verdicts),
  units: listOf(
    z.strictObject({
      unit: z.int().min(1).max(50_000),
      result: z.enum(unitVerdicts),
      reason: z.string().max(200).exactOptional(),
    }),
    { max: 50_000 },
  ).exactOptional(),
})
export type ExternalConditionResult = z.infer<typeof ExternalConditionResult>

/** The signed result of the declared outside judge. Only the service records one, after its proof verified. */
export const ExternalResult = z.strictObject({
  kind: z.literal('external_result'),
  agreement_hash: Sha256Hex,
  evaluator: z.string(),
  verdict: z.enum(verdicts),
  condition_results: madeHere<ExternalConditionResult>(),
  observed_at: z.string().describe('As it was signed.'),
  evidence_refs: listOf(z.string()),
  proof: JsonObject,
})
export type ExternalResult = z.infer<typeof ExternalResult>

/** How the bytes of a table are read. It follows from them, and is recorded so that a replay reads the same rows. */
export const TableDialect = z
  .discriminatedUnion('format', [
    z.strictObject({
      format: z.literal('csv').describe('Separated values with a header.'),
      delimiter: z.enum(delimiters),
    }),
    z.strictObject({
      format: z.literal('xlsx').describe('One sheet of a workbook.'),
      sheet: z.string().describe('Name of the sheet.'),
    }),
  ])
  .meta({ id: 'TableDialect' })
export type TableDialect = z.infer<typeof TableDialect>

/** What is held of an evidence item; `unavailable` when its source answered with an error. */
export const EvidenceContent = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('rows'), rows: madeHere<JsonRow>() }),
  z.strictObject({ kind: z.literal('json'), json: Json }),
  z.strictObject({ kind: z.literal('text'), text: z.string() }),
  z.strictObject({
    kind: z.literal('bytes'),
    base64: z.string(),
    media_type: z.string(),
    dialect: TableDialect.exactOptional().describe('How the bytes are read as a table.'),
  }),
  z.strictObject({
    kind: z.literal('reference'),
    url: z.string().exactOptional(),
    sha256: Sha256Hex.exactOptional(),
  }),
  z.strictObject({ kind: z.literal('unavailable') }),
  Confirmation,
  ExternalResult,
])
export type EvidenceContent = z.infer<typeof EvidenceContent>
