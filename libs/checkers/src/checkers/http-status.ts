import type { CheckInput } from '../check-input.ts'
import { isUndecided, rowsToJudge } from '../check-input.ts'
import { parameterLimits } from '../check-parameters.ts'
import {
  type CheckResult,
  failedRow,
  gateFailed,
  gatePassed,
  judgeRows,
  uncertainRow,
  undecided,
} from '../check-result.ts'
import type { JsonValue } from '../values/json-value.ts'
import { fieldReader } from '../values/row-field.ts'
import type { JudgedObservation } from '../judged-item.ts'
import { rowsThatHave } from '../sentence.ts'
import type { CompleteCheck } from '../with-defaults.ts'

type Fault = 'status_mismatch' | 'invalid_url'
type Doubt = 'unreachable' | 'blocked_address' | 'not_observed'

const doubtPhrases: Record<Doubt, string> = {
  unreachable: 'the URL could not be reached',
  blocked_address: 'the URL leads to an address that is not fetched',
  not_observed: 'the URL was not observed',
}

/** The recorded status of a URL is one of those agreed. Judges observations only; it never fetches. */
export function httpStatus(check: CompleteCheck<'http_status'>, input: CheckInput): CheckResult {
  const accepts = statusRule(check.expected)
  if (check.field === undefined) {
    const finding = judgeObservation(input.observations.get(check.url ?? ''), accepts)
    if (finding === null) return gatePassed('the URL answered with an agreed status')
    if (finding === 'status_mismatch') return gateFailed(finding, 'the URL answered with another status')
    return undecided(finding, doubtPhrases[finding])
  }
  const rows = rowsToJudge(input)
  if (isUndecided(rows)) return rows
  const field = check.field
  const read = fieldReader(field)
  const findings = {
    status_mismatch: failedRow('status_mismatch', field),
    invalid_url: failedRow('invalid_url', field),
    unreachable: uncertainRow('unreachable', field),
    blocked_address: uncertainRow('blocked_address', field),
    not_observed: uncertainRow('not_observed', field),
  }
  return judgeRows(
    rows,
    (row) => {
      const url = observableUrl(read(row))
      const finding: Fault | Doubt | null =
        url === null ? 'invalid_url' : judgeObservation(input.observations.get(url), accepts)
      return finding === null ? null : findings[finding]
    },
    ({ total, passed }) => `${rowsThatHave(passed, total)} a URL in ${field} that answered as agreed`,
  )
}

/** The value when it is a URL that can be observed at all: http or https, no user information, at most 2 048 characters. */
export function observableUrl(value: JsonValue | undefined): string | null {
  if (typeof value !== 'string' || value.length > parameterLimits.urlChars) return null
  const url = URL.parse(value)
  if (url === null || url.username !== '' || url.password !== '') return null
  return url.protocol === 'https:' || url.protocol === 'http:' ? value : null
}

function judgeObservation(
  observation: JudgedObservation | undefined,
  accepts: (status: number) => boolean,
): 'status_mismatch' | Doubt | null {
  if (observation === undefined) return 'not_observed'
  if (observation.failure !== null) return observation.failure
  if (observation.status === null) return 'not_observed'
  return accepts(observation.status) ? null : 'status_mismatch'
}

function statusRule(expected: number | number[] | string): (status: number) => boolean {
  if (typeof expected === 'string') return (status) => Math.floor(status / 100) === Number(expected.charAt(0))
  const statuses = typeof expected === 'number' ? [expected] : expected
  return (status) => statuses.includes(status)
}
