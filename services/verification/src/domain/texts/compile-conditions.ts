import type { CommandInput, CommandOutput, compileConditions } from '@outturn/contracts'
import { readText } from '@outturn/policy'
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
      throw refusalOfText(`conditions[${index}]`, outcome, fieldsFrom)
    }
    return checks.map(({ check, description, required }) => ({
      index,
      description,
      required,
      deterministic_check: check,
    }))
  })
}
