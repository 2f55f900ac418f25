import { exactNumber, readNumberWord, readNumberWords } from '../../tokens/number.ts'
import type { Token } from '../../tokens/token.ts'
import { alt, type Chart, expand, map, type Outcome, part, type Rule, said, seq, token } from '../chart.ts'
import type { Slot, TokenRange } from '../clause-reading.ts'
import { isCurrency, spokenUnit, unitOf } from '../demands/field-nature.ts'
import type { FieldRef } from '../demands/field-test.ts'
import { slotOf } from '../nouns.ts'

/** A number as a text says it, with its unit. */
export interface Quantity extends TokenRange {
  readonly value: number
  readonly decimal: string
  /** `percent`, a unit of the lexicon, or null for a bare number. */
  readonly unit: string | null
}

function bareNumber({ kind, value, folded }: Token): number | null {
  if (kind === 'number') return exactNumber(value)
  return kind === 'word' ? readNumberWord(folded) : null
}

/** A number in several words: `two thousand`, `a hundred`, `twenty five`. */
const spokenNumber: Rule<number> = (chart, at) => {
  let end = at
  while (end < chart.tokens.length && end - at < 6 && chart.tokens[end]?.kind === 'word') end += 1
  const spoken = chart.tokens.slice(at, end).map(({ folded }) => folded)
  for (let count = spoken.length; count > 1; count -= 1) {
    const value = readNumberWords(spoken.slice(0, count))
    if (value !== null) return [{ value, end: at + count, parts: [], slots: [] }]
  }
  return []
}
const oneToken = token(bareNumber)

/** A number without a unit; of several words the longest run counts. */
export const plainNumber: Rule<number> = (chart, at) => {
  const spoken = spokenNumber(chart, at)
  return spoken.length > 0 ? spoken : oneToken(chart, at)
}

/** A whole number that is no negative one. */
export const count: Rule<number> = map(plainNumber, (value) =>
  Number.isSafeInteger(value) && value >= 0 ? value : null,
)

const unitWord: Rule<string> = token(({ kind, folded }) => (kind === 'word' ? spokenUnit(folded) : null))

const plain: Rule<Quantity> = map(plainNumber, (value, _, from, to) => ({
  value,
  decimal: decimalOf(value),
  unit: null,
  from,
  to,
}))
const withUnit: Rule<Quantity> = map(seq(plainNumber, unitWord), ([value, unit], _, from, to) => ({
  value,
  decimal: decimalOf(value),
  unit,
  from,
  to,
}))
const special: Rule<Quantity> = (chart, from) => {
  const one = chart.tokens[from]
  if (one?.kind !== 'percentage' && one?.kind !== 'money') return []
  const value = exactNumber(one.value)
  if (value === null) return []
  const unit = one.kind === 'percentage' ? 'percent' : (one.currency ?? 'USD').toLowerCase()
  return [
    { value: { value, decimal: one.value, unit, from, to: from + 1 }, end: from + 1, parts: [], slots: [] },
  ]
}
/** A number that is not exact stays open. */
const odd: Rule<Quantity> = expand(
  token(({ kind, text }) => (kind === 'odd' && !/^\d{4}-/.test(text) ? text : null)),
  (text, chart, from, to): readonly Outcome<Quantity>[] => [
    {
      value: { value: 1, decimal: '1', unit: null, from, to },
      slots: [slotOf('number', chart, from, to, { options: meaningsOf(text) })],
    },
  ],
)

/** Any number with its unit. */
export const quantity: Rule<Quantity> = part('value', alt(plain, withUnit, special, odd))

function decimalOf(value: number): string {
  return String(value)
}

const scales: ReadonlyMap<string, number> = new Map([
  ['k', 1_000],
  ['m', 1_000_000],
  ['mn', 1_000_000],
  ['bn', 1_000_000_000],
])

/** The numbers that a number which is not exact may mean. */
function meaningsOf(text: string): readonly string[] {
  const [, digits = '', scale = ''] = /^(\d+(?:\.\d+)?)(k|m|mn|bn)$/i.exec(text) ?? []
  const factor = scales.get(scale.toLowerCase())
  if (factor !== undefined) return [decimalOf(Math.round(Number(digits) * factor * 1_000) / 1_000)]
  const plainDigits = text.normalize('NFKC')
  if (plainDigits !== text && /^\d+$/.test(plainDigits)) return [plainDigits]
  if (/^\d{1,3}\.\d{3}$/.test(text)) return [decimalOf(Number(text)), text.replace('.', '')]
  if (/^\d+,\d{1,2}$/.test(text)) return [text.replace(',', '.'), text.replace(',', '')]
  if (/^\d{1,3}(?:\.\d{3})+,\d{1,2}$/.test(text)) return [text.replaceAll('.', '').replace(',', '.')]
  return []
}

const seconds: ReadonlyMap<string, number> = new Map([
  ['ms', 0.001],
  ['s', 1],
  ['min', 60],
  ['h', 3_600],
  ['d', 86_400],
  ['wk', 604_800],
])

/** The number that a field is compared with, and the places that stay open where its unit does not say. */
export function inUnitOf(field: FieldRef, amount: Quantity, chart: Chart): Outcome<number> {
  const { unit, value, decimal, from, to } = amount
  if (unit === null) return { value }
  const own = unitOf(field)
  const open = (kind: Slot['kind'], options: readonly string[]): Outcome<number> => ({
    value,
    slots: [slotOf(kind, chart, from, to, { options })],
  })
  if (unit === 'percent') {
    if (own === 'percent') return { value }
    const fraction = Number((value / 100).toPrecision(15))
    return own === 'fraction' ? { value: fraction } : open('percentage', [decimal, decimalOf(fraction)])
  }
  if (own === unit) return { value }
  if (unit === 'usd' && own === null && currencyFields(chart) <= 1) return { value }
  if (unit === 'usd' && own === 'cents') return open('unit', [decimalOf(Math.round(value * 100))])
  if (isCurrency(unit)) return open('unit', [decimal])
  const [a, b] = [seconds.get(unit), own === null ? undefined : seconds.get(own)]
  return open('unit', [
    a === undefined || b === undefined ? decimal : decimalOf(Number(((value * a) / b).toPrecision(12))),
  ])
}

function currencyFields({ circumstances }: Chart): number {
  return circumstances.fields.filter(({ name }) => /currency/i.test(name)).length
}

export const inclusive: Rule<true> = said(
  'inclusive|( inclusive )|, inclusive|inclusively|both inclusive|including both',
)
