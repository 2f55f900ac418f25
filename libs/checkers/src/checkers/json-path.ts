import { ExactNumber, type JsonValue } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeRows, wrongEvidenceType } from '../check-input.ts'
import {
  type CheckResult,
  failedRow,
  gateFailed,
  gatePassed,
  uncertainRow,
  undecided,
} from '../check-result.ts'
import { latestJson } from '../values/held-content.ts'
import {
  type CompleteCheck,
  defineChecker,
  type EvidenceSize,
  type ParameterProblem,
} from '../define-checker.ts'
import { problem } from '../parameters.ts'
import { jsonPathForms } from './json-path-forms.ts'
import { jsonPathOperators, nodeTest } from '../engines/node-test.ts'
import { compileQuery } from '../engines/json-query.ts'
import { stepsOfCompiling } from '../engines/linear-pattern.ts'
import { rowsThat } from '../sentence.ts'
import { StepBudget, StepsExhausted } from '../engines/step-budget.ts'
import { readTrimmed, type ValueRules } from '../value-rules.ts'

/** The work one json_path check may do over all its evidence. */
const stepsPerCheck = 10_000_000

type Finding =
  | 'path_not_found'
  | 'value_mismatch'
  | 'not_a_number'
  | 'text_not_number'
  | 'path_limit_exceeded'

/** Any JSON value; a check is read by the strict parser, so it holds nothing else. */
const AnyJson = z.unknown() as z.ZodType<JsonValue>

const parameters = {
  path: z.string().min(1).max(1_000),
  operator: z.enum(jsonPathOperators).exactOptional(),
  value: AnyJson.exactOptional(),
  quantifier: z.enum(['all', 'any']).exactOptional(),
  scope: z.enum(['document', 'row']).exactOptional(),
}
const defaults = { operator: 'exists', quantifier: 'all' } as const
type Check = CompleteCheck<'json_path', typeof parameters, typeof defaults>

const valueRules = {
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
  type: 'must be null, boolean, integer, number, string, array or object with type',
  count_equals: 'must be an integer of at least 1 with count_equals',
} as const satisfies Record<Check['operator'], string>

