import type { CheckerName, CheckOf, DeterministicCheck } from './check-parameters.ts'

type UnitRule = { readonly [Name in CheckerName]: (check: CheckOf<Name>) => boolean }

const unitRules: UnitRule = {
  row_count: () => false,
  completeness: () => true,
  duplicate_rate: () => true,
  url_format: (check) => check.field !== undefined,
  json_path: (check) => check.scope !== 'document',
  http_status: (check) => check.field !== undefined,
  text_contains: (check) => check.field !== undefined,
  hash_matches: (check) => check.field !== undefined,
  deadline_met: (check) => check.basis === 'field',
}

/** Whether the check speaks about single units; if not it is a gate. What it cannot judge is uncertain to the same extent. */
export function judgesUnits(check: DeterministicCheck): boolean {
  return (unitRules[check.checker] as (check: DeterministicCheck) => boolean)(check)
}
