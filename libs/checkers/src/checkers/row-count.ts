import type { CheckInput } from '../check-input.ts'
import { wrongEvidenceType } from '../check-input.ts'
import { type CheckResult, gateFailed, gatePassed, judgeRows } from '../check-result.ts'
import { rowCountOf } from '../sentence.ts'
import type { CompleteCheck } from '../with-defaults.ts'

/**
 * The dataset has exactly the expected number of rows. On a unitized Spool a shortfall costs only the units
 * without a row, which the unit layout fails; surplus rows fail the whole delivery.
 */
export function rowCount(check: CompleteCheck<'row_count'>, input: CheckInput): CheckResult {
  if (input.rows === null) return wrongEvidenceType('a dataset')
  const actual = input.rows.length
  const sentence = `expected ${rowCountOf(check.expected)}, got ${actual}`
  if (actual > check.expected) return gateFailed('surplus_rows', sentence)
  if (input.units !== null && input.units.surplusRows > 0) {
    return gateFailed('surplus_rows', `${rowCountOf(input.units.surplusRows)} beyond the agreed units`)
  }
  if (actual === check.expected) return gatePassed(sentence)
  if (input.units === null || actual >= input.units.total) return gateFailed('missing_row', sentence)
  return judgeRows(
    input.rows,
    () => null,
    () => sentence,
  )
}
