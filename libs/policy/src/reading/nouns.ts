import { isRowNoun, maxWordsOfRowNoun } from '../fields/row-nouns.ts'
import { isFunctionWord } from '../lexicon/function-words.ts'
import {
  determiners,
  everyOne,
  everyWords,
  everywhere,
  inEvery,
  markWords,
  possessives,
  perRow,
  valuesOf,
  valueWords,
  wholes,
} from '../lexicon/rows.ts'
import type { Token } from '../tokens/token.ts'
import {
  alt,
  type Chart,
  found,
  type Found,
  list,
  map,
  maybe,
  memo,
  opt,
  part,
  type Rule,
  said,
  seq,
} from './chart.ts'
import type { Slot } from './clause-reading.ts'
import type { FieldRef } from './demands/field-test.ts'

/** The most words of a noun that is no known field. */
const maxNounWords = 5

function slotOf(kind: Slot['kind'], chart: Chart, from: number, to: number, more: Partial<Slot> = {}): Slot {
  return { kind, from, to, noun: chart.words(from, to), fields: [], options: [], ...more }
}
export { slotOf }

/** A name that equals exactly one known field; the longest run of words counts. More than one field is an open place. */
const knownField: Rule<FieldRef> = memo((chart, at) => {
  const run = chart.index.longestAt(chart.spoken, at)
  if (run === null || chart.tokens[at]?.kind !== 'word') return []
  const [only] = run.fields
  if (only === undefined) return []
  const value: FieldRef = { name: only.name, known: only }
  const slots = run.fields.length === 1 ? [] : [slotOf('field', chart, at, run.end, { fields: run.fields })]
  return [{ ...found(value, run.end), slots }]
})

function knownNamed(chart: Chart, name: string): FieldRef {
  return { name, known: chart.circumstances.fields.find((field) => field.name === name) ?? null }
}

/** A name in quotes. */
const quotedField: Rule<FieldRef> = (chart, at) => {
  const token = chart.tokens[at]
  if (token?.kind !== 'quoted' && token?.kind !== 'backtick') return []
  if (token.value.length > 256) return []
  const value = knownNamed(chart, token.value)
  const isSentence =
    value.known === null &&
    token.value.split(' ').length > 2 &&
    /\b(?:every|each|is|are|must|should|has|have|contains?)\b/i.test(token.value)
  return [{ ...found(value, at + 1), slots: isSentence ? [slotOf('field', chart, at, at + 1)] : [] }]
}

