import type { JsonObject } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeRows } from '../check-input.ts'
import {
  type CheckResult,
  keptReasons,
  type RowFinding,
  rowFailed,
  type UnitReason,
} from '../check-result.ts'
import { type CompleteCheck, defineChecker } from '../define-checker.ts'
import { FieldName, findFieldListProblem } from '../parameters.ts'
import { allFieldsPattern, everyRow, fieldPhrases, markedList, noFieldPattern, rowNoun } from '../phrases.ts'
import { fieldReader } from '../values/row-field.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { alternatives, fullListing, listing, rowsThatAre, rowsThatHave } from '../sentence.ts'

const parameters = {
  required_fields: z.array(FieldName).min(1).max(100),
  treat_blank_as_missing: z.boolean().exactOptional(),
}
const defaults = { treat_blank_as_missing: true } as const
type Check = CompleteCheck<'completeness', typeof parameters, typeof defaults>

/** What a row contains in double quotes may be a phrase of its text, so that it is taken for no field. */
const has =
  '(?:has|have|must have|must include|should have|should include|needs|need|includes|include|comes with|come with|with|having|including|must come with|(?:must contain|should contain|contains?|containing)(?! "))'
const filled =
  '(?:(?:is|are|must be|should be) (?:present|filled(?: in)?|given|set|required|mandatory|not (?:empty|blank|missing)|never (?:empty|blank|missing))|(?:must not|may not|cannot|can not|should not) be (?:empty|blank|missing))'

/** Each row has every required field: present, not null and, by default, not blank. */
export const completeness = defineChecker('completeness', parameters, defaults, {
  findProblem: ({ required_fields }) => findFieldListProblem('required_fields', required_fields),
  appliesPerUnit: () => true,
  judgedPart: () => 'rows',
  work: ({ required_fields }, { rows }) => (5 + 2 * required_fields.length) * rows,
  describe: ({ required_fields }) => `every row has ${fullListing(required_fields)}`,
  topic: { words: /\b(?:every|each|all|missing|complete|blank|empty)\b/i, rank: 2 },
  forms: [
    {
      example: 'every row has email and name',
      wording: `(?:${everyRow} ${has}|with|having|including) (?<marked>${markedList})?(?<fields>${allFieldsPattern})|no ${rowNoun} (?:is|are|may be) (?:missing|without) (?<missing>${noFieldPattern})|(?:no|without|without any) (?:missing|blank|empty) (?<blank>${noFieldPattern})`,
      read: ({ fields, missing, blank, marked }, names) => ({
        checker: 'completeness',
        required_fields: names.all(fieldPhrases(fields ?? missing ?? blank ?? '', marked !== undefined)),
      }),
    },
    {
      example: 'field email is required in every row',
      wording: `(?<fields>${allFieldsPattern}) ${filled}(?: (?:in|for) ${everyRow})?|(?:the )?(?:required |mandatory )?(?:fields|columns|keys)(?: are|:| required:) (?<listed>${allFieldsPattern})`,
      read: ({ fields, listed }, names) => ({
        checker: 'completeness',
        required_fields: names.all(fieldPhrases(fields ?? listed ?? '', listed !== undefined)),
      }),
    },
  ],
  judge,
})

function judge(check: Check, input: CheckInput, rules: ValueRules): CheckResult {
  const blankIsMissing = check.treat_blank_as_missing
  const fields = check.required_fields.map((name) => ({
    reason: { code: 'missing_field' as const, field: name },
    read: fieldReader(name),
    isMissingSomewhere: false,
  }))

  const findings = new SharedFindings(fields.map(({ reason }) => reason))
  const missingFrom = (row: JsonObject): RowFinding | null => {
    findings.begin()
    fields.forEach((field, index) => {
      const value = field.read(row)
      const isMissing = blankIsMissing ? isBlank(value, rules) : value === undefined || value === null
      if (!isMissing) return
      field.isMissingSomewhere = true
      findings.miss(index)
    })
    return findings.end()
  }

  return judgeRows(input, missingFrom, ({ total, failed }) => {
    if (failed === 0) return `${rowsThatHave(total, total)} ${listing(check.required_fields)}`
    const missing = fields.filter((field) => field.isMissingSomewhere).map((field) => field.reason.field)
    return `${rowsThatAre(failed, total)} missing ${alternatives(missing)}`
  })
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
