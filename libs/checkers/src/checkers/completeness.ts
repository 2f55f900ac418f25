import type { JsonObject } from '@outturn/canonical'
import { z } from 'zod'
import { type CheckInput, judgeRows } from '../check-input.ts'
import { type CheckResult, type RowFinding, rowFailed } from '../check-result.ts'
import { type CompleteCheck, defineChecker } from '../define-checker.ts'
import { FieldName, findFieldListProblem } from '../parameters.ts'
import { allFieldsPattern, everyRow, noFieldPattern, readFields, rowNoun } from '../phrases.ts'
import { fieldReader, isBlank } from '../values/row-field.ts'
import { alternatives, fullListing, listing, rowsThatAre, rowsThatHave } from '../sentence.ts'

const parameters = {
  required_fields: z.array(FieldName).min(1).max(100),
  treat_blank_as_missing: z.boolean().exactOptional(),
}
const defaults = { treat_blank_as_missing: true } as const
type Check = CompleteCheck<'completeness', typeof parameters, typeof defaults>

const fieldList = `(?<fields>${allFieldsPattern})`

/** Each row has every required field: present, not null and, by default, not blank. */
export const completeness = defineChecker('completeness', parameters, defaults, {
  findProblem: ({ required_fields }) => findFieldListProblem('required_fields', required_fields),
  appliesPerUnit: () => true,
  readsPerRow: 1,
  describe: ({ required_fields }) => `every row has ${fullListing(required_fields)}`,
  topic: { words: /\b(?:every|each|all|missing|complete|blank|empty)\b/i, rank: 2 },
  forms: [
    {
      example: 'every row has email and name',
      wording: `${everyRow} (?:has|have|must have|contains|contain|includes|include) (?:the fields? )?${fieldList}|no ${rowNoun} (?:is|are) missing (?<missing>${noFieldPattern})|no (?:missing|blank|empty) (?<blank>${noFieldPattern})`,
      read: (parts) => ({
        checker: 'completeness',
        required_fields: readFields(parts.fields ?? parts.missing ?? parts.blank ?? ''),
      }),
    },
  ],
  judge,
})

function judge(check: Check, input: CheckInput): CheckResult {
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

  return judgeRows(input, missingFrom, ({ total, failed }) => {
    if (failed === 0) return `${rowsThatHave(total, total)} ${listing(check.required_fields)}`
    const missing = fields.filter((field) => field.isMissingSomewhere).map((field) => field.reason.field)
    return `${rowsThatAre(failed, total)} missing ${alternatives(missing)}`
  })
}
