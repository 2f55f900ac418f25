import { dayOf, writtenDay } from './day.ts'
import { timeOf, writtenTime } from './instant.ts'
import { exactNumber, readNumber } from './number.ts'
import { toPlainText } from './plain-text.ts'
import type { Scalar, Token, TokenKind } from './token.ts'

/** The most tokens of one condition. */
export const maxTokens = 400

type Found = Pick<Token, 'kind' | 'value'> & {
  readonly length: number
  readonly currency?: string
  readonly items?: readonly Scalar[]
}
type Reader = (text: string, at: number) => Found | null

const currencies: ReadonlyMap<string, string> = new Map([
  ['$', 'USD'],
  ['us$', 'USD'],
  ['€', 'EUR'],
  ['£', 'GBP'],
  ['¥', 'JPY'],
])
const signs: ReadonlyMap<string, string> = new Map([
  ['>=', '>='],
  ['=>', '>='],
  ['≥', '>='],
  ['<=', '<='],
  ['=<', '<='],
  ['≤', '<='],
  ['!=', '!='],
  ['<>', '!='],
  ['≠', '!='],
  ['==', '='],
  ['=', '='],
  ['>', '>'],
  ['<', '<'],
  ['+', '+'],
])

/** Takes a text apart in one pass. Every character that is not white space is in exactly one token. */
export function tokenize(text: string): readonly Token[] {
  const plain = toPlainText(text)
  const tokens: Token[] = []
  let isSpaced = true
  for (let at = 0; at < plain.length; ) {
    if (plain.charAt(at).trim() === '') {
      isSpaced = true
      at += 1
      continue
    }
    const { kind, value, length, currency, items } = tokenAt(plain, at)
    const end = at + length
    tokens.push({
      kind,
      start: at,
      end,
      text: text.slice(at, end),
      folded: plain.slice(at, end).toLowerCase(),
      value,
      isSpaced,
      ...(currency !== undefined && { currency }),
      ...(items !== undefined && { items }),
    })
    isSpaced = false
    at = end
  }
  return tokens
}

function tokenAt(plain: string, at: number): Found {
  for (const read of readers) {
    const found = read(plain, at)
    if (found !== null) return found
  }
  const [character = ''] = plain.slice(at, at + 2)
  return { kind: 'mark', value: character, length: character.length }
}

/** Reads a token by one pattern that begins at the position. */
function pattern(
  kind: TokenKind,
  source: string,
  valueOf: (match: RegExpExecArray) => string | null = ([text]) => text,
): Reader {
  const form = new RegExp(source, 'iyu')
  return (text, at) => {
    form.lastIndex = at
    const match = form.exec(text)
    const value = match === null ? null : valueOf(match)
    return match === null || value === null ? null : { kind, value, length: match[0].length }
  }
}

const notInWord = String.raw`(?<![\p{L}\p{N}_])`
const wordEnds = String.raw`(?![\p{L}\p{N}_])`
const numberForms = String.raw`\d(?:[\d,]|\.(?!\.))*(?<![.,])|(?<![.\d])\.\d+`
const unitAfterNumber = 'ms|s|sec|secs|min|mins|h|hr|hrs|kb|mb|gb|px|cm|mm|km|kg|g|lbs|x'

const quotedText: Reader = (text, at) => {
  const quote = text.charAt(at)
  if (quote !== '"' && quote !== '`' && quote !== "'") return null
  const close = text.indexOf(quote, at + 1)
  if (close <= at + 1 || text.slice(at, close).includes('\n')) return null
  if (quote === "'" && !/^[^\p{L}\p{N}]?$/u.test(text.charAt(close + 1))) return null
  return {
    kind: quote === '`' ? 'backtick' : 'quoted',
    value: text.slice(at + 1, close),
    length: close + 1 - at,
  }
}

const jsonText = pattern('quoted', String.raw`"(?:[^"\\\n]|\\.)*"(?![\p{L}\p{N}])`, ([text]) => {
  const value = text.includes('\\') ? jsonOf(text) : undefined
  return typeof value === 'string' && value !== '' ? value : null
})

const instantOrDay: Reader = (text, at) => {
  const day = dayForm(text, at)
  if (day === null) return null
  const { match, value } = day
  timeForm.lastIndex = at + match[0].length
  const time = timeForm.exec(text)
  if (time === null || isNotTime(text, time))
    return { kind: value === null ? 'odd' : 'day', value: value ?? match[0], length: match[0].length }
  const length = match[0].length + time[0].length
  const instant = value === null ? null : timeOf(value, time.groups ?? {})
  if (instant === null || value === null) return { kind: 'odd', value: text.slice(at, at + length), length }
  return instant === 'local'
    ? { kind: 'local_time', value: text.slice(at, at + length), length }
    : { kind: 'instant', value: instant, length }
}

const dayPattern = new RegExp(`${notInWord}${writtenDay}`, 'iyu')
const timeForm = new RegExp(`${writtenTime}(?![\\p{L}\\p{N}:])`, 'iyu')

function dayForm(text: string, at: number): { match: RegExpExecArray; value: string | null } | null {
  dayPattern.lastIndex = at
  const match = dayPattern.exec(text)
  return match === null ? null : { match, value: dayOf(match.groups ?? {}) }
}

/** A bare number after a day, as in `2026-12-01, 50 rows`, is no time. */
function isNotTime(text: string, time: RegExpExecArray): boolean {
  const { minute, half, zone } = time.groups ?? {}
  return (
    minute === undefined && half === undefined && (zone === undefined || !/^(?:T| at |, at )/.test(time[0]))
  )
}

