import type { CheckerName, CheckOf, DeterministicCheck } from './check-parameters.ts'

type Defaults = { readonly [Name in CheckerName]: Partial<Omit<CheckOf<Name>, 'checker'>> }

/** What an omitted parameter means. A plan keeps the check as it was agreed; defaults are never written into it. */
export const checkDefaults = {
  row_count: {},
  completeness: { treat_blank_as_missing: true },
  duplicate_rate: { max_rate_bp: 0, case_sensitive: true, trim: true },
  url_format: { schemes: ['https', 'http'], require_public_host: true, allow_empty: false },
  json_path: { operator: 'exists', quantifier: 'all' },
  http_status: { expected: 200, max_redirects: 0, timeout_ms: 5_000 },
  text_contains: { case_sensitive: false, normalize: 'nfkc_ws' },
  hash_matches: { algorithm: 'sha256', over: 'content' },
  deadline_met: { basis: 'received_at', grace_seconds: 0 },
} as const satisfies Defaults

/** The check with every omitted parameter that has a default filled in; the scope of a json_path follows its evidence. */
export function withDefaults<Check extends DeterministicCheck>(
  check: Check,
): Check & (typeof checkDefaults)[Check['checker']] {
  return { ...checkDefaults[check.checker], ...check } as Check & (typeof checkDefaults)[Check['checker']]
}
