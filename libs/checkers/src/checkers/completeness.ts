import type { CheckInput } from '../check-input.ts'
import { isUndecided, rowsToJudge } from '../check-input.ts'
import { type CheckResult, judgeRows, type RowFinding, rowFailed } from '../check-result.ts'
import type { JsonObject } from '../values/json-value.ts'
import { fieldReader, isBlank } from '../values/row-field.ts'
import { alternatives, listing, rowsThatAre, rowsThatHave } from '../sentence.ts'
import type { CompleteCheck } from '../with-defaults.ts'

/** Each row has every required field: present, not null and, by default, not blank. */
export function completeness(check: CompleteCheck<'completeness'>, input: CheckInput): CheckResult {
  const rows = rowsToJudge(input)
  if (isUndecided(rows)) return rows
  const blankIsMissing = check.treat_blank_as_missing
  const fields = check.required_fields.map((name) => ({
    reason: { code: 'missing_field', field: name },
    read: fieldReader(name),
    isMissingSomewhere: false,
  }))

  const missingFrom = (row: JsonObject): RowFinding | null => {
    let finding: { verdict: typeof rowFailed; reasons: RowFinding['reasons'][number][] } | null = null
    for (const field of fields) {
      const value = field.read(row)
      const isMissing = blankIsMissing ? isBlank(value) : value === undefined || value === null
      if (!isMissing) continue
      field.isMissingSomewhere = true
      finding ??= { verdict: rowFailed, reasons: [] }
      finding.reasons.push(field.reason)
    }
    return finding
  }

  return judgeRows(rows, missingFrom, ({ total, failed }) => {
    if (failed === 0) return `${rowsThatHave(total, total)} ${listing(check.required_fields)}`
    const missing = fields.filter((field) => field.isMissingSomewhere).map((field) => field.reason.field)
    return `${rowsThatAre(failed, total)} missing ${alternatives(missing)}`
  })
}
