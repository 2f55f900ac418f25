import type { CheckerName, CheckOf, DeterministicCheck } from './check-parameters.ts'

type Frozen<T> = T extends (infer Item)[] ? readonly Item[] : T
type DefaultsOf<Name extends CheckerName> = {
  readonly [Parameter in Exclude<keyof CheckOf<Name>, 'checker'>]?: Frozen<CheckOf<Name>[Parameter]>
}

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
} as const satisfies { readonly [Name in CheckerName]: DefaultsOf<Name> }

type Defaulted<Name extends CheckerName> = keyof (typeof checkDefaults)[Name] & keyof CheckOf<Name>

/** A check in which every parameter that has a default is present. */
export type CompleteCheck<Name extends CheckerName> = CheckOf<Name> & {
  readonly [Parameter in Defaulted<Name>]: Exclude<CheckOf<Name>[Parameter], undefined>
}

/** Fills in what was omitted. The scope of a json_path and the method of an http_status have no fixed default. */
export function withDefaults<Name extends CheckerName>(check: CheckOf<Name>): CompleteCheck<Name> {
  const { checker } = check as DeterministicCheck
  return { ...checkDefaults[checker], ...check } as unknown as CompleteCheck<Name>
}
