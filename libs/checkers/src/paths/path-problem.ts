import type { ParameterProblem } from '../define-checker.ts'
import { compileQuery } from '../engines/json-query.ts'
import { nodeTest } from '../engines/node-test.ts'
import { StepBudget } from '../engines/step-budget.ts'
import { problem } from '../parameters.ts'
import { findShareProblem } from '../shares.ts'
import type { ValueRules } from '../value-rules.ts'
import { comparisonOf, comparisonOperators, isComparison } from './comparison.ts'
import { declaredScope, type PathCheck, readsText } from './path-check.ts'
import { valueRules } from './path-fault.ts'
import { isSingularPath } from './path-steps.ts'
import { findFilteredShareProblem, findRowFilterProblem } from './row-filter.ts'

/** What would make a path check unusable: a path or value that cannot be read, or parameters that mean nothing together. */
export function findPathProblem(check: PathCheck, rules: ValueRules): ParameterProblem | null {
  if (compileQuery(check.path, new StepBudget(0), rules) === null)
    return problem('path', 'must be a JSONPath of RFC 9535, which begins with $, such as $.email')
  return (
    findTogetherProblem(check) ??
    findOtherPathProblem(check, rules) ??
    findValueProblem(check, rules) ??
    findRowFilterProblem(check.where, rules) ??
    findRowsProblem(check) ??
    findShareProblem(check, declaredScope(check) === 'row', 'send scope "row"')
  )
}

/** Of two parameters that exclude each other the second is named. */
const exclusive: readonly (readonly [keyof PathCheck, keyof PathCheck, string])[] = [
  ['value_path', 'value', 'must be left out with value_path: send the one that is compared with'],
  ['measure', 'as', 'must be left out with measure, which gives a number and no time'],
  ['aggregate', 'as', 'must be left out with aggregate, which is made of numbers'],
  ['aggregate', 'measure', 'must be left out with aggregate: send measure in a check of its own'],
  ['aggregate', 'quantifier', 'must be left out with aggregate, which makes one number of all values'],
  ['aggregate', 'when_missing', 'must be left out with aggregate: a missing value fails a sum or a mean'],
]

function findTogetherProblem(check: PathCheck): ParameterProblem | null {
  // A client that fills in every member sends null for those that it leaves out.
  const has = (name: keyof PathCheck) => check[name] !== undefined && check[name] !== null
  for (const [one, other, message] of exclusive) {
    // A quantifier is filled in where it is left out.
    const isThere = other === 'quantifier' ? check.quantifier === 'any' : has(other)
    if (has(one) && isThere) return problem(other, message)
  }
  if (check.partial !== undefined && check.operator !== 'not_matches') {
    return problem('partial', 'goes with not_matches alone: leave it out, or send operator "not_matches"')
  }
  return findBoundsProblem(check) ?? findMissingProblem(check)
}

function findBoundsProblem({
  min,
  max,
  measure,
  operator,
  value,
  value_path: other,
}: PathCheck): ParameterProblem | null {
  if (min === undefined && max === undefined) return null
  const bound = min === undefined ? 'max' : 'min'
  if (measure === undefined)
    return problem(
      bound,
      'goes with measure: send measure "characters", "words" or "items", or operator and value',
    )
  if (operator !== 'exists' || (value ?? undefined) !== undefined || other !== undefined)
    return problem(bound, 'must be left out where operator and value are sent: send the one or the other')
  if (min !== undefined && max !== undefined && min > max)
    return problem('max', `must be at least min, which is ${min}`)
  return min === 0 && max === undefined
    ? problem('min', 'must be at least 1, because nothing is shorter than 0')
    : null
}

const withoutMissing: readonly string[] = ['exists', 'not_exists', 'count_equals']

function findMissingProblem({
  when_missing: missing,
  operator,
  measure,
  min,
  max,
}: PathCheck): ParameterProblem | null {
  if (missing === undefined || !withoutMissing.includes(operator)) return null
  const hasBounds = measure !== undefined && (min !== undefined || max !== undefined)
  return hasBounds
    ? null
    : problem(
        'when_missing',
        `must be left out with ${operator}, which says itself what a missing value means`,
      )
}

function findOtherPathProblem(
  { value_path: path, operator }: PathCheck,
  rules: ValueRules,
): ParameterProblem | null {
  if (path === undefined) return null
  if (compileQuery(path, new StepBudget(0), rules) === null || !isSingularPath(path)) {
    return problem(
      'value_path',
      'must be a JSONPath that leads to one value, by names and indexes alone, such as $.start',
    )
  }
  return comparisonOperators.includes(operator)
    ? null
    : problem('operator', `must be ${namedComparisons()} with value_path`)
}

function namedComparisons(): string {
  return `${comparisonOperators.slice(0, -1).join(', ')} or ${comparisonOperators.at(-1)}`
}

function findValueProblem(check: PathCheck, rules: ValueRules): ParameterProblem | null {
  const budget = new StepBudget(0)
  if (!isComparison(check)) {
    return nodeTest(check, budget, rules) === null ? problem('value', valueRules[check.operator]) : null
  }
  const { as, measure, aggregate, operator, value, min, max } = check
  const hasBounds = min !== undefined || max !== undefined
  if (measure !== undefined && hasBounds) return findTextProblem(check)
  if (!comparisonOperators.includes(operator)) {
    const name = as === undefined ? (measure === undefined ? 'aggregate' : 'measure') : 'as'
    const instead = measure === undefined ? '' : ', or left out with min or max'
    return problem('operator', `must be ${namedComparisons()} with ${name}${instead}`)
  }
  if (value !== undefined && comparisonOf(check, budget, rules) === null) {
    return as === undefined
      ? problem(
          'value',
          `must be a number or a decimal text with ${aggregate === undefined ? 'measure' : 'aggregate'}`,
        )
      : problem(
          'value',
          'must be a day such as 2026-12-01, or a time with its offset such as 2026-12-01T17:00:00Z',
        )
  }
  return value === undefined && check.value_path === undefined
    ? problem(
        'value',
        `is required with ${operator}: send value, or value_path for another value of the same row`,
      )
    : findTextProblem(check)
}

/** A row is neither text nor list. */
function findTextProblem(check: PathCheck): ParameterProblem | null {
  if (check.measure === undefined || check.path !== '$' || readsText(check)) return null
  return check.scope === 'row'
    ? problem('path', 'must lead to a value of the row with measure, such as $.title')
    : null
}

function findRowsProblem(check: PathCheck): ParameterProblem | null {
  const scope = declaredScope(check)
  if (check.where !== undefined && scope !== 'row')
    return problem('where', 'is about rows: send scope "row", or leave where out')
  return findFilteredShareProblem(check)
}
