import { ExactNumber, type JsonValue } from '@outturn/canonical'
import { compareDecimals } from './decimal.ts'
import { readTrimmed, type ValueRules } from '../value-rules.ts'
import { compilePattern } from './linear-pattern.ts'
import { containment, stepsOfSearch } from './text-search.ts'
import type { StepBudget } from './step-budget.ts'
import { isJsonArray, jsonEquality } from '../values/json-value.ts'

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
  'not_matches',
  'type',
  'count_equals',
  'format',
] as const
export type JsonPathOperator = (typeof jsonPathOperators)[number]

/** No format has longer values. */
const longestOfFormat = 500
const stepsOfFormat = 20
const jsonTypeNames = ['null', 'boolean', 'integer', 'number', 'string', 'array', 'object'] as const

/** The relation in which selected nodes must stand to a value. */
export interface NodeRelation {
  readonly operator: JsonPathOperator
  readonly value?: unknown
  readonly quantifier: 'all' | 'any'
  /** Whether a pattern is looked for within a text; it is held against the whole otherwise. */
  readonly partial?: boolean
}

export type NodeTest = (nodes: readonly JsonValue[]) => boolean

/** The relation between a non-empty node list and the agreed value; null when the value does not suit the operator. */
export function nodeTest(check: NodeRelation, budget: StepBudget, rules: ValueRules): NodeTest | null {
  const operator = check.operator
  if (operator === 'exists' || operator === 'not_exists') return check.value === undefined ? () => true : null
  if (check.value === undefined) return null
  const value = check.value as JsonValue
  if (operator === 'count_equals') {
    return Number.isSafeInteger(value) && (value as number) > 0 ? (nodes) => nodes.length === value : null
  }
  const test = valueTest(check, operator, value, budget, rules)
  if (test === null) return null
  return check.quantifier === 'any' ? (nodes) => nodes.some(test) : (nodes) => nodes.every(test)
}

type ValueOperator = Exclude<JsonPathOperator, 'exists' | 'not_exists' | 'count_equals'>

function valueTest(
  { partial = false }: NodeRelation,
  operator: ValueOperator,
  value: JsonValue,
  budget: StepBudget,
  rules: ValueRules,
): ((node: JsonValue) => boolean) | null {
  const price = stepsOfValue(value)
  // What is compared with the value is read no further than the value goes.
  const paid = (test: (node: JsonValue) => boolean) => (node: JsonValue) => {
    budget.spend(price)
    return test(node)
  }
  const equals = equalityOf(rules)
  switch (operator) {
    case 'equals':
      return paid((node) => equals(node, value))
    case 'not_equals':
      return paid((node) => !equals(node, value))
    case 'gt':
      return orderTest(value, (order) => order > 0, paid, rules)
    case 'gte':
      return orderTest(value, (order) => order >= 0, paid, rules)
    case 'lt':
      return orderTest(value, (order) => order < 0, paid, rules)
    case 'lte':
      return orderTest(value, (order) => order <= 0, paid, rules)
    case 'in':
      return isJsonArray(value) ? paid((node) => value.some((allowed) => equals(node, allowed))) : null
    case 'contains':
      return containsTest(value, budget, rules)
    case 'matches':
      return matchTest(value, budget)
    case 'not_matches':
      return noMatchTest(value, partial, budget, rules)
    case 'format':
      return formatTest(value, budget, rules)
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
  paid: (test: (node: JsonValue) => boolean) => (node: JsonValue) => boolean,
  rules: ValueRules,
): ((node: JsonValue) => boolean) | null {
  const bound = rules.parseDecimal(value)
  if (bound === null) return null
  return paid((node) => {
    const decimal = readTrimmed(node, rules.parseDecimal, rules)
    return decimal !== null && holds(compareDecimals(decimal, bound))
  })
}

/** Whether two values are one, as texts are compared by these rules. */
export function equalityOf({
  jsonText,
  readsAllTextAlike,
}: ValueRules): (a: JsonValue, b: JsonValue) => boolean {
  return jsonEquality(jsonText, readsAllTextAlike ? jsonText : null)
}

function matchTest(value: JsonValue, budget: StepBudget): ((node: JsonValue) => boolean) | null {
  const pattern = typeof value === 'string' ? compilePattern(value) : null
  if (pattern === null) return null
  return (node) => {
    if (typeof node !== 'string') return false
    budget.spendOnMatch(node, pattern.size)
    return pattern.matchesWhole(node)
  }
}

/** A text without a visible character is free of nothing: it says nothing. */
function noMatchTest(
  value: JsonValue,
  isPartial: boolean,
  budget: StepBudget,
  rules: ValueRules,
): ((node: JsonValue) => boolean) | null {
  const pattern = typeof value === 'string' ? compilePattern(value) : null
  if (pattern === null) return null
  return (node) => {
    if (typeof node !== 'string' || rules.isBlankText(node)) return false
    budget.spendOnMatch(node, pattern.size)
    return !(isPartial ? pattern.findsIn(node) : pattern.matchesWhole(node))
  }
}

function formatTest(
  value: JsonValue,
  budget: StepBudget,
  rules: ValueRules,
): ((node: JsonValue) => boolean) | null {
  const isOfFormat = typeof value === 'string' ? rules.formatNamed(value) : null
  if (isOfFormat === null) return null
  return (node) => {
    if (typeof node !== 'string') return false
    budget.spend(stepsOfFormat)
    return node.length <= longestOfFormat && isOfFormat(node)
  }
}

function containsTest(value: JsonValue, budget: StepBudget, rules: ValueRules): (node: JsonValue) => boolean {
  const { jsonText } = rules
  const price = stepsOfValue(value)
  const equals = equalityOf(rules)
  const isIn = typeof value === 'string' ? containment(jsonText(value)) : () => false
  return (node) => {
    if (typeof node === 'string') {
      budget.spend(stepsOfSearch(node.length, 1))
      return isIn(jsonText(node))
    }
    if (node === null || typeof node !== 'object' || !isJsonArray(node)) return false
    budget.spend(price * (1 + node.length))
    return node.some((item) => equals(item, value))
  }
}

/** What a comparison with the value costs at most. */
function stepsOfValue(value: JsonValue): number {
  if (typeof value === 'string') return 1 + (value.length >> 6)
  if (typeof value !== 'object' || value === null) return 1
  const members = isJsonArray(value) ? value : Object.values(value)
  return members.reduce<number>((sum, member) => sum + stepsOfValue(member), 2)
}

function isOfType(node: JsonValue, name: JsonValue): boolean {
  if (name === 'integer') return Number.isInteger(node)
  if (node === null) return name === 'null'
  // A whole number that a reader takes is a float.
  if (node instanceof ExactNumber) return name === 'number'
  if (typeof node === 'object') return name === (isJsonArray(node) ? 'array' : 'object')
  return typeof node === name
}
