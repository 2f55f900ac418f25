import { opinionFailures, opinionVerdicts } from '@outturn/vocabulary'
import { z } from 'zod'
import { Sha256Digest } from './ids.ts'
import type { Fetched } from './observation.ts'
import { listOf } from './json.ts'

const offset = z.int().min(0).nullable()

/**
 * A judge's reference to evidence: `quote` is at these byte offsets of the UTF-8 form of the item's text. Offsets are null
 * where the judge cited words that the text does not contain.
 */
const Citation = z.strictObject({
  evidence_id: z.string(),
  start: offset,
  end: offset,
  quote: z.string(),
})
export type Citation = z.infer<typeof Citation>

/** What a judge said about one claim: a verdict, or the failure that left it without one. */
export const Opinion = z.strictObject({
  judge: z.literal('openai_compatible'),
  model: z.string(),
  /** As the judge names it itself; null when it did not answer. */
  model_version: z.string().nullable(),
  /** Null when no prompt was sent. */
  prompt_digest: Sha256Digest.nullable(),
  verdict: z.enum(opinionVerdicts).nullable(),
  citations: listOf(Citation),
  failure: z.enum(opinionFailures).nullable(),
})
export type Opinion = z.infer<typeof Opinion>

/** The recorded opinion on one `ai_assisted` condition: one evidence item that the service fetched. */
export type RecordedOpinion = Fetched & { readonly opinion: Opinion }
