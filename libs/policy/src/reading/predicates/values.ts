import { isFunctionWord } from '../../lexicon/function-words.ts'
import { isLexiconWord } from '../../lexicon/lexicon-words.ts'
import type { Scalar, Token } from '../../tokens/token.ts'
import { plainNumber } from './quantities.ts'
import { exactNumber } from '../../tokens/number.ts'
import {
  alt,
  type Chart,
  found,
  list,
  map,
  opt,
  type Outcome,
  part,
  type Rule,
  said,
  seq,
  token,
} from '../chart.ts'
import type { Slot, TokenRange } from '../clause-reading.ts'
import { holdsCategory, holdsProse } from '../demands/field-nature.ts'
import type { FieldRef } from '../demands/field-test.ts'
import { slotOf } from '../nouns.ts'

/** One value as a text says it. */
export interface SaidValue extends TokenRange {
  readonly value: Scalar
  /** Whether neither quotes nor its form say that it is a value. */
  readonly isBare: boolean
  /** Whether only its place beside a field says that it is a value. */
  readonly isOpen?: boolean
  /** Whether it is one of several in a list that words such as `one of` announce. */
  readonly isListed?: boolean
  /** Of two numbers after `in`: the tokens of the list, which may also be an interval. */
  readonly interval?: TokenRange
}

const quoted: Rule<SaidValue> = (chart, from) => {
  const one = chart.tokens[from]
  return one?.kind === 'quoted'
    ? [found({ value: one.value, isBare: false, from, to: from + 1 }, from + 1)]
    : []
}

const literals: ReadonlyMap<string, Scalar> = new Map<string, Scalar>([
  ['true', true],
  ['false', false],
])
const literal: Rule<SaidValue> = (chart, from) => {
  const one = chart.tokens[from]
  if (one === undefined) return []
  const value =
    one.kind === 'number'
      ? exactNumber(one.value)
      : one.kind === 'word'
        ? literals.get(one.folded)
        : undefined
  return value === undefined || value === null
    ? []
    : [found({ value, isBare: false, from, to: from + 1 }, from + 1)]
}
const spokenNumber: Rule<SaidValue> = (chart, from) =>
  chart.tokens[from]?.kind === 'word'
    ? plainNumber(chart, from).map((one) => ({
        ...one,
        value: { value: one.value, isBare: false, from, to: one.end },
      }))
    : []

/** Longest name of several words that is taken for one value. */
const maxValueWords = 3

/** A word that stands for itself: no word of the language, no field; or several that begin with capitals. */
const bare: Rule<SaidValue> = (chart, from) => {
  const [first] = chart.tokens.slice(from, from + 1)
  if (first === undefined || !isBareWord(first, chart)) return []
  const results = [found({ value: first.text, isBare: true, from, to: from + 1 }, from + 1)]
  let end = from + 1
  const isCapital = ({ text }: Token): boolean => /^\p{Lu}/u.test(text)
  while (end < chart.tokens.length && end - from < maxValueWords && isCapital(first)) {
    const next = chart.tokens[end]
    if (next === undefined || !isBareWord(next, chart) || !isCapital(next)) break
    end += 1
    results.push(found({ value: chart.words(from, end), isBare: true, from, to: end }, end))
  }
  return results
}

