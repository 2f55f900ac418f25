import type { JsonValue } from '@outturn/canonical'
import type { JsonPathOperator, NodeRelation } from '../engines/node-test.ts'
import { StepsExhausted } from '../engines/step-budget.ts'
import { readTrimmed, type ValueRules } from '../value-rules.ts'

export type PathFaultCode =
  | 'path_not_found'
  | 'value_mismatch'
  | 'not_a_number'
  | 'text_not_number'
  | 'not_a_time'
  | 'path_limit_exceeded'

/** What is wrong with one value that a path check judges. */
export interface PathFault {
  readonly code: PathFaultCode
  /** The path that leads to it, where it is not the path of the check. */
  readonly field?: string
}

export function pathFault(code: PathFaultCode, field?: string): PathFault {
  return field === undefined ? { code } : { code, field }
}

/** A value that costs more than the check may spend stays in doubt. */
export function withinLimit<Judged>(judge: () => Judged, overLimit: PathFault): Judged | PathFault {
  try {
    return judge()
  } catch (error) {
    if (error instanceof StepsExhausted) return overLimit
    throw error
  }
}

/** What each operator takes as its value. */
export const valueRules = {
  exists: 'must be left out with exists',
  not_exists: 'must be left out with not_exists',
  equals: 'is required with equals',
  not_equals: 'is required with not_equals',
  gt: 'must be a number or a decimal text with gt',
  gte: 'must be a number or a decimal text with gte',
  lt: 'must be a number or a decimal text with lt',
  lte: 'must be a number or a decimal text with lte',
  in: 'must be an array with in',
  contains: 'is required with contains',
  matches: 'must be an RE2 pattern of at most 1000 characters with matches',
  not_matches: 'must be an RE2 pattern of at most 1000 characters with not_matches',
  type: 'must be null, boolean, integer, number, string, array or object with type',
  count_equals: 'must be an integer of at least 1 with count_equals',
  format:
    'must be email, e164, uuid, iso_date, iso_date_time, iso_country, iso_currency, bcp47, hex_colour, semver, ipv4 or iban with format',
} as const satisfies Record<JsonPathOperator, string>

/** Why nodes do not stand in the agreed relation: another value, or one that no number can be compared with. */
export function mismatchOf(
  { operator, value, quantifier }: NodeRelation,
  nodes: readonly JsonValue[],
  rules: ValueRules,
): 'value_mismatch' | 'not_a_number' | 'text_not_number' {
  if (!rules.tellsNumbersApart || quantifier === 'any') return 'value_mismatch'
  if (isOrdering(operator)) {
    return nodes.some((node) => readTrimmed(node, rules.parseDecimal, rules) === null)
      ? 'not_a_number'
      : 'value_mismatch'
  }
  const agreed: readonly unknown[] = operator === 'in' && Array.isArray(value) ? value : [value]
  const isOfNumbers =
    (operator === 'equals' || operator === 'in') && agreed.every((each) => typeof each === 'number')
  return isOfNumbers && nodes.some((node) => typeof node === 'string') ? 'text_not_number' : 'value_mismatch'
}

function isOrdering(operator: JsonPathOperator): boolean {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'
}
