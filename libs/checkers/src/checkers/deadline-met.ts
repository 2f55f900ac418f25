import type { CheckInput } from '../check-input.ts'
import { isUndecided, rowsToJudge, wrongEvidenceType } from '../check-input.ts'
import {
  type CheckResult,
  gateFailed,
  gatePassed,
  judgeRows,
  rowFailed,
  uncertainRow,
  undecided,
} from '../check-result.ts'
import { parseInstant } from '../values/instant.ts'
import { fieldReader } from '../values/row-field.ts'
import { rowsThatAre } from '../sentence.ts'
import type { CompleteCheck } from '../with-defaults.ts'

/** The recorded time of the delivery, or of each row, is no later than the deadline and its grace. */
export function deadlineMet(check: CompleteCheck<'deadline_met'>, input: CheckInput): CheckResult {
  const deadline = parseInstant(check.deadline)
  if (deadline === null) return undecided('bad_parameters', 'the deadline is not a time')
  const limit = deadline + check.grace_seconds * 1_000
  return check.basis === 'field'
    ? judgeFieldTimes(check.field ?? '', limit, input)
    : judgeDeliveryTime(check.basis, limit, input)
}

/** Every item counts: the delivery is complete when its last part has arrived. */
function judgeDeliveryTime(
  basis: 'received_at' | 'source_timestamp',
  limit: number,
  input: CheckInput,
): CheckResult {
  if (input.items.length === 0) return wrongEvidenceType('an item with a time')
  let latest = Number.NEGATIVE_INFINITY
  for (const item of input.items) {
    const at = parseInstant(basis === 'received_at' ? item.receivedAt : item.observedAt)
    if (at === null) return undecided('no_timestamp', 'an item of the delivery has no such time')
    latest = Math.max(latest, at)
  }
  if (latest <= limit) return gatePassed('delivered by the deadline')
  const late = secondsLate(latest, limit)
  return gateFailed('late', `delivered ${late} second${late === 1 ? '' : 's'} after the deadline`)
}

function judgeFieldTimes(field: string, limit: number, input: CheckInput): CheckResult {
  const rows = rowsToJudge(input)
  if (isUndecided(rows)) return rows
  const read = fieldReader(field)
  const withoutTime = uncertainRow('no_timestamp', field)
  return judgeRows(
    rows,
    (row) => {
      const at = parseInstant(read(row))
      if (at === null) return withoutTime
      if (at <= limit) return null
      return { verdict: rowFailed, reasons: [{ code: 'late', field, seconds_late: secondsLate(at, limit) }] }
    },
    ({ total, passed }) => `${rowsThatAre(passed, total)} within the deadline by ${field}`,
  )
}

function secondsLate(at: number, limit: number): number {
  return Math.ceil((at - limit) / 1_000)
}
