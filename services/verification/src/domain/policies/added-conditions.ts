import { findPlaceholder } from '@outturn/policy'
import { findParameterProblem, problemWords } from '@outturn/checkers'
import { termOfMethod } from '@outturn/vocabulary'
import type { ConditionInput } from '@outturn/agreement'
import { ambiguous, unprocessable } from '@outturn/contracts'

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
  const foreign = Object.values(termOfMethod).find(
    (key) => key !== termOfMethod[method] && condition[key] !== undefined,
  )
  if (foreign === undefined) return
  throw unprocessable(
    `${field}.${foreign}`,
    `${foreign} does not belong to the verification_method ${method}.`,
    { remediation: `Leave ${foreign} out, or send the verification_method it belongs to.` },
  )
}

function withOneCheck(condition: ConditionInput, field: string): ConditionInput {
  const path = `${field}.deterministic_check`
  const { deterministic_check: check } = condition
  if (check === undefined) {
    throw unprocessable(path, 'A deterministic condition declares exactly one checker.', {
      remediation: 'Send one check.',
    })
  }
  const bad = findParameterProblem(check)
  if (bad !== null) {
    const { message, remediation } = problemWords(bad)
    throw unprocessable(`${path}.${bad.field}`, message, { remediation })
  }
  return condition
}
