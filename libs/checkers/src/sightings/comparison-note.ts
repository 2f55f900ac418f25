import type { JsonValue } from '@outturn/canonical'
import { compileQuery } from '../engines/json-query.ts'
import { StepBudget, StepsExhausted } from '../engines/step-budget.ts'
import { aggregateOf, compareFraction, type Fraction, isOfNumbers } from '../paths/aggregates.ts'
import { measureOf } from '../paths/measures.ts'
import type { PathCheck } from '../paths/path-check.ts'
import type { ValueRules } from '../value-rules.ts'
import { stepsOfPath } from '../paths/path-steps.ts'
import { inOneOrder } from './read-place.ts'
import { shownValue } from './shown-value.ts'

/** Work that is done to show one value. */
const stepsToShow = 1_000_000
const mostShown = 4

/**
 * What stands where a comparison found another value: `"Long title…", which has 130 characters`, `3, and $.start has 5`. Null where the value
 * alone says it.
 */
export function comparisonNote(
  check: PathCheck,
  subject: JsonValue,
  value: JsonValue | undefined,
  rules: ValueRules,
): string | null {
  const other = otherWords(check, subject, rules)
  if (check.aggregate !== undefined) return withOther(aggregateWords(check, subject, rules), other)
  const length =
    check.measure === undefined || value === undefined ? null : measureOf(value, check.measure, rules)
  if (length !== null) {
    const noun = length === 1 ? check.measure?.slice(0, -1) : check.measure
    return withOther(`${shownValue(value)}, which has ${length} ${noun}`, other)
  }
  return other === null || value === undefined ? null : withOther(shownValue(value), other)
}

function withOther(words: string | null, other: string | null): string | null {
  return words === null || other === null ? words : `${words}, and ${other}`
}

function otherWords({ value_path: path }: PathCheck, subject: JsonValue, rules: ValueRules): string | null {
  if (path === undefined) return null
  const [other] = nodesAt(path, subject, rules)
  return `${path} has ${shownValue(other)}`
}

function aggregateWords(
  { aggregate, path }: PathCheck,
  subject: JsonValue,
  rules: ValueRules,
): string | null {
  if (aggregate === undefined) return null
  const nodes = nodesAt(path, subject, rules)
  const total = aggregateOf(nodes, aggregate, rules)
  if (total === null) return null
  const shown = fractionText(total)
  if (!isOfNumbers(aggregate)) return `${shown} of them`
  const values = nodes.length > mostShown ? `${nodes.length} values` : nodes.map(shownValue).join(' and ')
  return `${values}, whose ${aggregateNouns[aggregate]} is ${shown}`
}

const aggregateNouns = {
  sum: 'sum',
  mean: 'mean',
  min: 'least',
  max: 'greatest',
  count: 'number',
  distinct: 'number',
} as const

function nodesAt(path: string, subject: JsonValue, rules: ValueRules): readonly JsonValue[] {
  try {
    const nodes = compileQuery(path, new StepBudget(stepsToShow), rules)?.select(subject) ?? []
    return stepsOfPath(path) === null ? inOneOrder(nodes) : nodes
  } catch (error) {
    if (error instanceof StepsExhausted) return []
    throw error
  }
}

const shownPlaces = 6

/** A fraction in decimals, with `about` before it where it is cut. */
function fractionText(fraction: Fraction): string {
  const { numerator, denominator } = fraction
  const scale = 10n ** BigInt(shownPlaces)
  const [up, down] = [BigInt(Math.max(0, numerator.exponent)), BigInt(Math.max(0, -numerator.exponent))]
  const scaled = (numerator.digits * 10n ** up * scale) / (denominator * 10n ** down)
  const isExact = compareFraction(fraction, { digits: scaled, exponent: -shownPlaces }) === 0
  const sign = scaled < 0n ? '-' : ''
  const digits = String(scaled < 0n ? -scaled : scaled).padStart(shownPlaces + 1, '0')
  const decimals = digits.slice(-shownPlaces).replace(/0+$/, '')
  const text = `${sign}${digits.slice(0, -shownPlaces)}${decimals === '' ? '' : `.${decimals}`}`
  return isExact ? text : `about ${text}`
}
