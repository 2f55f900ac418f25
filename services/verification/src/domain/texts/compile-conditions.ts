import type { CommandInput, CommandOutput, compileConditions } from '@outturn/contracts'
import { readPolicy, readText, type TextOutcome } from '@outturn/policy'
import { circumstancesOf } from './circumstances.ts'
import { refusalOfText } from './refused-text.ts'

export type Texts = CommandInput<typeof compileConditions>
export type Compiled = CommandOutput<typeof compileConditions>['compiled']

/**
 * Reads each text as the checks that it states, in order. Throws the refusal `ambiguity_required` for the first text that holds
 * anything else, or nothing: such a text binds none of its checks.
 */
export function compileTexts({ conditions, fieldsFrom, ...beside }: Texts): Compiled {
  const circumstances = circumstancesOf(beside, { fieldsFrom, isSuggestion: false, evidence: 'rows' })
  return conditions.flatMap(({ index, text }) => {
    const outcome = readText(text, circumstances)
    const { checks, questions, undecided } = outcome
    if (checks.length === 0 || questions.length > 0 || undecided.length > 0) {
      const shown = asksForNothing(text, outcome) ? { checks: [], questions: [], undecided: [] } : outcome
      throw refusalOfText(`conditions[${index}]`, shown, fieldsFrom)
    }
    return checks.map(({ check, description, required }) => ({
      index,
      description,
      required,
      deterministic_check: check,
    }))
  })
}

/** Whether a text of which no word was recognized is only a greeting, a heading or a note, as the reader of whole texts tells. */
function asksForNothing(text: string, { checks, questions, undecided }: TextOutcome): boolean {
  const isRecognized =
    checks.length > 0 ||
    questions.some(({ rewrites }) => rewrites.some((rewrite) => rewrite !== '{}')) ||
    undecided.some(({ code }) => code !== 'no_checker')
  if (isRecognized) return false
  const { parts } = readPolicy(text, { unitization: null, isSoftware: false, fields: [] })
  return parts.every(({ kind }) => kind === 'connective' || kind === 'term')
}
