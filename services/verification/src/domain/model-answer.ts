import { opinionVerdicts } from '@outturn/vocabulary'
import type { Opinion } from '@outturn/agreement'
import { locateQuote, type PlannedQuestion } from '@outturn/evaluation'
import { z } from 'zod'

/** Citations in one answer, and characters in one quote; an answer with more is not usable. */
const maxCitations = 20
const maxQuoteChars = 4_000

const name = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => text.isWellFormed())
const quote = z
  .string()
  .max(maxQuoteChars)
  .refine((text) => text.isWellFormed())

const Completion = z.object({
  model: name,
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()),
})

const Answer = z.strictObject({
  verdict: z.enum(opinionVerdicts),
  citations: z.array(z.strictObject({ evidence_id: name, quote })).max(maxCitations),
})

/** What a model answered: its verdict with each quote looked up in the evidence. Null when it is no usable answer. */
export function readModelAnswer(
  completion: unknown,
  { texts }: PlannedQuestion,
): Pick<Opinion, 'model_version' | 'verdict' | 'citations'> | null {
  const completed = Completion.safeParse(completion)
  if (!completed.success) return null
  const answer = Answer.safeParse(parsedJson(completed.data.choices[0].message.content))
  if (!answer.success) return null
  const { verdict, citations } = answer.data
  return {
    model_version: completed.data.model,
    verdict,
    citations: citations.map((cited) => locateQuote(cited.evidence_id, cited.quote, texts)),
  }
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
