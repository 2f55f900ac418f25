import type { JsonValue } from '@outturn/canonical'
import { compareDecimals, type Decimal } from '../engines/decimal.ts'
import { equalityOf, type JsonPathOperator } from '../engines/node-test.ts'
import type { StepBudget } from '../engines/step-budget.ts'
import { isBlank, readTrimmed, type ValueRules } from '../value-rules.ts'
import { aggregateOf, compareFraction, isOfNumbers } from './aggregates.ts'
import { measureOf } from './measures.ts'
import { compareMoments, type Moment, parseMoment } from './moment.ts'
import type { PathCheck } from './path-check.ts'
import { type PathFault, type PathFaultCode, pathFault } from './path-fault.ts'

const comparisons: Readonly<Partial<Record<JsonPathOperator, (order: number) => boolean>>> = {
  equals: (order) => order === 0,
  not_equals: (order) => order !== 0,
  gt: (order) => order > 0,
  gte: (order) => order >= 0,
  lt: (order) => order < 0,
  lte: (order) => order <= 0,
}

/** The operators that compare two values: what a time, a length, an aggregate or another value is held against. */
export const comparisonOperators = Object.keys(comparisons) as readonly JsonPathOperator[]

/** Judges selected nodes; `other` is the value at `value_path`, for a check that has one. */
export type Comparison = (nodes: readonly JsonValue[], other: JsonValue | undefined) => PathFault | null

/** Whether a check compares times, lengths, aggregates or two of its values. */
export function isComparison({ as, measure, aggregate, value_path }: PathCheck): boolean {
  return as !== undefined || measure !== undefined || aggregate !== undefined || value_path !== undefined
}

/** How values of one kind are read and put in order; null is a value of another kind. */
interface Scale<Value> {
  readonly read: (value: JsonValue) => Value | null
  readonly readBound: (value: JsonValue) => Value | null
  readonly compare: (a: Value, b: Value) => number
  readonly fault: PathFaultCode
  readonly boundFault: PathFaultCode
}

/** Null where the value does not suit what it is compared with. */
export function comparisonOf(check: PathCheck, budget: StepBudget, rules: ValueRules): Comparison | null {
  const { aggregate, measure, as } = check
  if (aggregate !== undefined) return aggregateComparison(check, budget, rules)
  if (as !== undefined) return scaleComparison(check, momentScale(rules))
  if (measure === undefined) return fieldComparison(check, budget, rules)
  const length = lengthScale(check, budget, rules)
  const { min, max } = check
  if (min === undefined && max === undefined) return scaleComparison(check, length)
  const least = decimalOf(min ?? 0)
  const most = max === undefined ? null : decimalOf(max)
  return ofNodes(check, (node) => {
    const count = length.read(node)
    if (count === null) return pathFault(length.fault)
    const isWithin =
      compareDecimals(count, least) >= 0 && (most === null || compareDecimals(count, most) <= 0)
    return isWithin ? null : pathFault('value_mismatch')
  })
}

function momentScale(rules: ValueRules): Scale<Moment> {
  const read = (value: JsonValue) => parseMoment(value, rules)
  return { read, readBound: read, compare: compareMoments, fault: 'not_a_time', boundFault: 'not_a_time' }
}

function lengthScale({ measure }: PathCheck, budget: StepBudget, rules: ValueRules): Scale<Decimal> {
  return {
    read: (value) => {
      budget.spend(1 + (typeof value === 'string' ? value.length >> 3 : 0))
      const count = measure === undefined ? null : measureOf(value, measure, rules)
      return count === null ? null : decimalOf(count)
    },
    readBound: (value) => numberIn(value, rules),
    compare: compareDecimals,
    fault: 'value_mismatch',
    boundFault: 'not_a_number',
  }
}

function numberIn(value: JsonValue, rules: ValueRules): Decimal | null {
  return readTrimmed(value, rules.parseDecimal, rules)
}

function decimalOf(count: number): Decimal {
  return { digits: BigInt(count), exponent: 0 }
}

/** Two values of one row or document: equal as JSON, or in the order of their numbers. */
function fieldComparison(check: PathCheck, budget: StepBudget, rules: ValueRules): Comparison | null {
  const { operator } = check
  if (operator !== 'equals' && operator !== 'not_equals') {
    const read = (value: JsonValue) => numberIn(value, rules)
    return scaleComparison(check, {
      read,
      readBound: read,
      compare: compareDecimals,
      fault: 'not_a_number',
      boundFault: 'not_a_number',
    })
  }
  const equals = equalityOf(rules)
  return (nodes, other) => {
    if (other === undefined) return pathFault('path_not_found', check.value_path)
    budget.spend(nodes.length * (1 + JSON.stringify(other).length))
    const isMet = (node: JsonValue) => equals(node, other) === (operator === 'equals')
    return ofNodes(check, (node) => (isMet(node) ? null : pathFault('value_mismatch')))(nodes, other)
  }
}

function scaleComparison<Value>(check: PathCheck, scale: Scale<Value>): Comparison | null {
  const holds = comparisons[check.operator]
  if (holds === undefined) return null
  const against = (bound: Value) => (node: JsonValue) => {
    const value = scale.read(node)
    if (value === null) return pathFault(scale.fault)
    return holds(scale.compare(value, bound)) ? null : pathFault('value_mismatch')
  }
  if (check.value_path === undefined) {
    const bound = check.value === undefined ? null : scale.readBound(check.value)
    return bound === null ? null : ofNodes(check, against(bound))
  }
  return (nodes, other) => {
    const bound = other === undefined ? null : scale.readBound(other)
    if (bound !== null) return ofNodes(check, against(bound))(nodes, other)
    return pathFault(isAbsent(other) ? 'path_not_found' : scale.boundFault, check.value_path)
  }
}

function isAbsent(value: JsonValue | undefined): boolean {
  return value === undefined || value === null
}

/** All nodes are met, or any of them; of several faults the first counts. */
function ofNodes({ quantifier }: PathCheck, judge: (node: JsonValue) => PathFault | null): Comparison {
  return (nodes) => {
    let first: PathFault | null = null
    for (const node of nodes) {
      const fault = judge(node)
      if (fault === null && quantifier === 'any') return null
      if (fault !== null && quantifier === 'all') return fault
      first ??= fault
    }
    return first
  }
}

function aggregateComparison(check: PathCheck, budget: StepBudget, rules: ValueRules): Comparison | null {
  const { aggregate, operator, value, value_path: otherPath } = check
  const holds = comparisons[operator]
  const agreed = value === undefined ? null : numberIn(value, rules)
  if (aggregate === undefined || holds === undefined || (agreed === null && otherPath === undefined))
    return null
  return (nodes, other) => {
    if (nodes.length === 0 && isOfNumbers(aggregate)) return pathFault('path_not_found')
    budget.spend(nodes.length * 4)
    const total = aggregateOf(nodes, aggregate, rules)
    if (total === null) return pathFault('not_a_number')
    const bound = agreed ?? (other === undefined ? null : numberIn(other, rules))
    if (bound === null) {
      return pathFault(
        other === undefined || isBlank(other, rules) ? 'path_not_found' : 'not_a_number',
        otherPath,
      )
    }
    return holds(compareFraction(total, bound)) ? null : pathFault('value_mismatch')
  }
}
