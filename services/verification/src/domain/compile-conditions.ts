import { compileCondition, type RefusedCondition } from '@outturn/policy'
import {
  ambiguous,
  type CommandInput,
  type CommandOutput,
  type compileConditions,
  type Refusal,
} from '@outturn/contracts'

export type Texts = CommandInput<typeof compileConditions>
export type Compiled = CommandOutput<typeof compileConditions>['compiled']

/** Reads each text as exactly one check, on rows with these fields. Throws the refusal `ambiguity_required` for the first that is not one. */
export function compileTexts({ conditions, fields }: Texts): Compiled {
  return conditions.map(({ index, text }) => {
    const reading = compileCondition(text, { fields: { names: fields }, isSuggestion: false })
    if (!reading.ok) throw notOneCheck(index, reading)
    return { index, description: reading.description, deterministic_check: reading.check }
  })
}

function notOneCheck(index: number, { code, reason, suggestion }: RefusedCondition): Refusal {
  return ambiguous(`conditions[${index}]`, `The condition does not name exactly one check: ${reason}.`, {
    reason: code,
    remediation: suggestion,
  })
}
