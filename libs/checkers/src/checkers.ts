import type { Checker, CheckInput } from './check-input.ts'
import type { CheckerName, DeterministicCheck } from './check-parameters.ts'
import type { CheckResult } from './check-result.ts'
import { completeness } from './checkers/completeness.ts'
import { deadlineMet } from './checkers/deadline-met.ts'
import { duplicateRate } from './checkers/duplicate-rate.ts'
import { hashMatches } from './checkers/hash-matches.ts'
import { httpStatus } from './checkers/http-status.ts'
import { jsonPath } from './checkers/json-path.ts'
import { rowCount } from './checkers/row-count.ts'
import { textContains } from './checkers/text-contains.ts'
import { urlFormat } from './checkers/url-format.ts'
import { withDefaults } from './with-defaults.ts'

/** The checkers by name. Their version is part of every result they give. */
export const checkers = {
  row_count: rowCount,
  completeness,
  duplicate_rate: duplicateRate,
  url_format: urlFormat,
  json_path: jsonPath,
  http_status: httpStatus,
  text_contains: textContains,
  hash_matches: hashMatches,
  deadline_met: deadlineMet,
} satisfies { readonly [Name in CheckerName]: Checker<Name> }

export const checkerVersion = '1.0.0'

/** Runs the one checker that the check names, its defaults filled in. */
export function runCheck(check: DeterministicCheck, input: CheckInput): CheckResult {
  const checker = checkers[check.checker] as Checker<CheckerName>
  return checker(withDefaults<CheckerName>(check), input)
}
