import type { JsonValue } from '@outturn/canonical'
import { type CheckInput, judgeContents, judgeRows, wrongEvidenceType } from '../check-input.ts'
import {
  type CheckResult,
  failedRow,
  gateFailed,
  gatePassed,
  type RowFinding,
  type RowTally,
  uncertainRow,
  undecided,
} from '../check-result.ts'
import { besideClaim, claimOf, holds, holdsInRows } from '../claims.ts'
import { defineChecker, type EvidenceSize } from '../define-checker.ts'
import { describeForRow, describePathCheck } from '../descriptions/path-description.ts'
import { stepsOfCompiling } from '../engines/linear-pattern.ts'
import { StepBudget } from '../engines/step-budget.ts'
import {
  declaredScope,
  type PathCheck as Check,
  pathDefaults,
  pathParameters,
  readsText,
  rowsJudged,
} from '../paths/path-check.ts'
import type { PathFault, PathFaultCode } from '../paths/path-fault.ts'
import { type PathJudge, pathJudge } from '../paths/path-judge.ts'
import { findPathProblem } from '../paths/path-problem.ts'
import { isSingularPath } from '../paths/path-steps.ts'
import { stepsOfFilter } from '../paths/row-filter.ts'
import { rowsThat } from '../sentence.ts'
import { judgeShare } from '../shares.ts'
import type { ValueRules } from '../value-rules.ts'
import { documentsOf, textsOf } from '../values/held-content.ts'

/** The work one json_path check may do over all its evidence. */
const stepsPerCheck = 10_000_000

/** The nodes a JSONPath selects, in each row or in the whole document, stand in the agreed relation to a value. */
export const jsonPath = defineChecker('json_path', pathParameters, pathDefaults, {
  findProblem: findPathProblem,
  stepsToFindProblem: ({ path, value_path: other, operator, value, where }) =>
    path.length +
    (other?.length ?? 0) +
    stepsOfFilter(where) +
    (isPattern(operator) && typeof value === 'string' ? stepsOfCompiling(value) : 0),
  // A path into a list is about the rows of a table, as one document, where there is one.
  prefersRows: ({ path }) => !startsAtMember.test(path),
  appliesPerUnit: (check) => declaredScope(check) !== 'document' && check.min_share_bp === undefined,
  judgedPart: (check) => {
    if (readsText(check)) return 'text'
    const scope = declaredScope(check)
    return scope === undefined ? 'rows_or_json' : scope === 'row' ? 'rows' : 'json'
  },
  work: ({ path }, { rows }) =>
    Math.min(stepsPerCheck, stepsPerSegment * segmentsOf(path) * Math.max(1, rows)),
  worstWork: worstWorkOf,
  describe: describePathCheck,
  judge: judgeNodes,
})

function isPattern(operator: Check['operator']): boolean {
  return operator === 'matches' || operator === 'not_matches'
}

const stepsPerSegment = 10
/** A path whose first step is the name of a member, which no list of rows has. */
const startsAtMember = /^\$\s*(?:\.\s*[^.*\s]|\[\s*['"])/

function segmentsOf(path: string): number {
  return Math.max(1, path.match(/\.\.?|\[/g)?.length ?? 1)
}

/** Known ahead for a path of names and indexes whose node is held against a small value; else all that a check may spend. */
function worstWorkOf(check: Check, { rows }: EvidenceSize): number {
  const { path, operator, value } = check
  const isSmall = value === undefined || JSON.stringify(value).length <= 200
  const isPlain =
    check.value_path === undefined &&
    check.measure === undefined &&
    check.aggregate === undefined &&
    check.where === undefined
  const isBounded =
    isSingularPath(path) && isPlain && isSmall && !isPattern(operator) && operator !== 'contains'
  if (!isBounded) return stepsPerCheck
  return Math.min(stepsPerCheck, 2 * stepsPerSegment * (10 + segmentsOf(path)) * Math.max(1, rows))
}

function judgeNodes(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  const judge = pathJudge(check, new StepBudget(stepsPerCheck, input.budget), rules)
  if (judge === null) return undecided('bad_parameters', 'the path or its value is not usable')
  const scope = declaredScope(check) ?? (input.rows === null ? 'document' : 'row')
  return scope === 'row'
    ? judgeShare(check, describePathCheck, judgeByRow(check, input, judge, rules), input, rules)
    : judgeDocument(check, input, judge, rules)
}

function judgeByRow(check: Check, input: CheckInput, judge: PathJudge, rules: ValueRules): CheckResult {
  const findings = new Map<string, RowFinding>()
  const findingOf = ({ code, field }: PathFault): RowFinding => {
    const key = field === undefined ? code : `${code} ${field}`
    const known =
      findings.get(key) ?? (code === 'path_limit_exceeded' ? uncertainRow : failedRow)(code, field)
    findings.set(key, known)
    return known
  }
  return judgeRows(
    input,
    (row) => {
      const fault = judge(row)
      return fault === null ? null : findingOf(fault)
    },
    (counts) => satisfactionWords(check, counts, rules),
  )
}

function judgeDocument(check: Check, input: CheckInput, judge: PathJudge, rules: ValueRules): CheckResult {
  const isText = readsText(check)
  const rows = rowsJudged(check, input, rules)
  if (check.aggregate !== undefined && rows?.length === 0)
    return undecided('no_rows', 'the dataset has no rows')
  const documents: readonly JsonValue[] = rows === null ? documentsOf(input.items) : [rows]
  const judged = judgeContents(input, isText ? textsOf(input.items) : documents, (document) => {
    if (isText && typeof document === 'string' && rules.isBlankText(document))
      return undecided('no_content', 'the text has no visible character')
    const fault = judge(document)
    if (fault === null) return gatePassed(documentWords(check, true, rules))
    const { code, field = check.path } = fault
    if (code === 'path_limit_exceeded') return undecided(code, `${field} selects more than can be judged`)
    if (code === 'value_mismatch') return gateFailed(code, documentWords(check, false, rules))
    const finding = faultWords(code, field, check)
    return gateFailed(
      code,
      rules.saysClaims ? besideClaim(finding, claimOf(check, describePathCheck)) : finding,
    )
  })
  return judged ?? wrongEvidenceType(isText ? 'text' : 'JSON')
}

function faultWords(
  code: Exclude<PathFaultCode, 'path_limit_exceeded' | 'value_mismatch'>,
  path: string,
  check: Check,
): string {
  switch (code) {
    case 'path_not_found':
      return check.aggregate === undefined
        ? `${path} selects nothing`
        : `${path} does not lead to a value everywhere`
    case 'not_a_number':
      return `${path} selects a value that is no decimal number`
    case 'text_not_number':
      return `${path} selects a text, and a number was agreed`
    case 'not_a_time':
      return `${path} selects a value that is no time`
    default:
      return code satisfies never
  }
}

function satisfactionWords(check: Check, { passed, total }: RowTally, rules: ValueRules): string {
  if (!rules.saysClaims)
    return `${rowsThat(passed, total, 'satisfies', 'satisfy')} ${check.path} ${check.operator}`
  const { min_share_bp: _share, share_exclusive: _exclusive, ...ofRows } = check
  return holdsInRows(claimOf(ofRows, describeForRow), { passed, total })
}

function documentWords(check: Check, isMet: boolean, { saysClaims }: ValueRules): string {
  if (!saysClaims)
    return `the document ${isMet ? 'satisfies' : 'does not satisfy'} ${check.path} ${check.operator}`
  const claim = claimOf(check, describePathCheck)
  return isMet ? holds(claim) : `it does not hold that ${claim}`
}