/** A name of one word with an underscore, or a JSON pointer, marks itself, unless the fields are known and it is none of them. */
const markedWord: Rule<FieldRef> = (chart, at) => {
  const token = chart.tokens[at]
  if (token?.kind !== 'word' || !/_|^\//.test(token.text)) return []
  if (chart.index.longestAt(chart.spoken, at) !== null) return []
  const value = knownNamed(chart, token.text)
  return chart.circumstances.fields.length === 0 || token.text.startsWith('/')
    ? [found(value, at + 1)]
    : [{ ...found(value, at + 1), slots: [slotOf('field', chart, at, at + 1)] }]
}

/** The next word is a name, whatever it is, because the text says so. */
const namedWord: Rule<FieldRef> = (chart, at) => {
  const token = chart.tokens[at]
  if (token?.kind !== 'word' || isFunctionWord(token.folded)) return []
  const run = chart.index.longestAt(chart.spoken, at)
  return run === null ? [found(knownNamed(chart, token.text), at + 1)] : []
}

/** A noun that is no known field. Of the runs of words from here only the longest counts. */
const openNoun: Rule<FieldRef> = memo((chart, at) => {
  const { tokens } = chart
  let end = at
  while (end < tokens.length && end - at < maxNounWords && isNounWord(tokens, end, at)) end += 1
  if (end === at || tokens[end - 1]?.folded === 'of') return []
  const run = chart.index.longestAt(chart.spoken, at)
  if (run !== null && run.end >= end) return []
  const name = chart.words(at, end)
  return [{ ...found({ name, known: null }, end), slots: [slotOf('field', chart, at, end)] }]
})

function isNounWord(tokens: readonly Token[], at: number, start: number): boolean {
  const token = tokens[at]
  if (token?.kind !== 'word' && !(token?.kind === 'number' && at > start)) return false
  if (token.folded === 'of') return at > start && tokens[at + 1]?.kind === 'word'
  return !isFunctionWord(token.folded)
}

const name: Rule<FieldRef> = alt(knownField, quotedField, markedWord, openNoun)
const marked: Rule<FieldRef> = map(
  seq(said(markWords), maybe('called|named|:'), alt(knownField, quotedField, namedWord)),
  ([, , field], chart, _, end) =>
    chart.tokens[end - 1]?.kind === 'quoted' ? { ...field, isSpelledOut: true } : field,
)
const markedAfter: Rule<FieldRef> = map(seq(namedWord, said(markWords)), ([field]) => field)

/** One field, with what may stand around its name. */
function fieldAfter(determiner: string): Rule<FieldRef> {
  return memo(
    part(
      'field',
      map(
        seq(
          opt(said(valuesOf), false),
          opt(said(determiner), false),
          alt(
            marked,
            markedAfter,
            map(seq(name, opt(said(valueWords), false)), ([field]) => field),
          ),
        ),
        ([, , field]) => field,
      ),
    ),
  )
}
export const oneField: Rule<FieldRef> = fieldAfter(determiners)
/** What a row has. */
export const ownField: Rule<FieldRef> = fieldAfter(possessives)

/** Several fields, and whether all of them are meant or one of them. */
export interface FieldGroup {
  readonly fields: readonly FieldRef[]
  readonly joint: 'one' | 'and' | 'or'
}

const andSeparator = said(', and|,|and|&|as well as|, as well as|and also|and the')
const orSeparator = said(', or|,|or|and/or|/')

const andFields: Rule<FieldGroup> = map(
  seq(opt(said('both|all of'), false), list(oneField, andSeparator)),
  ([isBoth, fields]) => {
    if (isBoth && fields.length === 1) return null
    return isDistinct(fields) ? { fields, joint: fields.length === 1 ? 'one' : 'and' } : null
  },
)
const orFieldsOf = (one: Rule<FieldRef>): Rule<FieldGroup> =>
  map(
    seq(
      opt(
        said(
          'either|at least one of|one of|any of|either of|one or more of|at least one of the following :|one of the',
        ),
        false,
      ),
      list(one, orSeparator),
    ),
    ([isAny, fields], chart, at, end) => {
      if (fields.length < 2 || !isDistinct(fields)) return null
      const hasOr = chart.tokens
        .slice(at, end)
        .some(({ kind, folded }) => kind === 'word' && /^(?:or|and\/or)$/.test(folded))
      return hasOr || isAny ? { fields, joint: 'or' } : null
    },
  )
const orFields = orFieldsOf(oneField)
/** One of several fields that a row has. */
export const ownAlternatives: Rule<FieldGroup> = memo(orFieldsOf(ownField))
export const anyOfFields: Rule<FieldGroup> = map(
  seq(said('at least one of|one or more of|any of|at least one of the'), list(oneField, andSeparator)),
  ([, fields]) => (fields.length < 2 || !isDistinct(fields) ? null : { fields, joint: 'or' }),
)

function isDistinct(fields: readonly FieldRef[]): boolean {
  return new Set(fields.map(({ name: one }) => one)).size === fields.length
}

/** Known fields in one word, with slashes between them: `name/email`. */
export const slashedFields: Rule<readonly FieldRef[]> = part('field', (chart, at) => {
  const token = chart.tokens[at]
  const names = token?.kind === 'word' ? token.text.split('/') : []
  const fields = names.map((one) => chart.index.named(one))
  const isKnown = fields.length > 1 && fields.every((same) => same.length === 1)
  return isKnown
    ? [
        found(
          fields.flatMap(([known]) => (known === undefined ? [] : [{ name: known.name, known }])),
          at + 1,
        ),
      ]
    : []
})

/** A name in a list that a word marks as one of names. */
const listedField: Rule<FieldRef> = part(
  'field',
  map(seq(opt(said(determiners), false), alt(knownField, quotedField, namedWord)), ([, field]) => field),
)
const markedFields: Rule<FieldGroup> = map(
  seq(
    said(
      'fields|columns|keys|the fields|the columns|the following fields|the following columns|following fields|following columns|columns named|fields named|these fields|these columns|the keys',
    ),
    maybe(':'),
    list(listedField, andSeparator),
  ),
  ([, , fields]) => (isDistinct(fields) ? { fields, joint: fields.length === 1 ? 'one' : 'and' } : null),
)

/** One or several fields. */
export const someFields: Rule<FieldGroup> = memo(alt(andFields, orFields, anyOfFields, markedFields))
/** One field, or several of which all are meant. */
export const allFields: Rule<readonly FieldRef[]> = memo(
  map(alt(andFields, markedFields), ({ fields }) => fields),
)
/** Fields after a negation, where `and` and `or` mean the same. */
export const noFields: Rule<readonly FieldRef[]> = memo(
  map(alt(andFields, orFields, markedFields), ({ fields }) => fields),
)
/** Fields that a word before them marks, as in `columns: id, value`. */
export const markedList: Rule<readonly FieldRef[]> = map(markedFields, ({ fields }) => fields)

/** What one row is called, and how many words that are. */
export const rowNoun: Rule<true> = memo(
  part('rows', (chart, at) => {
    const results: Found<true>[] = []
    for (let end = at + 1; end <= Math.min(at + maxWordsOfRowNoun, chart.tokens.length); end += 1) {
      if (chart.tokens[end - 1]?.kind !== 'word') break
      if (isRowNoun(chart.words(at, end), chart.circumstances.unitName)) results.push(found(true, end))
    }
    return results
  }),
)

/** A noun after `every` that is no known name of a row and no field: it may be what a row is called. */
export const unknownRow: Rule<true> = (chart, at) => {
  const [first] = chart.tokens.slice(at, at + 1)
  const isNoun = (token: Token | undefined): boolean =>
    token?.kind === 'word' && !isFunctionWord(token.folded) && !token.text.includes('_')
  if (first === undefined || !isNoun(first) || chart.index.longestAt(chart.spoken, at) !== null) return []
  const ends =
    isNoun(chart.tokens[at + 1]) && chart.index.longestAt(chart.spoken, at + 1) === null
      ? [at + 1, at + 2]
      : [at + 1]
  return ends
    .filter((end) => !isRowNoun(chart.words(at, end), chart.circumstances.unitName))
    .map((end) => ({
      ...found(true as const, end),
      slots: [
        slotOf('counted', chart, at, end, {
          options: [chart.tokens[end - 1]?.folded.endsWith('s') === true ? 'rows' : 'row'],
        }),
      ],
    }))
}

/** Every row, as the subject of a sentence. */
export const everyRow: Rule<true> = memo(
  alt(
    map(seq(opt(said(everyWords), false), rowNoun), () => true as const),
    map(seq(said('every|each|all|all the|all of the|every single'), unknownRow), () => true as const),
    part('rows', said(everyOne)),
    part(
      'rows',
      map(seq(said('the|this|our|every|each'), said(wholes)), () => true as const),
    ),
  ),
)

/** That something holds for every row, after it was said; nothing of it changes the check. */
export const inEveryRow: Rule<true> = memo(
  alt(
    map(
      seq(opt(said(','), false), said(inEvery), opt(said('single|one of the|of the'), false), rowNoun),
      () => true as const,
    ),
    map(
      seq(said('in every|in each|on every|on each|for every|for each|across all|for all|in all'), unknownRow),
      () => true as const,
    ),
    part('rows', said(everywhere)),
    part('rows', said(perRow)),
    (chart, at) =>
      chart.circumstances.unitName === undefined || chart.tokens[at]?.folded !== 'per'
        ? []
        : rowNoun(chart, at + 1).filter(
            ({ end }) =>
              isRowNoun(chart.words(at + 1, end), chart.circumstances.unitName) &&
              !isRowNoun(chart.words(at + 1, end)),
          ),
  ),
)

/** A tail of any number of such words, or none. */
export const tail: Rule<boolean> = opt(
  alt(
    inEveryRow,
    map(seq(inEveryRow, inEveryRow), () => true as const),
  ),
  false as const,
)

const measureNouns =
  /^(?:words?|char(?:acter)?s?|digits?|letters?|minutes?|hours?|days?|weeks?|months?|seconds?|times?|percent|sentences?|paragraphs?|pages?|sections?)$/
/** A counted noun that is no row noun: a question. */
export const countedNoun: Rule<true> = (chart, at) => {
  let end = at
  while (end < chart.tokens.length && end - at < 4) {
    const token = chart.tokens[end]
    if (token?.kind !== 'word' || isFunctionWord(token.folded)) break
    end += 1
  }
  if (measureNouns.test(chart.tokens[at]?.folded ?? '')) return []
  if (end === at || isRowNoun(chart.words(at, end), chart.circumstances.unitName)) return []
  return [{ ...found(true, end), slots: [slotOf('counted', chart, at, end, { options: ['rows'] })] }]
}
