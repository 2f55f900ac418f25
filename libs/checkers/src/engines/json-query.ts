import { ExactNumber, type JsonValue } from '@outturn/canonical'
import { createRequire } from 'node:module'
import type * as JsonP3 from 'json-p3'
import { compareDecimals, parseDecimal } from './decimal.ts'
import { isJsonArray, jsonEquality } from '../values/json-value.ts'
import { compilePattern, fromIRegexp, type LinearPattern } from './linear-pattern.ts'
import { type StepBudget, StepsExhausted } from './step-budget.ts'
import type { ValueRules } from '../value-rules.ts'

/** The most nodes one query may select from one value. */
export const maxSelectedNodes = 10_000
const stepsPerNode = 10

type Expression = JsonP3.jsonpath.expressions.FilterExpression
type Query = ReturnType<JsonP3.JSONPathEnvironment['compile']>

/** A compiled RFC 9535 query whose work is counted in steps, so that where it gives up does not depend on the machine. */
export interface JsonQuery {
  /** The selected values in document order; null when the node or step limit is passed. */
  readonly select: (value: JsonValue) => readonly JsonValue[] | null
}

let engine: typeof JsonP3 | undefined

/** Loaded when first needed, since most programs only speak of checks; synchronously, since checkers are. */
function jsonPathEngine(): typeof JsonP3 {
  engine ??= createRequire(import.meta.url)('json-p3') as typeof JsonP3
  return engine
}

/** Compiles a query that spends from `budget`; null when the path is not RFC 9535. */
export function compileQuery(
  path: string,
  budget: StepBudget,
  rules: ValueRules,
  maxNodes = maxSelectedNodes,
): JsonQuery | null {
  const { JSONPathEnvironment, JSONPathError } = jsonPathEngine()
  const environment = new JSONPathEnvironment()
  environment.functionRegister.set('match', patternFunction(budget, 'matchesWhole'))
  environment.functionRegister.set('search', patternFunction(budget, 'findsIn'))
  let query: Query
  try {
    query = environment.compile(path)
  } catch (error) {
    if (error instanceof JSONPathError) return null
    throw error
  }
  meterQuery(query, budget, rules)
  return { select: (value) => select(query, value, maxNodes) }
}

function select(query: Query, value: JsonValue, maxNodes: number): readonly JsonValue[] | null {
  const selected: JsonValue[] = []
  const { JSONPathError } = jsonPathEngine()
  try {
    for (const node of query.lazyQuery(value as Parameters<Query['lazyQuery']>[0])) {
      if (selected.length === maxNodes) return null
      selected.push(node.value as JsonValue)
    }
  } catch (error) {
    if (error instanceof StepsExhausted || error instanceof JSONPathError) return null
    throw error
  }
  return selected
}

/** Puts a meter before every selector of the query and of the queries inside its filters. */
function meterQuery(query: Query, budget: StepBudget, rules: ValueRules): void {
  const { FilterSelector, IndexSelector, NameSelector } = jsonPathEngine().jsonpath.selectors
  for (const segment of query.segments) {
    for (const selector of segment.selectors) {
      if (selector instanceof FilterSelector) meterExpression(selector.expression, budget, rules)
      const visitsChildren = !(selector instanceof NameSelector || selector instanceof IndexSelector)
      const resolve = selector.resolve.bind(selector)
      selector.resolve = (node) => {
        budget.spend(stepsPerNode * (1 + (visitsChildren ? childCount(node.value) : 0)))
        return resolve(node)
      }
      // Segments may walk selectors either way; each visit is paid for once.
      selector.lazyResolve = function* (node) {
        yield* selector.resolve(node)
      }
    }
  }
}

function meterExpression(expression: Expression, budget: StepBudget, rules: ValueRules): void {
  const {
    PrefixExpression,
    InfixExpression,
    LogicalExpression,
    FunctionExtension,
    FilterQuery,
    NumberLiteral,
  } = jsonPathEngine().jsonpath.expressions
  if (expression instanceof LogicalExpression) meterExpression(expression.expression, budget, rules)
  else if (expression instanceof PrefixExpression) meterExpression(expression.right, budget, rules)
  else if (expression instanceof InfixExpression) {
    meterExpression(expression.left, budget, rules)
    meterExpression(expression.right, budget, rules)
    if (!expression.logical) compareExactly(expression)
  } else if (expression instanceof NumberLiteral) {
    const number = rules.readNumber(expression.token.value)
    if (number instanceof ExactNumber) expression.evaluate = () => number as never
  } else if (expression instanceof FunctionExtension) {
    for (const argument of expression.args) meterExpression(argument, budget, rules)
  } else if (expression instanceof FilterQuery) {
    meterQuery(expression.path, budget, rules)
    meterOperand(expression, budget)
  }
}

