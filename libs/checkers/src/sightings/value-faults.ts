import type { JsonValue } from '@outturn/canonical'
import { parseDecimal } from '../engines/decimal.ts'
import { parseInstant } from '../values/instant.ts'
import { leaveOutIgnorable, trimWhiteSpace } from '../values/visible-text.ts'
import { readAddress } from '../values/web-address.ts'

/** What is wrong with a value, as words behind it, and what would do in its place; null where nothing near it would. */
export interface ValueFault {
  readonly wrong: string
  readonly instead: string | null
}

/** Longer texts are no value with a small fault. */
const longestRead = 200

/** What makes a value no decimal number. */
export function numberFault(value: JsonValue | undefined): ValueFault {
  if (typeof value !== 'string') return { wrong: 'is no number', instead: null }
  const text = value.length > longestRead ? '' : trimWhiteSpace(leaveOutIgnorable(value))
  const [core = ''] = /[+-]?[\d.,'’\s_]*\d/u.exec(text) ?? []
  const around = text.replace(core, '')
  const { digits, sign } = plainDigits(core.replace(/[\s'’_]/gu, ''))
  const found = [
    ...(/\p{Sc}|\b[A-Z]{3}\b/u.test(around) ? ['a currency'] : []),
    ...(around.includes('%') ? ['a percent sign'] : []),
    ...(/\d[\s'’_]+\d/u.test(core) ? ['spaces or marks between its digits'] : []),
    ...(sign === null ? [] : [sign]),
  ]
  // Ten per cent may be meant as 10 or as 0.1.
  const isOneNumber = parseDecimal(digits) !== null && !/\d/.test(around) && !around.includes('%')
  const instead = isOneNumber ? digits.replace(/^\+/, '') : null
  return {
    wrong: found.length === 0 ? 'is no number' : `is no number, for it has ${found.join(' and ')}`,
    instead,
  }
}

/** Digits with a point alone, and which signs of other ways to write a number were in them. */
function plainDigits(core: string): { digits: string; sign: string | null } {
  const [comma, point] = [core.lastIndexOf(','), core.lastIndexOf('.')]
  if (comma < 0 && core.split('.').length <= 2) return { digits: core, sign: null }
  const isGrouped = /^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(core)
  if (isGrouped) return { digits: core.replaceAll(',', ''), sign: 'thousands separators' }
  const hasDecimalComma = comma > point && core.indexOf(',') === comma
  if (!hasDecimalComma) return { digits: core.replace(/[.,]/g, ''), sign: 'thousands separators' }
  const digits = core.replaceAll('.', '').replace(',', '.')
  return { digits, sign: point < 0 ? 'a decimal comma' : 'thousands separators and a decimal comma' }
}

const zoned =
  /^(\d{4}-\d\d-\d\d)(?:[Tt_\s]+(\d\d:\d\d)(:\d\d)?([.,]\d+)?)?\s*(Z|z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?$/u

const notInOrder = 'is not written as year, month, day, time and offset'

/** What makes a value no time of RFC 3339. */
export function timeFault(value: JsonValue | undefined): ValueFault {
  if (typeof value === 'number') return { wrong: 'is a number and no time', instead: ofEpoch(value) }
  if (typeof value !== 'string') return { wrong: 'is no time', instead: null }
  const parts = zoned.exec(trimWhiteSpace(leaveOutIgnorable(value.slice(0, longestRead))))
  if (parts === null) return { wrong: notInOrder, instead: null }
  const [, day = '', minutes, seconds, decimals, zone] = parts
  const offset = zone === undefined || /^(?:Z|UTC|GMT)$/i.test(zone) ? 'Z' : fullOffset(zone)
  const fraction = decimals === undefined ? '' : `.${decimals.slice(1, 10)}`
  const instead = `${day}T${minutes ?? '17:00'}${seconds ?? ':00'}${fraction}${offset}`
  if (parseInstant(instead) === null)
    return { wrong: 'names a day or a time that does not exist', instead: null }
  const lacks = [
    ...(minutes === undefined ? ['time of day'] : []),
    ...(minutes !== undefined && seconds === undefined ? ['seconds'] : []),
    ...(zone === undefined ? ['offset'] : []),
  ]
  return {
    wrong: lacks.length === 0 ? otherForm(decimals) : `has no ${lacks.join(' and no ')}`,
    instead,
  }
}

function otherForm(decimals: string | undefined): string {
  return decimals !== undefined && decimals.length > 10
    ? 'has more than nine decimals of a second'
    : 'is written in another form'
}

/** What makes a value neither a day nor a time of RFC 3339. */
export function momentFault(value: JsonValue | undefined): ValueFault {
  if (typeof value !== 'string') return timeFault(value)
  const text = trimWhiteSpace(leaveOutIgnorable(value.slice(0, longestRead)))
  const [, year, month = '', day = ''] = /^(\d{4})[./-](\d{1,2})[./-](\d{1,2})$/.exec(text) ?? []
  if (year === undefined) {
    const fault = timeFault(value)
    return fault.wrong === notInOrder ? { wrong: 'is no day and no time', instead: null } : fault
  }
  const instead = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return parseInstant(`${instead}T00:00:00Z`) === null
    ? { wrong: 'names a day that does not exist', instead: null }
    : { wrong: 'is written in another form', instead }
}

function fullOffset(zone: string): string {
  const [hours, minutes] = [zone.slice(0, 3), zone.slice(3).replace(':', '')]
  return `${hours}:${minutes === '' ? '00' : minutes}`
}

/** Seconds or milliseconds of our time since 1970 as a time. */
function ofEpoch(value: number): string | null {
  const milliseconds = value < 1e11 ? value * 1_000 : value
  return milliseconds > 1e11 && milliseconds < 1e13
    ? new Date(milliseconds).toISOString().replace('.000Z', 'Z')
    : null
}

/** What makes a value no web address. */
export function addressFault(value: JsonValue | undefined): ValueFault {
  if (typeof value !== 'string') return { wrong: 'is no web address', instead: null }
  const text = trimWhiteSpace(leaveOutIgnorable(value.slice(0, 2_048)))
  const fits = (url: string) => (readAddress(url).fault === null ? url : null)
  const [scheme] = /^[a-z][a-z0-9+.-]*:(?!\d)/i.exec(text) ?? []
  if (scheme === undefined) {
    const isHost = /^(?:\/\/)?[^\s/@]+\.[^\s/@.]+(?:[/?#:]\S*)?$/u.test(text)
    return { wrong: 'has no scheme', instead: isHost ? fits(`https://${text.replace(/^\/\//, '')}`) : null }
  }
  const rest = text.slice(scheme.length)
  const isWeb = /^https?:$/i.test(scheme)
  if (isWeb && /^[/\\]*https?:\/\//i.test(rest)) {
    return { wrong: 'names its scheme twice', instead: fits(rest.replace(/^[/\\]+/, '')) }
  }
  if (/[\s,;|]+\S+:\/\//u.test(rest))
    return { wrong: 'is more than one address', instead: fits(/^\S+?(?=[\s,;|])/u.exec(text)?.[0] ?? '') }
  if (/\s/u.test(rest)) return { wrong: 'has a space in it', instead: fits(text.replace(/\s/gu, '%20')) }
  if (isWeb && !rest.startsWith('//')) {
    return {
      wrong: 'has no // behind its scheme',
      instead: fits(`${scheme}//${rest.replace(/^[/\\]+/, '')}`),
    }
  }
  if (rest.includes('\\'))
    return { wrong: 'has a backslash in it', instead: fits(text.replaceAll('\\', '/')) }
  if (/^\/\/[^/?#]*@/.test(rest))
    return {
      wrong: 'has a user name or an @ before its host',
      instead: fits(text.replace(/\/\/[^/?#]*@/, '//')),
    }
  return { wrong: 'is no web address', instead: fits(text) }
}
