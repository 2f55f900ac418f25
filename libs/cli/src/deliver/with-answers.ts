import { type OneCallRequest, OutturnError } from '@outturn/sdk'
import type { Host } from '../host.ts'
import { answerOf, questionLines } from '../policy/question-lines.ts'

/** Questions that are asked in one delivery at most; a text that has more is rewritten first. */
const maxQuestions = 20

/**
 * Sends a request. Where a condition in plain words leaves something open, the person at the terminal answers, and the request is sent with the
 * answer in the place of the condition. Without a terminal the refusal stays. `send` learns how many questions were asked before.
 */
export async function withAnswers<A>(
  request: OneCallRequest,
  { ask, output }: Pick<Host, 'ask' | 'output'>,
  send: (request: OneCallRequest, asked: number) => Promise<A>,
): Promise<A> {
  let current = request
  for (let asked = 0; ; asked += 1) {
    try {
      return await send(current, asked)
    } catch (error) {
      const open = asked < maxQuestions ? openCondition(error, current) : undefined
      if (open === undefined || ask === null) throw error
      for (const line of questionLines(open.question)) output.complain(line)
      output.complain('Answer with a number or with a whole condition; an empty line gives up.')
      const answer = answerOf(open.question, (await ask('Answer: ')) ?? '')
      if (answer === null) throw error
      const conditions = current.conditions?.toSpliced(open.index, 1, ...[answer].flat())
      current = { ...current, conditions }
    }
  }
}

/** The condition of the request that a refusal is about, with its first question. */
function openCondition(error: unknown, { conditions }: OneCallRequest) {
  if (!(error instanceof OutturnError) || error.code !== 'ambiguity_required') return undefined
  const index = Number(/^conditions\[(\d+)\]/.exec(error.field ?? '')?.[1] ?? Number.NaN)
  const [question] = error.questions
  if (question === undefined || typeof conditions?.[index] !== 'string') return undefined
  return { index, question }
}