/** The nodes a JSONPath selects, in each row or in the whole document, stand in the agreed relation to a value. */
export const jsonPath = defineChecker('json_path', parameters, defaults, {
  findProblem,
  stepsToFindProblem: ({ path, operator, value }) =>
    path.length + (operator === 'matches' && typeof value === 'string' ? stepsOfCompiling(value) : 0),
  appliesPerUnit: ({ scope }) => scope !== 'document',
  judgedPart: ({ scope }) => (scope === undefined ? 'rows_or_json' : scope === 'row' ? 'rows' : 'json'),
  work: ({ path }, { rows }) =>
    Math.min(stepsPerCheck, stepsPerSegment * segmentsOf(path) * Math.max(1, rows)),
  worstWork: worstWorkOf,
  describe: ({ path, operator, value }) =>
    `${path} ${operator.replaceAll('_', ' ')}${value === undefined ? '' : ` ${shownValue(value)}`}`,
  topic: { words: /\$[.[]/, rank: 9 },
  forms: jsonPathForms,
  judge: judgeNodes,
})

/** A value as people read it: a number that no float holds with its point, unless it has too many places for that. */
function shownValue(value: JsonValue): string {
  if (!(value instanceof ExactNumber)) return JSON.stringify(value)
  const text = String(value)
  const [digits = '', power] = text.replace(/^-/, '').split('e')
  const places = Math.abs(Number(power))
  if (places > 100) return text
  const padded = digits.padStart(places + 1, '0')
  return `${text.startsWith('-') ? '-' : ''}${padded.slice(0, -places)}.${padded.slice(-places)}`
}

/** A path that selects at most one node, by names and indexes. */
const singularPath = /^\$(?:\.[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*|\[(?:\d+|'[^'\\]*'|"[^"\\]*")\])*$/
const stepsPerSegment = 10

function segmentsOf(path: string): number {
  return Math.max(1, path.match(/\.\.?|\[/g)?.length ?? 1)
}

/** Known ahead for a path of names and indexes whose node is held against a small value; else all that a check may spend. */
function worstWorkOf({ path, operator, value }: Check, { rows }: EvidenceSize): number {
  const isSmall = value === undefined || JSON.stringify(value).length <= 200
  const isBounded = singularPath.test(path) && isSmall && operator !== 'matches' && operator !== 'contains'
  if (!isBounded) return stepsPerCheck
  return Math.min(stepsPerCheck, 2 * stepsPerSegment * (10 + segmentsOf(path)) * Math.max(1, rows))
}

function findProblem(check: Check, rules: ValueRules): ParameterProblem | null {
  const budget = new StepBudget(0)
  if (compileQuery(check.path, budget, rules) === null)
    return problem('path', 'must be a JSONPath of RFC 9535, which begins with $, such as $.email')
  return nodeTest(check, budget, rules) === null ? problem('value', valueRules[check.operator]) : null
}

function judgeNodes(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  const budget = new StepBudget(stepsPerCheck, input.budget)
  const query = compileQuery(check.path, budget, rules)
  const test = nodeTest(check, budget, rules)
  if (query === null || test === null)
    return undecided('bad_parameters', 'the path or its value is not usable')

  const judge = (value: JsonValue): Finding | null => {
    const nodes = query.select(value)
    if (nodes === null) return 'path_limit_exceeded'
    if (check.operator === 'not_exists') return nodes.length === 0 ? null : 'value_mismatch'
    if (nodes.length === 0) return 'path_not_found'
    try {
      return test(nodes) ? null : mismatchOf(check, nodes, rules)
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
  check: Check,
  input: CheckInput,
  judge: (value: JsonValue) => Finding | null,
): CheckResult {
  const findings = {
    path_not_found: failedRow('path_not_found'),
    value_mismatch: failedRow('value_mismatch'),
    not_a_number: failedRow('not_a_number'),
    text_not_number: failedRow('text_not_number'),
    path_limit_exceeded: uncertainRow('path_limit_exceeded'),
  }
  return judgeRows(
    input,
    (row) => {
      const finding = judge(row)
      return finding === null ? null : findings[finding]
    },
    ({ total, passed }) => `${rowsThat(passed, total, 'satisfies', 'satisfy')} ${claim(check)}`,
  )
}

function judgeDocument(
  check: Check,
  input: CheckInput,
  judge: (value: JsonValue) => Finding | null,
): CheckResult {
  const document = input.rows ?? latestJson(input.items)
  if (document === undefined) return wrongEvidenceType('JSON')
  const finding = judge(document)
  if (finding === null) return gatePassed(`the document satisfies ${claim(check)}`)
  if (finding === 'path_limit_exceeded')
    return undecided(finding, `${check.path} selects more than can be judged`)
  return gateFailed(finding, sentenceOf(finding, check))
}

function sentenceOf(finding: Exclude<Finding, 'path_limit_exceeded'>, check: Check): string {
  switch (finding) {
    case 'path_not_found':
      return `${check.path} selects nothing`
    case 'not_a_number':
      return `${check.path} selects a value that is no decimal number`
    case 'text_not_number':
      return `${check.path} selects a text, and a number was agreed`
    case 'value_mismatch':
      return `the document does not satisfy ${claim(check)}`
    default:
      return finding satisfies never
  }
}

/** Why nodes do not stand in the agreed relation: another value, or one that no number can be compared with. */
function mismatchOf(
  { operator, value, quantifier }: Check,
  nodes: readonly JsonValue[],
  rules: ValueRules,
): Finding {
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

function isOrdering(operator: Check['operator']): boolean {
  return operator === 'gt' || operator === 'gte' || operator === 'lt' || operator === 'lte'
}

function claim(check: Check): string {
  return `${check.path} ${check.operator}`
}
