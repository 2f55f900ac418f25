import { mayBeNumber, nearFields } from '../../fields/field-candidates.ts'
import { bounds, degrees, type Relation } from '../../lexicon/comparisons.ts'
import { isFunctionWord } from '../../lexicon/function-words.ts'
import { type PhraseTable, phraseTable } from '../../wordings/phrase-table.ts'
import type { KnownField } from '../../outcome.ts'
import type { Token } from '../../tokens/token.ts'
import { inexactNumbers } from './inexact-numbers.ts'
import { type Asker, extractOf, type Inquiry, questionOf, readable, sentencesOf } from '../inquiry.ts'
import { percentOrNumber } from './open-places.ts'

const own: readonly (readonly [string, Relation])[] = [
  [
    'within|in at most|no longer than|not longer than|not exceed|never exceed|no slower than|no later than|capped at',
    'lte',
  ],
  ['longer than|exceeds|exceed|slower than|greater|higher', 'gt'],
  ['shorter than|faster than|quicker than|in under|in less than|sooner than', 'lt'],
  ['no shorter than|not shorter than|no faster than', 'gte'],
]
const tables: readonly (readonly [Relation, PhraseTable])[] = (['lte', 'gte', 'lt', 'gt'] as const).map(
  (relation) => [
    relation,
    phraseTable(
      [...bounds, ...degrees, ...own]
        .filter(([, one]) => one === relation)
        .flatMap(([wordings]) => wordings.split('|'))
        .join('\n'),
    ),
  ],
)
const opposites = { lte: 'gt', gte: 'lt', lt: 'gte', gt: 'lte', eq: 'ne', ne: 'eq' } as const
const phrases: Readonly<Record<Relation, string>> = {
  lte: 'is at most',
  gte: 'is at least',
  lt: 'is less than',
  gt: 'is greater than',
  eq: 'is equal to',
  ne: 'is not equal to',
}
const stops = new Set(['and', 'or', 'if', 'when', 'but', 'unless', ',', ';', ':', '.', 'except'])
const numericKinds: ReadonlySet<Token['kind']> = new Set(['number', 'percentage', 'odd'])
const aggregates = new Map([
  ['average', 'the mean of '],
  ['avg', 'the mean of '],
  ['mean', 'the mean of '],
  ['median', 'the mean of '],
  ['total', 'the sum of '],
  ['sum', 'the sum of '],
])

/** A noun, a comparison, a number and perhaps a unit, and nothing else. */
interface Comparison {
  readonly noun: { readonly from: number; readonly to: number; readonly words: string }
  readonly relation: Relation
  readonly number: Token
  readonly unit: string
  readonly aggregate: string
  /** Of a range: its upper end. */
  readonly upper?: Token
}

/** Lengths are compared by checks of their own. */
const measures =
  /^(?:characters?|chars?|words?|letters?|digits?|items?|entries|elements?|sentences?|paragraphs?|pages?|times?|rows?|records?)$/
const delivery = /^(?:to be |please |must be |is )*(?:deliver|deliver(?:ed|y)|due|submit|submitted|sent)\b/

/** Asks which field is compared and in which unit, where a noun is held against a number: `first response within 1 hour`. */
export const askCompared: Asker = (inquiry) => {
  const comparison = findComparison(inquiry)
  if (comparison === null) return null
  const { noun, number, unit } = comparison
  if (inquiry.named.filter(({ to }) => to <= noun.to).length > 1) return null
  const isThing = unit !== '' && !milliseconds.has(unit) && !/^%|percent$/.test(unit)
  const { fields } = inquiry.circumstances
  const numeric = fields.filter(mayBeNumber)
  const near = nearFields(
    isThing ? unit : `${noun.words} ${unit}`.trim(),
    numeric.length > 0 ? numeric : fields,
  )
  const sentences = near.flatMap((field) => statements(comparison, field))
  const extract = extractOf(inquiry, 0, inquiry.tokens.length)
  return questionOf(
    {
      ...extract,
      reason:
        number.kind === 'percentage' ? 'percent_or_number' : unit === '' ? 'field_unmarked' : 'unit_open',
      question: `Which field is compared with ${JSON.stringify(shownNumber(comparison))}, and how does it count?`,
      wants: 'reading',
    },
    readable(inquiry, sentencesOf(sentences)),
  )
}

