import type { CompilePolicyRequest } from '@outturn/contracts'
import { isFaithfulRewrite } from '@outturn/policy'
import { z } from 'zod'
import { circumstancesOf } from '../texts/circumstances.ts'
import type { OpenClause } from './rewrite-request.ts'

/** What a model answered for the open clauses of a request. */
export type RewriteTask = {
  readonly completion: unknown
  readonly clauses: readonly OpenClause[]
  readonly request: CompilePolicyRequest
}

/** Sentences in one answer of a model, and sentences that are kept for one clause. */
const maxInAnswer = 60
const maxForClause = 5

const Completion = z.object({
  choices: z.tuple([z.object({ message: z.object({ content: z.string() }) })], z.unknown()),
})

const Answer = z.strictObject({
  rewrites: z
    .array(z.strictObject({ start: z.int(), end: z.int(), text: z.string().min(1).max(500) }))
    .max(maxInAnswer),
})

/**
 * The sentences of a model that may stand in place of each clause, by the order of the clauses: each names exactly one of them and
 * holds to its words. Of an answer that is none nothing is kept; of another, the sentences that do not hold are dropped.
 */
export function keptRewrites({ completion, clauses, request }: RewriteTask): readonly (readonly string[])[] {
  const kept = clauses.map((): string[] => [])
  const circumstances = circumstancesOf(request, { fieldsFrom: 'request', isSuggestion: false })
  for (const { start, end, text } of sentencesOf(completion)) {
    const index = clauses.findIndex((one) => one.start === start && one.end === end)
    const [clause, others] = [clauses[index], kept[index]]
    if (clause === undefined || others === undefined || others.length === maxForClause) continue
    if (!others.includes(text) && isFaithfulRewrite(clause.text, text, circumstances)) others.push(text)
  }
  return kept
}

function sentencesOf(completion: unknown): z.infer<typeof Answer>['rewrites'] {
  const completed = Completion.safeParse(completion)
  if (!completed.success) return []
  const answer = Answer.safeParse(parsedJson(completed.data.choices[0].message.content))
  return answer.success ? answer.data.rewrites : []
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
