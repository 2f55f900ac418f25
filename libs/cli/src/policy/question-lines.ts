import type { CompiledPolicy, ConfirmPolicyRequest } from '@outturn/contracts'

export type OpenQuestion = CompiledPolicy['ambiguities'][number]
type Answer = NonNullable<ConfirmPolicyRequest['answers']>[string]

/** What is shown of a question, wherever it comes from. */
type Question = Pick<OpenQuestion, 'text' | 'question' | 'rewrites' | 'candidates'>

/** A question with its numbered answers. */
export function questionLines(question: Question): string[] {
  return [`About ${JSON.stringify(question.text)}: ${question.question}`, ...choiceLines(question)]
}

/** The numbered answers of a question. */
export function choiceLines(question: Question): string[] {
  return choicesOf(question).map((choice, index) => `  ${index + 1}. ${[choice].flat().join(' and ')}`)
}

/** What a typed line answers: the choice of its number, or the line itself; null for a line that says nothing. */
export function answerOf(question: Question, line: string): Answer | null {
  const typed = line.trim()
  if (typed === '') return null
  const choices = choicesOf(question)
  const chosen = /^\d{1,2}$/.test(typed) ? choices[Number(typed) - 1] : undefined
  return chosen ?? typed
}

/** The whole conditions that are proposed, else the meanings of the words. A text with `{}` waits for a value and is no choice. */
function choicesOf({ rewrites, candidates }: Question): readonly Answer[] {
  const whole = rewrites.filter((rewrite) => [rewrite].flat().every((text) => !text.includes('{}')))
  return whole.length > 0 ? whole : candidates
}