function isBareWord(one: Token, chart: Chart): boolean {
  if (
    one.kind !== 'word' ||
    (isFunctionWord(one.folded) && !isCapitalCode(one, chart)) ||
    isLexiconWord(one.folded) ||
    literals.has(one.folded)
  )
    return false
  if (/['’]s$|\//.test(one.text)) return false
  return chart.index.named(one.text).length === 0
}

const twoCapitals = /^[A-Z]{2}$/

/** Codes in capitals that are also words of the language: `US`, and any such word beside another code. */
function isCapitalCode({ text }: Token, { tokens }: Chart): boolean {
  if (/^(?:US|IT|ME)$/.test(text)) return true
  if (!twoCapitals.test(text)) return false
  const isOther = ({ text: other, folded }: Token): boolean =>
    twoCapitals.test(other) && !isFunctionWord(folded)
  return (
    tokens.some(isOther) &&
    tokens.some(({ kind, text: other }) => kind === 'word' && /^\p{Ll}{2,}$/u.test(other))
  )
}

/** `A, B or C`: one capital letter. */
const singleLetter: Rule<SaidValue> = (chart, from) => {
  const one = chart.tokens[from]
  const isLetter = one?.kind === 'word' && /^[A-Z]$/.test(one.text) && isFunctionWord(one.folded)
  return isLetter ? [found({ value: one.text, isBare: true, from, to: from + 1 }, from + 1)] : []
}

/** One value. */
export const oneValue: Rule<SaidValue> = part('value', alt(quoted, literal, spokenNumber, bare, singleLetter))

const jsonItems: Rule<readonly SaidValue[]> = part('value', (chart, from) => {
  const { items } = chart.tokens[from] ?? {}
  if (items === undefined) return []
  return [
    found(
      items.map((value) => ({ value, isBare: false, from, to: from + 1 })),
      from + 1,
    ),
  ]
})

const pipe: Rule<true> = token(({ kind, text }) => (kind === 'mark' && text === '|' ? true : null))
const orSeparator = alt(said(', or|,|or|/|, or else'), pipe)
const anySeparator = alt(said(', or|, and|,|or|and|/|;'), pipe)

/** `none` in a list may be a value, or mean that there is none: it is asked about. */
const noneAsValue: Rule<SaidValue> = part('value', (chart, from) => {
  const one = chart.tokens[from]
  return one?.kind === 'word' && /^(?:none|other|others|any|unknown|n\/a)$/.test(one.folded)
    ? [found({ value: one.text, isBare: true, isOpen: true, from, to: from + 1 }, from + 1)]
    : []
})

const orItems = map(list(alt(oneValue, noneAsValue), orSeparator), (items, chart, at, end) => {
  const [only] = items
  const isOne = items.length === 1 && (only?.isOpen !== true || chart.tokens[at]?.folded === 'n/a')
  return isOne || hasOr(chart, at, end) ? items : null
})
const enclosed = <Value>(rule: Rule<Value>): Rule<Value> =>
  alt(
    map(seq(said('('), rule, said(')')), ([, value]) => value),
    map(seq(said('{'), rule, said('}')), ([, value]) => value),
  )

function hasOr(chart: Chart, at: number, end: number): boolean {
  return chart.tokens
    .slice(at, end)
    .some(({ kind, folded }) => (kind === 'word' && folded === 'or') || (kind === 'mark' && folded === '|'))
}

/** One value, or several with `or` between them. */
export const someValues: Rule<readonly SaidValue[]> = alt(
  orItems,
  map(seq(said('either'), orItems), ([, items]) => (items.length > 1 ? items : null)),
  enclosed(orItems),
)

/** In an announced list a value may be written like the name of a field. */
const nameAsValue: Rule<SaidValue> = part('value', (chart, from) => {
  const one = chart.tokens[from]
  return one?.kind === 'word' &&
    chart.index.named(one.text).length > 0 &&
    (!isFunctionWord(one.folded) || isCapitalCode(one, chart))
    ? [found({ value: one.text, isBare: true, from, to: from + 1 }, from + 1)]
    : []
})

/** `debug/info/warn`: one word that slashes divide. */
const slashed: Rule<readonly SaidValue[]> = part('value', (chart, from) => {
  const one = chart.tokens[from]
  const items = one?.kind === 'word' ? one.text.split('/') : []
  const isList = items.length > 1 && items.every((item) => /^[\p{L}\p{N}_-]+$/u.test(item))
  return isList
    ? [
        found(
          items.map((value) => ({ value, isBare: true, from, to: from + 1 })),
          from + 1,
        ),
      ]
    : []
})

/** `fr, de, it`: three codes of two letters, one of which may be a word of the language. */
const twoLetters: Rule<SaidValue> = part('value', (chart, from) => {
  const one = chart.tokens[from]
  return one?.kind === 'word' && /^[a-z]{2}$/.test(one.text)
    ? [found({ value: one.text, isBare: true, from, to: from + 1 }, from + 1)]
    : []
})
const twoLetterCodes: Rule<readonly SaidValue[]> = map(list(twoLetters, anySeparator), (items) => {
  const words = items.filter(({ value }) => isFunctionWord(String(value)))
  const areCodes =
    words.length === 1 &&
    items.length > 2 &&
    !['or', 'no', 'if', 'so', 'as'].includes(String(words[0]?.value))
  return areCodes ? items : null
})

/** Values after words that announce a list. */
/** Values after a word that announced them. */
export const announcedList: Rule<readonly SaidValue[]> = list(alt(oneValue, nameAsValue), anySeparator)

export const listedValues: Rule<readonly SaidValue[]> = map(
  seq(
    said(
      'one of|any of|in|∈|one among|one out of|has one of the values|either of|one of the following|one of the following :|one of :|one of these|one of the values|in the list|in the set|one of the following values :|from the list|any one of|part of the list|limited to|restricted to|only one of|one of either',
    ),
    opt(
      said(
        ':|the values|the following|the following :|the following values|these :|these values|this list :|values',
      ),
      false,
    ),
    alt(
      jsonItems,
      list(alt(oneValue, nameAsValue, noneAsValue), anySeparator),
      twoLetterCodes,
      slashed,
      enclosed(list(oneValue, anySeparator)),
    ),
  ),
  ([, , items], chart, at, end) => {
    const [only, another] = items
    const next = chart.tokens[at + 1]?.folded ?? ''
    const isPlain = /^(?:in|∈)$/.test(chart.tokens[at]?.folded ?? '') && next !== 'the'
    if (another === undefined)
      return isPlain && only !== undefined && chart.tokens[only.from]?.kind !== 'list' && next !== '('
        ? null
        : items
    const [low, high] = [only?.value, another.value]
    if (isPlain && items.length === 2 && typeof low === 'number' && typeof high === 'number') {
      return items.map((item) => ({ ...item, interval: { from: at, to: end } }))
    }
    const isJoined = chart.tokens
      .slice(at, end)
      .some(({ kind, folded }) => kind === 'word' && folded === 'and')
    return isPlain && isJoined ? items : items.map((item) => ({ ...item, isListed: true }))
  },
)
export { jsonItems }

/**
 * The values of a field that a text names, or the place that stays open: a bare word is a value where the field holds one of few
 * values or the word is written as a code; in any other place a person may mean a quality.
 */
export function valuesFor(
  field: FieldRef,
  items: readonly SaidValue[],
  chart: Chart,
): readonly Outcome<readonly Scalar[]>[] {
  const type = field.known?.type
  const slots: Slot[] = []
  const isList = items.length > 1
  const interval = items[0]?.interval
  if (interval !== undefined) {
    const [low, high] = items.map(({ value }) => String(value))
    const options = [`between ${low} and ${high}`, `one of ${low}, ${high}`]
    slots.push(slotOf('meaning', chart, interval.from, interval.to, { options }))
  }
  for (const item of items) {
    if (
      typeof item.value === 'string' &&
      item.isBare &&
      (item.isOpen === true || !isSafe(field, item.value, isList, item.isListed === true))
    )
      slots.push(valueSlot(chart, item))
    else if (typeof item.value === 'string' && item.isBare && codesBetween(item.value) !== null)
      slots.push(rangeSlot(chart, item, codesBetween(item.value) ?? []))
    else if (typeof item.value === 'number' && type === 'text') slots.push(valueSlot(chart, item))
    else if (typeof item.value === 'string' && (type === 'number' || type === 'boolean'))
      slots.push(valueSlot(chart, item))
  }
  const values = items.map(({ value }) => value)
  const isOther = (value: Scalar): boolean =>
    (type === 'number' && typeof value === 'boolean') || (type === 'boolean' && typeof value === 'number')
  if (values.some(isOther)) return []
  const texts = values.map((value) => (typeof value === 'boolean' ? String(value) : value))
  if (type === 'text') return [{ value: texts, slots }]
  const isMixed =
    values.some((value) => typeof value === 'boolean') && values.some((value) => typeof value === 'string')
  return isMixed && type === undefined
    ? [
        { value: texts, slots },
        { value: values, slots },
      ]
    : [{ value: values, slots }]
}

function valueSlot(chart: Chart, { from, to }: TokenRange): Slot {
  return slotOf('value', chart, from, to, { options: [JSON.stringify(chart.words(from, to))] })
}

/** `P1-P4` as one code or as all from the first to the last. */
function rangeSlot(chart: Chart, { from, to, value }: SaidValue, codes: readonly string[]): Slot {
  return slotOf('value', chart, from, to, {
    options: [`one of ${JSON.stringify(codes)}`, JSON.stringify(value)],
  })
}

/** The most codes that a range is written out as. */
const maxCodes = 20

/** The codes of `P1-P4` or `P1–4`; null for a text that is no range of them. */
function codesBetween(value: string): readonly string[] | null {
  const [, letters = '', low = '', again = '', high = ''] =
    /^(\p{L}+)(\d{1,3})[-–](\p{L}*)(\d{1,3})$/u.exec(value) ?? []
  const [first, last] = [Number(low), Number(high)]
  if (letters === '' || (again !== '' && again !== letters) || low.startsWith('0')) return null
  if (last <= first || last - first >= maxCodes) return null
  return Array.from({ length: last - first + 1 }, (_, index) => `${letters}${first + index}`)
}

/** Letters in capitals, figures or signs, as codes have them. */
const code =
  /^(?=.*[\d#@])\S+$|^[A-Z][A-Z0-9_./+-]+$|^[a-z]{2}[-_][A-Z]{2}$|^\S*\.\S+$|^\p{L}+(?:[-_]\p{L}+)*[-_]\d/u
/** Whether a value is written as codes are. */
export function isCode(value: Scalar): boolean {
  return typeof value === 'string' && code.test(value)
}

const qualities = /(?:ive|ful|able|ible|ous|ly|less|ish|ing|ed|ent|ant|y)$/i

function isSafe(field: FieldRef, value: string, isList: boolean, isListed: boolean): boolean {
  const known = field.known?.values
  if (known !== undefined) return known.some((one) => one === value)
  if (isListed || code.test(value)) return true
  // That a thing is used says nothing of its value, unless it is one of several.
  if (!isList && value.toLowerCase() === 'used') return false
  if (holdsProse(field)) return false
  if (holdsCategory(field)) return true
  return isList && !qualities.test(value)
}

/** A value that stands where only a value can, such as after `starts with`. */
export const literalText: Rule<string> = part(
  'value',
  token((one, chart) => {
    if (one.kind === 'quoted' || one.kind === 'bracketed') return one.value
    if (one.kind === 'number') return one.text
    return one.kind === 'word' && !isFunctionWord(one.folded) && chart.index.named(one.text).length === 0
      ? one.text
      : null
  }),
)
