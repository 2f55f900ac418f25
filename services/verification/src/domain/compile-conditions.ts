import { compileCondition, type RefusedCondition } from '@outturn/policy'
import { type CommandInput, type CommandOutput, type compileConditions, Refusal } from '@outturn/contracts'

type TextCondition = CommandInput<typeof compileConditions>['conditions'][number]
type Compiled = CommandOutput<typeof compileConditions>['compiled']

/** Reads each text as exactly one check. Throws the refusal `ambiguity_required` for the first that is not one. */
export function compileTexts(conditions: readonly TextCondition[]): Compiled {
  return conditions.map(({ index, text }) => {
    const reading = compileCondition(text)
    if (!reading.ok) throw ambiguous(index, reading)
    return { index, description: reading.description, deterministic_check: reading.check }
  })
}

function ambiguous(index: number, { code, reason, suggestion }: RefusedCondition): Refusal {
  return new Refusal('ambiguity_required', `The condition does not name exactly one check: ${reason}.`, {
    field: `conditions[${index}]`,
    reason: code,
    remediation: suggestion,
  })
}