type Comparison = JsonP3.jsonpath.expressions.InfixExpression

/** Has a comparison take numbers by all their digits, alone and within the values that are compared. */
function compareExactly(comparison: Comparison): void {
  const { compare } = jsonPathEngine().jsonpath.expressions
  const { operator } = comparison
  comparison.evaluate = (context) => {
    const left = comparedValue(comparison.left.evaluate(context))
    const right = comparedValue(comparison.right.evaluate(context))
    const isPlain = typeof left !== 'object' || typeof right !== 'object'
    const mayBeExact = !isPlain || left instanceof ExactNumber || right instanceof ExactNumber
    return (mayBeExact ? exactly(left, operator, right) : undefined) ?? compare(left, operator, right)
  }
}

/** The value of the one node that a query selects; anything else as it is. */
function comparedValue(operand: unknown): unknown {
  if (typeof operand !== 'object' || operand === null) return operand
  const { JSONPathNodeList } = jsonPathEngine().jsonpath
  const isOne = operand instanceof JSONPathNodeList && operand.nodes.length === 1
  return isOne ? operand.nodes[0]?.value : operand
}

const sameText = (text: string) => text

/** The outcome where an exact number is or may be among the operands; undefined where the engine itself compares rightly. */
function exactly(left: unknown, operator: string, right: unknown): boolean | undefined {
  const isEquality = operator === '==' || operator === '!='
  if (left instanceof ExactNumber || right instanceof ExactNumber) {
    const [a, b] = [left, right].map((value) => (typeof value === 'string' ? null : parseDecimal(value)))
    if (a === null || b === null || a === undefined || b === undefined) return operator === '!='
    const order = compareDecimals(a, b)
    if (isEquality) return (order === 0) === (operator === '==')
    if (order === 0) return operator === '<=' || operator === '>='
    return order < 0 === operator.startsWith('<')
  }
  if (!isEquality || !isComposite(left) || !isComposite(right)) return undefined
  return jsonEquality(sameText)(left, right) === (operator === '==')
}

function isComposite(value: unknown): value is JsonValue {
  if (typeof value !== 'object' || value === null) return false
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype
}

/** A comparison walks its operands, so each value a filter query yields is paid for by its size. */
function meterOperand(query: JsonP3.jsonpath.expressions.FilterQuery, budget: StepBudget): void {
  const { JSONPathNodeList } = jsonPathEngine().jsonpath
  const evaluate = query.evaluate.bind(query)
  query.evaluate = (context) => {
    const nodes = evaluate(context)
    if (nodes instanceof JSONPathNodeList) {
      for (const node of nodes) spendOnValue(node.value as JsonValue, budget)
    }
    return nodes
  }
}

function spendOnValue(value: JsonValue, budget: StepBudget): void {
  if (typeof value === 'string') budget.spend(1 + (value.length >> 4))
  else if (typeof value !== 'object' || value === null) budget.spend(1)
  else {
    const members = isJsonArray(value) ? value : Object.values(value)
    budget.spend(1 + members.length)
    for (const member of members) spendOnValue(member, budget)
  }
}

function childCount(value: unknown): number {
  if (Array.isArray(value)) return value.length
  return typeof value === 'object' && value !== null ? Object.keys(value).length : 0
}

/** `match()` or `search()` on the linear-time engine; a pattern it refuses matches nothing, as RFC 9535 has it. */
function patternFunction(budget: StepBudget, test: 'matchesWhole' | 'findsIn'): JsonP3.FilterFunction {
  const { FunctionExpressionType } = jsonPathEngine()
  let source: string | null = null
  let pattern: LinearPattern | null = null
  return {
    argTypes: [FunctionExpressionType.ValueType, FunctionExpressionType.ValueType],
    returnType: FunctionExpressionType.LogicalType,
    call(text: unknown, wanted: unknown): boolean {
      if (typeof text !== 'string' || typeof wanted !== 'string') return false
      if (wanted !== source) {
        budget.spend(100 + 10 * wanted.length)
        source = wanted
        pattern = compilePattern(fromIRegexp(wanted))
      }
      if (pattern === null) return false
      budget.spendOnMatch(text, pattern.size)
      return pattern[test](text)
    },
  }
}
