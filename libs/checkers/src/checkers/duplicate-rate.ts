import { canonicalJson } from '@outturn/canonical'
import type { CheckInput } from '../check-input.ts'
import { isUndecided, rowsToJudge } from '../check-input.ts'
import { type CheckResult, judgeRows, type RowFinding, rowFailed } from '../check-result.ts'
import type { JsonObject, JsonValue } from '../values/json-value.ts'
import { fieldReader } from '../values/row-field.ts'
import { listing, rowsThat, rowsThatHave } from '../sentence.ts'
import type { CompleteCheck } from '../with-defaults.ts'

/** The share of rows whose key was seen before stays within the agreed basis points; if not, the later rows fail. */
export function duplicateRate(check: CompleteCheck<'duplicate_rate'>, input: CheckInput): CheckResult {
  const rows = rowsToJudge(input)
  if (isUndecided(rows)) return rows
  const firstIndexOf = new Map<string, number>()
  const repeats = new Map<number, number>()
  const keyOf = rowKey(check)
  rows.forEach((row, index) => {
    const key = keyOf(row)
    const first = firstIndexOf.get(key)
    if (first === undefined) firstIndexOf.set(key, index)
    else repeats.set(index, first)
  })

  const rateBp = Math.floor((repeats.size * 10_000) / rows.length)
  const isTolerated = rateBp <= check.max_rate_bp
  const repeatOf = (_row: JsonObject, index: number): RowFinding | null => {
    const first = isTolerated ? undefined : repeats.get(index)
    return first === undefined
      ? null
      : { verdict: rowFailed, reasons: [{ code: 'duplicate_of', unit: first + 1 }] }
  }
  return judgeRows(rows, repeatOf, ({ total }) => {
    const key = listing(check.key_fields)
    if (repeats.size === 0) return `${rowsThatHave(total, total)} a distinct ${key}`
    const limit = isTolerated ? 'within' : 'over'
    return `${rowsThat(repeats.size, total, 'repeats', 'repeat')} ${key}, ${limit} the limit`
  })
}

/** The canonical JSON of the key values, absent as null; text is trimmed and folded as the check says. */
function rowKey(check: CompleteCheck<'duplicate_rate'>): (row: JsonObject) => string {
  const readers = check.key_fields.map(fieldReader)
  const trims = check.trim
  const folds = !check.case_sensitive
  const normalised = (value: JsonValue): JsonValue => {
    if (typeof value !== 'string') return value
    const trimmed = trims ? value.trim() : value
    return folds ? trimmed.toLowerCase() : trimmed
  }
  return (row) => canonicalJson(readers.map((read) => normalised(read(row) ?? null)))
}
