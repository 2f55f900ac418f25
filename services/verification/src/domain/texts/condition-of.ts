import type { ConditionInput } from '@outturn/agreement'
import type { ReadCheck } from '@outturn/policy'

/** A check that a text states, as the condition that it would be. */
export function conditionOf({
  check,
  description,
  required,
}: Pick<ReadCheck, 'check' | 'description' | 'required'>): ConditionInput {
  return { description, required, verification_method: 'deterministic', deterministic_check: check }
}