function findComparison({ tokens, words, text }: Inquiry): Comparison | null {
  for (const [at, word] of words.entries()) {
    if (stops.has(word.folded)) return null
    const between = word.folded === 'between' && tokens[at + 2]?.folded === 'and'
    const found = between
      ? { relation: 'gte' as const, end: at + 1 }
      : tables
          .map(([relation, table]) => ({ relation, end: table.at(words, at)?.end ?? 0 }))
          .toSorted((a, b) => b.end - a.end)[0]
    if (found === undefined || found.end === 0) continue
    const number = tokens[found.end]
    if (number === undefined || !numericKinds.has(number.kind)) continue
    const upper = between ? tokens[at + 3] : undefined
    const after = between ? at + 4 : found.end + 1
    const rest = tokens.slice(after).map(({ folded }) => folded)
    if (delivery.test(words.map(({ folded }) => folded).join(' '))) return null
    const unit = rest[0] !== undefined && /^[a-z%]+$/.test(rest[0]) ? rest[0] : ''
    if (measures.test(unit)) return null
    if (rest.length > (unit === '' ? 0 : 1) || at === 0) return null
    const before = words.slice(0, at).map(({ folded }) => folded)
    const isDenied = before
      .slice(-3)
      .some((one) => /^(?:not|never|no|cannot|cant|mustnt|shouldnt|wont)$/.test(one))
    const nouns = before
      .map((one, index) => ({ one, index }))
      .filter(({ one }) => !isFunctionWord(one) && !aggregates.has(one) && one !== 'drop' && one !== 'fall')
    const [first] = nouns
    const last = nouns.at(-1)
    if (
      first === undefined ||
      last === undefined ||
      tokens.slice(0, at).some(({ kind }) => numericKinds.has(kind))
    )
      return null
    return {
      noun: {
        from: first.index,
        to: last.index + 1,
        words: text.slice(tokens[first.index]?.start, tokens[last.index]?.end),
      },
      relation: isDenied ? opposites[found.relation] : found.relation,
      number,
      unit,
      aggregate: before.map((one) => aggregates.get(one) ?? '').join(''),
      ...(upper !== undefined && { upper }),
    }
  }
  return null
}

function statements(
  { relation, number, unit, aggregate, upper }: Comparison,
  field: KnownField,
): readonly string[] {
  const name = JSON.stringify(field.name)
  const values = valuesOf(number, unit, field)
  if (upper === undefined) return values.map((value) => `${aggregate}${name} ${phrases[relation]} ${value}`)
  const uppers = valuesOf(upper, unit, field)
  return values.map((value, index) => `${aggregate}${name} is between ${value} and ${uppers[index] ?? ''}`)
}

function valuesOf(number: Token, unit: string, field: KnownField): readonly string[] {
  if (number.kind === 'odd') return inexactNumbers(number.text)
  if (number.kind === 'percentage') {
    const [written, part] = percentOrNumber(number.text)
    return [field.unit === 'fraction' ? part : written, field.unit === undefined ? part : undefined].filter(
      (one) => one !== undefined,
    )
  }
  return [inUnitOf(number.value, unit, field) ?? number.value]
}

const milliseconds = new Map([
  ...pairs('ms millisecond milliseconds msec', 1),
  ...pairs('s sec secs second seconds', 1_000),
  ...pairs('min mins minute minutes', 60_000),
  ...pairs('h hr hrs hour hours', 3_600_000),
  ...pairs('d day days', 86_400_000),
  ...pairs('week weeks', 604_800_000),
])

function pairs(words: string, value: number): readonly (readonly [string, number])[] {
  return words.split(' ').map((word) => [word, value])
}

/** The number in the unit that the field counts in, by its unit or the end of its name; null where either has none. */
function inUnitOf(number: string, unit: string, { name, unit: declared = '' }: KnownField): string | null {
  const from = milliseconds.get(unit)
  const to =
    milliseconds.get(declared.toLowerCase()) ??
    milliseconds.get(/(?:^|[_\- ])([a-z]+)$/.exec(name.toLowerCase())?.[1] ?? '')
  if (from === undefined || to === undefined) return null
  const value = (Number(number) * from) / to
  return Number.isFinite(value) ? String(Number(value.toPrecision(12))) : null
}

function shownNumber({ number, upper, unit }: Comparison): string {
  return [
    number.text,
    ...(upper === undefined ? [] : ['to', upper.text]),
    ...(unit === '' ? [] : [unit]),
  ].join(' ')
}