const jsonList: Reader = (text, at) => {
  if (text.charAt(at) !== '[') return null
  for (
    let close = text.indexOf(']', at), tries = 0;
    close >= 0 && tries < 5;
    close = text.indexOf(']', close + 1), tries += 1
  ) {
    const items = scalarsOf(text.slice(at, close + 1))
    if (items !== null)
      return { kind: 'list', value: text.slice(at, close + 1), length: close + 1 - at, items }
  }
  return null
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** The items of a JSON array of scalars; null for anything else, and where a float would not hold a number exactly. */
function scalarsOf(text: string): readonly Scalar[] | null {
  const value = jsonOf(text)
  if (!Array.isArray(value) || value.length === 0) return null
  const isScalar = value.every(
    (item) => item === null || ['string', 'number', 'boolean'].includes(typeof item),
  )
  const numerals = text.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').match(/-?\d[\d.eE+-]*/g) ?? []
  return isScalar && numerals.every((numeral) => exactNumber(numeral) !== null) ? (value as Scalar[]) : null
}

const amount: Reader = (text, at) => {
  moneyForm.lastIndex = at
  const match = moneyForm.exec(text)
  const { before = '', amount: digits = '' } = match?.groups ?? {}
  if (match === null) return null
  const value = readNumber(digits)
  const currency = currencies.get(before.toLowerCase()) ?? 'USD'
  return {
    kind: value === null ? 'odd' : 'money',
    value: value ?? match[0],
    length: match[0].length,
    currency,
  }
}
const moneyForm = new RegExp(
  String.raw`${notInWord}(?<before>US\$|[$€£¥]) ?(?<amount>${numberForms})${wordEnds}`,
  'iyu',
)

const numberOrOdd: Reader = (text, at) => {
  const form = numberForm
  form.lastIndex = at
  const match = form.exec(text)
  if (match === null) return null
  const { digits = '', percent, rest = '' } = match.groups ?? {}
  const value = readNumber(digits)
  // A point before exactly three digits divides thousands in half of Europe.
  if (/^[+-]?[1-9]\d{0,2}\.\d{3}$/.test(digits) && rest === '')
    return { kind: 'odd', value: match[0], length: match[0].length }
  if (value !== null && percent !== undefined) return { kind: 'percentage', value, length: match[0].length }
  if (value !== null && (rest === '' || isSuffix(rest)))
    return { kind: 'number', value, length: digits.length }
  return { kind: 'odd', value: match[0], length: match[0].length }
}
const numberForm = new RegExp(
  String.raw`${notInWord}(?<digits>(?:(?<![\p{L}\p{N}_)\]][+-]?)[+-])?(?:${numberForms}))(?:(?<percent> ?%| per ?cent\b| ?percent\b| percentage points\b)|(?<rest>[\p{L}\p{N}_](?:[\p{L}\p{N}_.'/-]*[\p{L}\p{N}_])?|[-/](?=[\p{L}\p{N}])(?:[\p{L}\p{N}_.'/-]*[\p{L}\p{N}_]))?)`,
  'iyu',
)
const suffix = new RegExp(`^(?:${unitAfterNumber}|[-/–].*)$`, 'iu')

/** What may follow a number without white space: a unit, or a word after a hyphen as in `3-letter`. */
function isSuffix(rest: string): boolean {
  return suffix.test(rest)
}

const ordinal = pattern('word', String.raw`${notInWord}\d+(?:st|nd|rd|th)${wordEnds}`)

const sign: Reader = (text, at) => {
  for (const length of [2, 1]) {
    const value = signs.get(text.slice(at, at + length))
    if (value !== undefined) return { kind: 'sign', value, length }
  }
  return null
}

const regularExpression = pattern(
  'pattern',
  String.raw`(?:\^\S+|(?=\S*(?:\\[dwsDWSb.]|[\])][{+*?]|\.[*+]|[\w)]\{\d))[\w\[(.\\]\S*)`,
  ([text]) => text.replace(/[,;]$/, ''),
)

const word = pattern(
  'word',
  String.raw`(?:[#.@]|(?<!\S)/)?[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_#@&*~+/:'.\\-]*[\p{L}\p{M}\p{N}_#+*])?`,
)

const readers: readonly Reader[] = [
  jsonText,
  quotedText,
  pattern('url', String.raw`https?://[^\s"<>]{1,2000}`, ([text]) => text.replace(/[.,;:!?)]+$/, '')),
  pattern('path', String.raw`\$(?=[.[])(?:\S| (?=[^\]]{0,200}\]))*`),
  pattern('digest', String.raw`${notInWord}[0-9a-f]{64}(?:[0-9a-f]{32}){0,2}${wordEnds}`, ([text]) =>
    text.toLowerCase(),
  ),
  instantOrDay,
  jsonList,
  regularExpression,
  pattern('bracketed', String.raw`\[[^\[\]\s]{1,100}\]|\{[^{}\s]{1,100}\}|<[a-z/][^<>\s]{0,100}>`),
  amount,
  pattern('odd', String.raw`[\u00b2\u00b3\u00b9\u2070-\u2079\u2080-\u2089\u2460-\u2473]+`),
  ordinal,
  numberOrOdd,
  sign,
  word,
].map(withTrueLength)

/** The length of a token is that of its value where closing punctuation was left out of it. */
function withTrueLength(read: Reader): Reader {
  return (text, at) => {
    const found = read(text, at)
    return found !== null && (found.kind === 'url' || found.kind === 'pattern')
      ? { ...found, length: found.value.length }
      : found
  }
}
