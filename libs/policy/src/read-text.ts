import { appliesPerUnit } from '@outturn/checkers'
import { compileCondition } from './grammar/compile-condition.ts'
import type { Circumstances, ReadCheck, TextOutcome } from './outcome.ts'
import { inquire } from './questions/inquire.ts'

/**
 * Reads one condition in plain text: the checks that it states, the questions that it leaves open, and what no checker decides.
 * The same text gives the same outcome anywhere; nothing is guessed.
 */
export function readText(text: string, circumstances: Circumstances): TextOutcome {
  const compile = (other: string): readonly ReadCheck[] | null => checksOf(other, circumstances)
  const checks = compile(text)
  return checks === null
    ? inquire(text, circumstances, { complete: [], open: [], excluded: [], compile })
    : { checks, questions: [], undecided: [] }
}

function checksOf(text: string, { fields, isSuggestion }: Circumstances): readonly ReadCheck[] | null {
  const reading = compileCondition(text, { fields: { names: fields.map(({ name }) => name) }, isSuggestion })
  if (!reading.ok) return null
  const { check, description } = reading
  const applies = appliesPerUnit(check) ? 'unit' : 'gate'
  return [{ text, start: 0, end: text.length, check, description, required: true, applies }]
}
