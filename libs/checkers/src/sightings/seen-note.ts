import type { JsonValue } from '@outturn/canonical'
import type { DeterministicCheck } from '../checkers.ts'
import type { JudgedObservation } from '../judged-item.ts'
import { compareInstants, laterBy } from '../values/instant.ts'
import { isBlank, type ValueRules } from '../value-rules.ts'
import { durationWords } from './duration.ts'
import { type PathCheck, pathDefaults } from '../paths/path-check.ts'
import { comparisonNote } from './comparison-note.ts'
import { formatFault } from './format-fault.ts'
import { differencesBetween } from './near-field.ts'
import { shownText, shownValue } from './shown-value.ts'
import { addressFault, momentFault, numberFault, timeFault, type ValueFault } from './value-faults.ts'

type Seen = {
  readonly rules: ValueRules
  /** The row that this one repeats, from 1. */
  readonly repeated: number | undefined
  readonly observations: ReadonlyMap<string, JudgedObservation>
  /** The row or the document that was judged, where the value is a part of it. */
  readonly subject?: JsonValue | undefined
}

/** What stands where a check found a fault, and what is wrong with it: `"$4.00", which is no number: send 4.00`. Null where nothing stands there. */
export function seenNote(
  check: DeterministicCheck,
  code: string,
  value: JsonValue | undefined,
  seen: Seen,
): string | null {
  if (code === 'duplicate_of') {
    return seen.repeated === undefined
      ? null
      : value === undefined
        ? `the same as row ${seen.repeated}`
        : `${shownValue(value)}, as row ${seen.repeated} has`
  }
  if (check.checker === 'json_path' && code === 'value_mismatch' && seen.subject !== undefined) {
    const note = comparisonNote(completed(check), seen.subject, value, seen.rules)
    if (note !== null) return note
  }
  // That nothing stands there is what is said of the row already.
  if (value === undefined || (isAbsence(code) && (value === null || value === ''))) return null
  const shown = shownValue(value)
  if (code !== 'value_mismatch' && isBlank(value, seen.rules)) return `${shown}, which is empty`
  const said = words(check, code, value, seen)
  return said === null ? shown : `${shown}, which ${said}`
}

function completed(check: Extract<DeterministicCheck, { checker: 'json_path' }>): PathCheck {
  return { ...pathDefaults, ...check }
}

function isAbsence(code: string): boolean {
  return code === 'missing_field' || code === 'missing_key'
}

/** A value as a text of its own; nothing for one that is neither text nor number. */
function textOf(value: JsonValue): string {
  return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : ''
}

function words(check: DeterministicCheck, code: string, value: JsonValue, seen: Seen): string | null {
  switch (code) {
    case 'not_a_number':
      return withInstead(numberFault(value), (text) => text)
    case 'text_not_number':
      return `is text: ${withNumber(value, seen.rules)}`
    case 'no_timestamp':
      return withTime(timeFault(value))
    case 'not_a_time':
      return withTime(momentFault(value))
    case 'invalid_url':
      return withInstead(addressFault(value), shownText)
    case 'ambiguous_host':
      return `has a host that programs read differently${hostOf(value, seen.rules)}`
    case 'scheme_not_allowed':
      return schemeWords(check, value)
    case 'host_not_public':
      return hostWords(value)
    case 'late':
      return lateWords(check, value, seen.rules)
    case 'status_mismatch':
      return statusWords(value, seen)
    case 'value_mismatch':
      return mismatchWords(check, value, seen.rules)
    default:
      return null
  }
}

function withInstead({ wrong, instead }: ValueFault, show: (text: string) => string): string {
  return instead === null ? wrong : `${wrong}: send ${show(instead)}`
}

/** What a time lacks is not known: what stands there is an example. */
function withTime({ wrong, instead }: ValueFault): string {
  if (instead === null) return wrong
  return `${wrong}: send ${shownText(instead)}${wrong.startsWith('has no') ? ', where that is meant' : ''}`
}

function hostWords(value: JsonValue): string {
  const fault = addressFault(value)
  const isRepeated = fault.wrong === 'names its scheme twice'
  return isRepeated ? withInstead(fault, shownText) : 'has a host that is not on the public internet'
}

function withNumber(value: JsonValue, rules: ValueRules): string {
  if (rules.parseDecimal(value) !== null)
    return `send ${textOf(value).trim().slice(0, 40)} without quotes, in JSON`
  const { wrong, instead } = numberFault(value)
  return instead === null ? `it ${wrong}` : `it ${wrong}; send ${instead} without quotes, in JSON`
}

function hostOf(value: JsonValue, rules: ValueRules): string {
  const { url } = rules.readAddress(textOf(value))
  return url === undefined ? '' : `: send ${shownText(url.href)} if that is meant`
}

function schemeWords(check: DeterministicCheck, value: JsonValue): string | null {
  if (check.checker !== 'url_format') return null
  const [scheme = ''] = /^\s*[a-z][a-z0-9+.-]*(?=:)/i.exec(textOf(value)) ?? []
  const agreed = (check.schemes ?? ['https', 'http']).join(' or ')
  return `begins with ${shownText(scheme.trim())}, and ${agreed} was agreed`
}

function lateWords(check: DeterministicCheck, value: JsonValue, rules: ValueRules): string | null {
  if (check.checker !== 'deadline_met') return null
  const { deadline, grace_seconds: grace = 0 } = check
  const [limit, at] = [rules.parseInstant(deadline), rules.parseInstant(value)]
  if (limit === null || at === null) return null
  const end = laterBy(limit, grace)
  if (compareInstants(at, end) <= 0) return null
  const late = `is ${durationWords(end, at)} after the deadline ${deadline}`
  return grace === 0 ? late : `${late} and its grace of ${durationWords(limit, end)}`
}

function statusWords(value: JsonValue, { observations }: Seen): string | null {
  const status = observations.get(textOf(value))?.status ?? null
  return status === null ? null : `answered ${status}`
}

function mismatchWords(check: DeterministicCheck, value: JsonValue, rules: ValueRules): string | null {
  if (check.checker !== 'json_path') return null
  if (check.operator === 'format' && typeof check.value === 'string') {
    const isOfFormat = rules.formatNamed(check.value)
    return isOfFormat === null ? null : withInstead(formatFault(value, check.value, isOfFormat), shownText)
  }
  if (check.operator === 'type' && check.value === 'number' && typeof value === 'string') {
    return `is text: ${withNumber(value, rules)}`
  }
  const isChoice = check.operator === 'in' && Array.isArray(check.value)
  if (typeof value !== 'string' || (check.operator !== 'equals' && !isChoice)) return null
  for (const agreed of [check.value].flat().slice(0, mostCompared)) {
    if (typeof agreed !== 'string') continue
    const found = differencesBetween(agreed.slice(0, 1_000), value.slice(0, 1_000))
    if (found.length > 0)
      return `differs ${isChoice ? `from ${shownText(agreed)} ` : ''}in ${found.join(' and ')}`
  }
  return null
}

/** Choices that a value is compared with. */
const mostCompared = 50
