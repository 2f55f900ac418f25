import type { CheckInput } from '../check-input.ts'
import { isUndecided, rowsToJudge, wrongEvidenceType } from '../check-input.ts'
import { jsonTypeNames } from '../check-parameters.ts'
import {
  type CheckResult,
  failedRow,
  gateFailed,
  gatePassed,
  judgeRows,
  uncertainRow,
  undecided,
} from '../check-result.ts'
import { compareDecimals, parseDecimal } from '../engines/decimal.ts'
import { latestJson } from '../values/held-content.ts'
import { compileQuery } from '../engines/json-query.ts'
import { isJsonArray, type JsonValue, jsonEquals } from '../values/json-value.ts'
import { compilePattern } from '../engines/linear-pattern.ts'
import { rowsThat } from '../sentence.ts'
import { StepBudget, StepsExhausted } from '../engines/step-budget.ts'
import type { CompleteCheck } from '../with-defaults.ts'

/** The work one json_path check may do over all its evidence. */
const stepsPerCheck = 10_000_000

type Finding = 'path_not_found' | 'value_mismatch' | 'path_limit_exceeded'
type NodeTest = (nodes: readonly JsonValue[]) => boolean

/** The nodes a JSONPath selects, in each row or in the whole document, stand in the agreed relation to a value. */
export function jsonPath(check: CompleteCheck<'json_path'>, input: CheckInput): CheckResult {
  const budget = new StepBudget(stepsPerCheck)
  const query = compileQuery(check.path, budget)
  const test = nodeTest(check, budget)
  if (query === null || test === null)
    return undecided('bad_parameters', 'the path or its value is not usable')

  const judge = (value: JsonValue): Finding | null => {
    const nodes = query.select(value)
    if (nodes === null) return 'path_limit_exceeded'
    if (check.operator === 'not_exists') return nodes.length === 0 ? null : 'value_mismatch'
    if (nodes.length === 0) return 'path_not_found'
    try {
      return test(nodes) ? null : 'value_mismatch'
    } catch (error) {
      if (error instanceof StepsExhausted) return 'path_limit_exceeded'
      throw error
    }
  }
  return (check.scope ?? (input.rows === null ? 'document' : 'row')) === 'row'
    ? judgeByRow(check, input, judge)
    : judgeDocument(check, input, judge)
}

function judgeByRow(
  check: CompleteCheck<'json_path'>,
  input: CheckInput,
  judge: (value: JsonValue) => Finding | null,
): CheckResult {
  const rows = rowsToJudge(input)
  if (isUndecided(rows)) return rows
  const findings = {
    path_not_found: failedRow('path_not_found'),
    value_mismatch: failedRow('value_mismatch'),
    path_limit_exceeded: uncertainRow('path_limit_exceeded'),
  }
  return judgeRows(
    rows,
    (row) => {
      const finding = judge(row)
      return finding === null ? null : findings[finding]
    },
    ({ total, passed }) => `${rowsThat(passed, total, 'satisfies', 'satisfy')} ${claim(check)}`,
  )
}

function judgeDocument(
  check: CompleteCheck<'json_path'>,
  input: CheckInput,
  judge: (value: JsonValue) => Finding | null,
): CheckResult {
  const document = input.rows ?? latestJson(input.items)
  if (document === undefined) return wrongEvidenceType('JSON')
  const finding = judge(document)
  if (finding === null) return gatePassed(`the document satisfies ${claim(check)}`)
  if (finding === 'path_limit_exceeded')
    return undecided(finding, `${check.path} selects more than can be judged`)
  return gateFailed(
    finding,
    finding === 'path_not_found'
      ? `${check.path} selects nothing`
      : `the document does not satisfy ${claim(check)}`,
  )
}

function claim(check: CompleteCheck<'json_path'>): string {
  return `${check.path} ${check.operator}`
}

/** The relation between a non-empty node list and the agreed value; null when the value does not suit the operator. */
export function nodeTest(check: CompleteCheck<'json_path'>, budget: StepBudget): NodeTest | null {
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

type ValueOperator = Exclude<CompleteCheck<'json_path'>['operator'], 'exists' | 'not_exists' | 'count_equals'>

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
