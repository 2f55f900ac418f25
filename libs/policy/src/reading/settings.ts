import type { DeterministicCheck } from '@outturn/checkers'
import { alt, list, map, memo, opt, type Rule, said, seq, words } from './chart.ts'
import type { Clause } from './demands/demands.ts'
import { count } from './predicates/quantities.ts'

/** A parameter that words after a check set; null where the checker has none of the kind. */
type Setting = (check: DeterministicCheck) => DeterministicCheck | null

function setting(
  checker: DeterministicCheck['checker'],
  parameters: Readonly<Record<string, unknown>>,
): Setting {
  return (check) => (check.checker === checker ? { ...check, ...parameters } : null)
}

const fixed = words<Setting>([
  [', which may be blank', setting('completeness', { treat_blank_as_missing: false })],
  [', counting spaces at the ends', setting('duplicate_rate', { trim: false })],
  [', leaving out rows without any', setting('duplicate_rate', { empty_keys: 'ignore' })],
  [', on any host', setting('url_format', { require_public_host: false })],
  [', requested with get', setting('http_status', { method: 'GET' })],
  [', requested with head', setting('http_status', { method: 'HEAD' })],
  [
    ', in the same case|, case-sensitive|, case-sensitively|, matching case',
    setting('text_contains', { case_sensitive: true }),
  ],
  [', character for character', setting('text_contains', { normalize: 'none' })],
])
const counted: Rule<Setting> = alt(
  map(seq(said(', after at most'), count, said('redirects|redirect')), ([, value]) =>
    setting('http_status', { max_redirects: value }),
  ),
  map(seq(said(', within'), count, said('ms|milliseconds')), ([, value]) =>
    setting('http_status', { timeout_ms: value }),
  ),
  map(seq(said(', with'), count, said('seconds of grace|second of grace')), ([, value]) =>
    setting('deadline_met', { grace_seconds: value }),
  ),
)
const none = said('')
const settings: Rule<readonly Setting[]> = memo(opt(list(alt(fixed, counted), none, 4), []))

/** A clause with the words after it that set a parameter of its check. */
export function withSettings(clause: Rule<Clause>): Rule<Clause> {
  return map(seq(clause, settings), ([one, all]) => {
    if (all.length === 0) return one
    const checks = one.checks.map((check) =>
      all.reduce<DeterministicCheck | null>((set, to) => (set === null ? null : to(set)), check),
    )
    return checks.every((check) => check !== null) ? { ...one, checks, demands: null } : null
  })
}
