import type { JsonObject } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeRows } from '../check-input.ts'
import {
  type CheckResult,
  failedRow,
  keptReasons,
  type RowFinding,
  rowFailed,
  type RowTally,
  uncertainRow,
  undecided,
  type UnitReason,
} from '../check-result.ts'
import { besideClaim, claimOf, holdsInRows } from '../claims.ts'
import { type CompleteCheck, defineChecker, type ParameterProblem } from '../define-checker.ts'
import { filterWords } from '../descriptions/path-description.ts'
import { quotedList } from '../descriptions/quoted.ts'
import { StepBudget } from '../engines/step-budget.ts'
import { FieldName, findFieldListProblem, problem } from '../parameters.ts'
import {
  findFilteredShareProblem,
  findRowFilterProblem,
  RowFilter,
  rowFilterTest,
  stepsOfFilter,
  stepsPerFilter,
  workOfFilter,
} from '../paths/row-filter.ts'
import { findShareProblem, judgeShare, shareParameters, shareWords } from '../shares.ts'
import { fieldReader } from '../values/row-field.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { alternatives, listing, rowsThatAre, rowsThatHave } from '../sentence.ts'

const parameters = {
  required_fields: z
    .array(FieldName)
    .min(1)
    .max(100)
    .describe('Fields that each row must have, as member names or JSON Pointers.'),
  treat_blank_as_missing: z
    .boolean()
    .exactOptional()
    .describe('True if a blank value counts as missing. Default: `true`.'),
  at_least: z
    .int()
    .min(1)
    .max(100)
    .exactOptional()
    .meta({
      description:
        'Number of the required fields that each row must have. If omitted, each row must have all of them.',
      examples: [1],
    }),
  where: RowFilter.exactOptional().describe(
    'Filter that selects the rows to check. All other rows pass. Not combined with `min_share_bp`.',
  ),
  ...shareParameters,
}
const defaults = { treat_blank_as_missing: true } as const
type Check = CompleteCheck<'completeness', typeof parameters, typeof defaults>

/** Each row has every required field: present, not null and, by default, not blank. */
export const completeness = defineChecker('completeness', parameters, defaults, {
  findProblem,
  stepsToFindProblem: ({ where }) => stepsOfFilter(where),
  appliesPerUnit: ({ min_share_bp: share }) => share === undefined,
  judgedPart: () => 'rows',
  work: ({ required_fields: fields }, { rows }) => workOfFields(fields, rows),
  worstWork: ({ required_fields: fields, where }, { rows }) =>
    workOfFields(fields, rows) + workOfFilter(where, rows),
  describe,
  judge,
})

function describe(check: Check): string {
  const { required_fields: fields, at_least: atLeast = fields.length, treat_blank_as_missing: blank } = check
  const isAll = atLeast === fields.length
  const some = isAll ? '' : `at least ${atLeast} of `
  const whose = !isAll && atLeast === 1 ? quotedList(fields, 'or') : `${some}${quotedList(fields, 'and')}`
  const blankWords = blank ? '' : ', which may be blank'
  if (check.where !== undefined) {
    const verb = isAll && fields.length > 1 ? 'are' : 'is'
    return `if ${filterWords(check.where)} then ${whose} ${verb} present${blankWords}`
  }
  const rows = check.min_share_bp === undefined ? 'every row has' : `${shareWords(check)} of rows have`
  return `${rows} ${whose}${blankWords}`
}

function findProblem(check: Check, rules: ValueRules): ParameterProblem | null {
  const { required_fields: fields, at_least: atLeast, where } = check
  const bad = findFieldListProblem('required_fields', fields)
  if (bad !== null) return bad
  if (atLeast !== undefined && atLeast > fields.length)
    return problem('at_least', `must be at most ${fields.length}, the number of required_fields`)
  return (
    findRowFilterProblem(where, rules) ?? findShareProblem(check, true, '') ?? findFilteredShareProblem(check)
  )
}

function judge(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  return judgeShare(check, describe, judgeFields(check, input, rules), input, rules)
}

function workOfFields(fields: readonly string[], rows: number): number {
  return (5 + 2 * fields.length) * rows
}

