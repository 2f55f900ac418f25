import type { JsonValue } from '@outturn/canonical'
import { compareDecimals, parseDecimal } from './decimal.ts'
import { compilePattern } from './linear-pattern.ts'
import type { StepBudget } from './step-budget.ts'
import { isJsonArray, jsonEquals } from '../values/json-value.ts'

export const jsonPathOperators = [
  'exists',
  'not_exists',
  'equals',
  'not_equals',
  'gt',
  'gte',
  'lt',
  'lte',
  'in',
  'contains',
  'matches',
  'type',
  'count_equals',
] as const
export type JsonPathOperator = (typeof jsonPathOperators)[number]

const jsonTypeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const

/** The relation in which selected nodes must stand to a value. */
export interface NodeRelation {
  readonly operator: JsonPathOperator
  readonly value?: unknown
  readonly quantifier: 'all' | 'any'
}

export type NodeTest = (nodes: readonly JsonValue[]) => boolean

/** The relation between a non-empty node list and the agreed value; null when the value does not suit the operator. */
export function nodeTest(check: NodeRelation, budget: StepBudget): NodeTest | null {
  const operator = check.operator
  if (operator === 'exists' || operator === 'not_exists') return check.value === undefined ? () => true : null
  if (check.value === undefined) return null
  const value = check.value as JsonValue
  if (operator === 'count_equals') {
    return Number.isSafeInteger(value) && (value as number) > 0 ? (nodes) => nodes.length === value : null
  }
  const test = valueTest(operator, value, budget)
  if (test === null) return null
  return check.quantifier === 'any' ? (nodes) => nodes.some(test) : (nodes) => nodes.every(test)
}

type ValueOperator = Exclude<JsonPathOperator, 'exists' | 'not_exists' | 'count_equals'>

function valueTest(
  operator: ValueOperator,
  value: JsonValue,
  budget: StepBudget,
): ((node: JsonValue) => boolean) | null {
  switch (operator) {
    case 'equals':
      return (node) => jsonEquals(node, value)
    case 'not_equals':
      return (node) => !jsonEquals(node, value)
    case 'gt':
      return orderTest(value, (order) => order > 0)
    case 'gte':
      return orderTest(value, (order) => order >= 0)
    case 'lt':
      return orderTest(value, (order) => order < 0)
    case 'lte':
      return orderTest(value, (order) => order <= 0)
    case 'in':
      return isJsonArray(value) ? (node) => value.some((allowed) => jsonEquals(node, allowed)) : null
    case 'contains':
      return (node) => containsValue(node, value)
    case 'matches':
      return matchTest(value, budget)
    case 'type':
      return (jsonTypeNames as readonly JsonValue[]).includes(value) ? (node) => isOfType(node, value) : null
    default:
      return operator satisfies never
  }
}

/** Orders numbers and decimal texts exactly; any other node is in no order with the value. */
function orderTest(
  value: JsonValue,
  holds: (order: number) => boolean,
): ((node: JsonValue) => boolean) | null {
  const bound = parseDecimal(value)
  if (bound === null) return null
  return (node) => {
    const decimal = parseDecimal(node)
    return decimal !== null && holds(compareDecimals(decimal, bound))
  }
}

function matchTest(value: JsonValue, budget: StepBudget): ((node: JsonValue) => boolean) | null {
  const pattern = typeof value === 'string' ? compilePattern(value) : null
  if (pattern === null) return null
  return (node) => {
    if (typeof node !== 'string') return false
    budget.spendOnMatch(node, value as string)
    return pattern.matchesWhole(node)
  }
}

function containsValue(node: JsonValue, value: JsonValue): boolean {
  if (typeof node === 'string') return typeof value === 'string' && node.includes(value)
  return node !== null && typeof node === 'object' && isJsonArray(node)
    ? node.some((item) => jsonEquals(item, value))
    : false
}

function isOfType(node: JsonValue, name: JsonValue): boolean {
  if (name === 'integer') return Number.isInteger(node)
  if (node === null) return name === 'null'
  if (typeof node === 'object') return name === (isJsonArray(node) ? 'array' : 'object')
  return typeof node === name
}
