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
  evidence_id: z
    .string()
    .meta({ description: 'ID of the cited evidence item.', examples: ['ev_0123456789abcdef01234567'] }),
  start: offset.meta({
    description:
      'Position of the first cited byte in the UTF-8 text; null if the text does not contain the quote.',
    examples: [0],
  }),
  end: offset.meta({
    description:
      'Position after the last cited byte in the UTF-8 text; null if the text does not contain the quote.',
    examples: [120],
  }),
  quote: z.string().meta({ description: 'Cited words.', examples: ['inspected in May'] }),
})
export type Citation = z.infer<typeof Citation>

/** What a judge said about one claim: a verdict, or the failure that left it without one. */
export const Opinion = z.strictObject({
  judge: z.literal('openai_compatible').describe('Type of model interface.'),
  model: z.string().meta({ description: 'Name of the requested model.', examples: ['example-model'] }),
  model_version: z
    .string()
    .nullable()
    .meta({
      description: 'Name of the model as given in its answer; null if it did not answer.',
      examples: ['1'],
    }),
  prompt_digest: Sha256Digest.nullable().describe('SHA-256 of the prompt; null if no prompt was sent.'),
  verdict: z
    .enum(opinionVerdicts)
    .nullable()
    .describe('Verdict of the model on the claim; null if it gave none.'),
  citations: listOf(Citation).describe('Quotes from the evidence that support the verdict.'),
  failure: z
    .enum(opinionFailures)
    .nullable()
    .describe('Reason why there is no verdict; null if there is one.'),
})
export type Opinion = z.infer<typeof Opinion>

/** The recorded opinion on one `ai_assisted` condition: one evidence item that the service fetched. */
export type RecordedOpinion = Fetched & { readonly opinion: Opinion }
