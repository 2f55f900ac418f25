import { parseInstant } from '../values/instant.ts'
import { trimWhiteSpace } from '../values/visible-text.ts'
import { countries, currencies } from './code-lists.ts'
import { isIban } from './iban.ts'
import { isLanguageTag } from './language-tag.ts'

export type FormatTest = (text: string) => boolean

export const formatNames = [
  'email',
  'e164',
  'uuid',
  'iso_date',
  'iso_date_time',
  'iso_country',
  'iso_currency',
  'bcp47',
  'hex_colour',
  'semver',
  'ipv4',
  'iban',
] as const
export type FormatName = (typeof formatNames)[number]

const localPart = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
const hostLabel = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?'
const email = new RegExp(
  String.raw`^(?=.{1,64}@)${localPart}(?:\.${localPart})*@${hostLabel}(?:\.${hostLabel})+$`,
)
const day = /^\d{4}-\d\d-\d\d$/
const dayAndTime =
  /^(\d{4}-\d\d-\d\d)[Tt]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d|:60)?)(?:[.,]\d{1,9})?(?:[Zz]|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?)?$/
const number = String.raw`(?:0|[1-9]\d*)`
const preRelease = String.raw`(?:0|[1-9]\d*|\d*[A-Za-z-][0-9A-Za-z-]*)`
const version = new RegExp(
  String.raw`^${number}\.${number}\.${number}(?:-${preRelease}(?:\.${preRelease})*)?(?:\+[0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*)?$`,
)
const octet = String.raw`(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)`

/** What each format is, of a text without white space at its ends. */
const formats: Readonly<Record<FormatName, FormatTest>> = {
  email: (text) => text.length <= 254 && email.test(text),
  e164: matching(/^\+[1-9]\d{6,14}$/),
  uuid: matching(/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  iso_date: (text) => day.test(text) && isDay(text),
  iso_date_time: isDateTime,
  iso_country: (text) => countries.has(text),
  iso_currency: (text) => currencies.has(text),
  bcp47: isLanguageTag,
  hex_colour: matching(/^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i),
  semver: matching(version),
  ipv4: matching(new RegExp(String.raw`^${octet}(?:\.${octet}){3}$`)),
  iban: isIban,
}

/** The test of a format by its name; null for a name that there is not. */
export function formatNamed(name: string): FormatTest | null {
  const isOfFormat = Object.hasOwn(formats, name) ? formats[name as FormatName] : null
  return isOfFormat === null ? null : (text) => isOfFormat(trimWhiteSpace(text))
}

function matching(pattern: RegExp): FormatTest {
  return (text) => pattern.test(text)
}

function isDay(text: string): boolean {
  return parseInstant(`${text}T00:00:00Z`) !== null
}

/** A date and a time of day in the extended form of ISO 8601, whose seconds and offset may be left out. */
function isDateTime(text: string): boolean {
  const parts = dayAndTime.exec(text)
  if (parts === null) return false
  const [, date = '', time = ''] = parts
  // A leap second is one only where it may be, which an offset tells.
  return time.endsWith(':60') ? parseInstant(text) !== null : isDay(date)
}
