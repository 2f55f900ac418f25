import { findPlaceholder } from '@outturn/policy'
import { findParameterProblem } from '@outturn/checkers'
import type { MethodTerm, VerificationMethod } from '@outturn/vocabulary'
import type { ConditionInput } from '@outturn/agreement'
import { ambiguous, type Refusal, unprocessable } from '@outturn/contracts'

const keyOfMethod: Readonly<Record<VerificationMethod, MethodTerm>> = {
  deterministic: 'deterministic_check',
  human_confirmed: 'confirmation_method',
  ai_assisted: 'claim_cited',
  external_tool: 'external_judge',
}

/**
 * The conditions that a caller adds to those of the text, each with one check at most. What depends on the parties and the
 * deployment is looked at when the conditions are put into an agreement.
 */
export function addedConditions(conditions: readonly ConditionInput[]): ConditionInput[] {
  return conditions.map((condition, index) => {
    const field = `add_conditions[${index}]`
    refuseBlank(condition.description, `${field}.description`)
    if (condition.claim_cited !== undefined)
      refuseBlank(condition.claim_cited.claim, `${field}.claim_cited.claim`)
    refuseOtherMethod(condition, field)
    return condition.verification_method === 'deterministic' ? withOneCheck(condition, field) : condition
  })
}

function refuseBlank(text: string, field: string): void {
  const blank = findPlaceholder(text)
  if (blank === null) return
  throw ambiguous(field, `The text still contains the placeholder ${blank.text}.`, {
    remediation: `Replace ${blank.text} with an exact value.`,
  })
}

function refuseOtherMethod(condition: ConditionInput, field: string): void {
  const method = condition.verification_method
  const foreign = Object.values(keyOfMethod).find(
    (key) => key !== keyOfMethod[method] && condition[key] !== undefined,
  )
  if (foreign === undefined) return
  throw invalid(
    `${foreign} does not belong to the verification_method ${method}.`,
    `${field}.${foreign}`,
    `Leave ${foreign} out, or send the verification_method it belongs to.`,
  )
}

function withOneCheck(condition: ConditionInput, field: string): ConditionInput {
  const path = `${field}.deterministic_check`
  const [check, second] = [condition.deterministic_check ?? []].flat()
  if (check === undefined || second !== undefined) {
    throw invalid('A deterministic condition declares exactly one checker.', path, 'Send one check.')
  }
  const bad = findParameterProblem(check)
  if (bad !== null) {
    throw invalid(
      `${bad.field} ${bad.message}.`,
      `${path}.${bad.field}`,
      'Send a value that its checker takes.',
    )
  }
  return { ...condition, deterministic_check: check }
}

function invalid(message: string, field: string, remediation: string): Refusal {
  return unprocessable(field, message, { remediation })
}