function judgeFields(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  input.budget.spend(workOfFields(check.required_fields, input.rows?.length ?? 0))
  const blankIsMissing = check.treat_blank_as_missing
  const fields = check.required_fields.map((name) => ({
    reason: { code: 'missing_field' as const, field: name },
    read: fieldReader(name),
    isMissingSomewhere: false,
  }))

  const findings = new SharedFindings(fields.map(({ reason }) => reason))
  const mayLack = fields.length - (check.at_least ?? fields.length)
  const missingFrom = (row: JsonObject): RowFinding | null => {
    findings.begin()
    let lacking = 0
    fields.forEach((field, index) => {
      const value = field.read(row)
      const isMissing = blankIsMissing ? isBlank(value, rules) : value === undefined || value === null
      if (!isMissing) return
      lacking += 1
      field.isMissingSomewhere = true
      findings.miss(index)
    })
    return lacking <= mayLack ? null : findings.end()
  }

  const judgeRow =
    check.where === undefined ? missingFrom : whereMeant(check.where, missingFrom, input.budget, rules)
  if (judgeRow === null) return undecided('bad_parameters', 'the rows that are meant cannot be told')
  return judgeRows(input, judgeRow, (counts) => {
    const missing = fields.filter((field) => field.isMissingSomewhere).map((field) => field.reason.field)
    const sentence = sentenceOf(check, counts, missing)
    if (!rules.saysClaims) return sentence
    if (check.where !== undefined) return holdsInRows(claimOf(check, describe), counts)
    return counts.failed > 0 && fields.length > 1 && check.min_share_bp === undefined
      ? besideClaim(sentence, claimOf(check, describe))
      : sentence
  })
}

/** The rows that a filter leaves out pass. */
function whereMeant(
  where: RowFilter,
  judgeRow: (row: JsonObject) => RowFinding | null,
  budget: StepBudget,
  rules: ValueRules,
): ((row: JsonObject) => RowFinding | null) | null {
  const isMeant = rowFilterTest(where, new StepBudget(stepsPerFilter, budget), rules)
  if (isMeant === null) return null
  return (row) => {
    const meant = isMeant(row)
    if (typeof meant === 'boolean') return meant ? judgeRow(row) : null
    return (meant.code === 'path_limit_exceeded' ? uncertainRow : failedRow)(meant.code, meant.field)
  }
}

function sentenceOf(
  { required_fields: fields, at_least: atLeast, where }: Check,
  { total, passed, failed }: RowTally,
  missing: readonly string[],
): string {
  const some = atLeast === undefined || atLeast === fields.length ? '' : `${atLeast} of `
  if (failed === 0) return `${rowsThatHave(passed, total)} ${some}${listing(fields)}`
  if (some !== '') return `${rowsThatHave(failed, total)} fewer than ${some}${listing(fields)}`
  if (missing.length > 0) return `${rowsThatAre(failed, total)} missing ${alternatives(missing)}`
  return `${rowsThatHave(failed, total)} no comparable value at ${where?.path ?? ''}`
}

type Branch = { readonly next: Branch[]; readonly byMore: RowFinding[] }

/** Rows that lack the same fields share one finding, which is found without making anything for a row. */
class SharedFindings {
  readonly #reasons: readonly UnitReason[]
  readonly #root: Branch = { next: [], byMore: [] }
  readonly #missing: number[] = []
  #at = this.#root
  #more = 0

  constructor(reasons: readonly UnitReason[]) {
    this.#reasons = reasons
  }

  begin(): void {
    this.#missing.length = 0
    this.#at = this.#root
    this.#more = 0
  }

  miss(field: number): void {
    if (this.#missing.length === keptReasons) {
      this.#more += 1
      return
    }
    this.#missing.push(field)
    this.#at = this.#at.next[field] ??= { next: [], byMore: [] }
  }

  end(): RowFinding | null {
    if (this.#missing.length === 0) return null
    return (this.#at.byMore[this.#more] ??= {
      verdict: rowFailed,
      reasons: this.#missing.flatMap((field) => this.#reasons[field] ?? []),
      ...(this.#more > 0 && { moreReasons: this.#more }),
    })
  }
}
