import { being, doing } from '../../lexicon/modals.ts'
import { reachableWords, phraseNouns, type VerbName, verbs } from '../../lexicon/verbs.ts'
import { characterNames, forbiddenPatterns, trimmedPatterns } from '../../lexicon/formats.ts'
import { missingThings } from '../../lexicon/presence.ts'
import { duplicateNouns, repeatedWords } from '../../lexicon/uniqueness.ts'
import {
  alt,
  list,
  map,
  maybe,
  memo,
  opt,
  type Outcome,
  part,
  type Rule,
  said,
  seq,
  token,
  words,
} from '../chart.ts'
import type { Slot } from '../clause-reading.ts'
import { compared, numbersFor, sumOfFields } from './comparisons.ts'
import type { FieldRef, FieldTest } from '../demands/field-test.ts'
import { oneField, slotOf } from '../nouns.ts'
import { denied, orEmpty, predicate, type Predicate } from './predicate.ts'
import {
  absent,
  bareForm,
  form,
  listed,
  masked,
  measured,
  patterned,
  present,
  standard,
  unique,
} from './qualities.ts'
import { quantity } from './quantities.ts'
import {
  jsonItems,
  listedValues,
  literalText,
  oneValue,
  type SaidValue,
  someValues,
  valuesFor,
} from './values.ts'
import { unlessGiven } from '../../lexicon/presence.ts'

const tests = (...all: readonly FieldTest[]): Predicate => predicate(() => [{ value: all }])

/** A verb in any of its forms; false where it is denied. */
export function verb(name: VerbName): Rule<boolean> {
  const { bare, third, participle } = verbs[name]
  return memo(
    alt(
      map(seq(words(doing), said(bare)), ([isAffirmed]) => isAffirmed),
      map(said(third), () => true),
      map(seq(said('never|not'), said(third)), () => false),
      map(said(bare), () => true),
      map(said(participle), () => true),
    ),
  )
}

/** Turns a predicate where its verb is denied; one whose denial is not clear is dropped. */
function turned(rule: Rule<readonly [isAffirmed: boolean, one: Predicate]>): Rule<Predicate> {
  return map(rule, ([isAffirmed, one]) => (isAffirmed ? one : denied(one)))
}

/** Values after `is`. */
const values: Rule<Predicate> = map(alt(someValues, listedValues), (items) => valuesPredicate(items))

function valuesPredicate(items: readonly SaidValue[]): Predicate {
  return predicate((field, chart) =>
    valuesFor(field, items, chart).map(({ value, slots }) => ({
      value: [{ kind: 'in', values: value }],
      ...(slots !== undefined && { slots }),
    })),
  )
}

const anythingBut: Rule<Predicate> = map(
  seq(
    said('anything but|anything except|any value but|anything other than|other than|something other than'),
    alt(someValues),
  ),
  ([, items]) => denied(valuesPredicate(items)),
)
const equalNumber: Rule<Predicate> = map(seq(maybe('exactly|equal to'), quantity), ([, amount]) =>
  predicate((field, chart) =>
    amount.unit === null ? [] : numbersFor(field, [{ relation: 'eq', amount, isBound: false }], chart),
  ),
)
const reachable: Rule<Predicate> = map(said(reachableWords), (_, __, from, to) =>
  predicate((___, chart) => [
    {
      value: [{ kind: 'status', expected: 200 }],
      slots: [slotOf('meaning', chart, from, to, { options: ['returns 200'] })],
    },
  ]),
)
const summed: Rule<Predicate> = map(seq(maybe('equal to|the same as'), sumOfFields), ([, of]) =>
  predicate((field) =>
    of.some(({ name }) => name === field.name) ? [] : [{ value: [{ kind: 'sum', of }] }],
  ),
)
const once: Rule<Predicate> = map(
  said(
    'at most once|only once|no more than once|exactly once|once only|not more than once|just once|at most one time|once at most|once',
  ),
  () => tests({ kind: 'unique', ignoresCase: false }),
)
/** What is said after `is`. */
const complement: Rule<Predicate> = memo(
  alt(
    compared,
    measured,
    listed,
    form,
    bareForm,
    masked,
    present,
    absent,
    unique,
    values,
    anythingBut,
    equalNumber,
    reachable,
    summed,
  ),
)
/** What is said without `is`, as in `price > 0` or `title not empty`. */
const elliptic: Rule<Predicate> = memo(
  alt(
    compared,
    measured,
    masked,
    present,
    absent,
    unique,
    form,
    map(listedValues, valuesPredicate),
    map(oneValue, (one) => (typeof one.value === 'boolean' ? valuesPredicate([one]) : null)),
    once,
  ),
)

const be: Rule<boolean> = words(being)
const colon: Rule<boolean> = map(said(':|must|should|shall'), () => true)

const states: Rule<Predicate> = memo(
  alt(
    turned(
      map(
        seq(be, maybe('all|both|either|also|only|each|always'), complement),
        ([isAffirmed, , one]) => [isAffirmed, one] as const,
      ),
    ),
    turned(map(seq(be, complement), ([isAffirmed, one]) => [isAffirmed, one] as const)),
    elliptic,
    map(seq(colon, elliptic), ([, one]) => one),
    map(seq(said(':'), complement), ([, one]) => one),
    turned(
      map(
        seq(words([['not|never', false]] as const), elliptic),
        ([isAffirmed, one]) => [isAffirmed, one] as const,
      ),
    ),
    map(seq(be, said(repeatedWords)), ([isAffirmed]) =>
      isAffirmed ? null : tests({ kind: 'unique', ignoresCase: false }),
    ),
  ),
)

const equalSign = token(({ kind, value }) =>
  kind === 'sign' && (value === '=' || value === '!=') ? value === '=' : null,
)
const equalities: Rule<Predicate> = memo(
  alt(
    turned(
      map(
        seq(alt(verb('equal'), equalSign), someValues),
        ([isAffirmed, items]) => [isAffirmed, valuesPredicate(items)] as const,
      ),
    ),
    turned(
      map(
        seq(alt(verb('equal'), equalSign), oneField),
        ([isAffirmed, other]) => [isAffirmed, equalTo(other)] as const,
      ),
    ),
    map(seq(alt(verb('equal'), equalSign), sumOfFields), ([isAffirmed, of]) =>
      isAffirmed
        ? predicate((field) =>
            of.some(({ name }) => name === field.name) ? [] : [{ value: [{ kind: 'sum', of }] }],
          )
        : null,
    ),
    turned(map(seq(verb('equal'), equalNumber), ([isAffirmed, one]) => [isAffirmed, one] as const)),
    map(seq(verb('differ'), oneField), ([isAffirmed, other]) =>
      isAffirmed ? denied(equalTo(other)) : equalTo(other),
    ),
  ),
)

function equalTo(other: FieldRef): Predicate {
  return predicate((field) =>
    field.name === other.name ? [] : [{ value: [{ kind: 'compare_field', relation: 'eq', other }] }],
  )
}

/** `must not exceed 4`, `must not drop below 85`, `ranges from 1 to 5`. */
const bounded: Rule<Predicate> = memo(
  alt(
    ...(['exceed', 'fall'] as const).flatMap((name): Rule<Predicate>[] => {
      const relation = name === 'exceed' ? ('gt' as const) : ('lt' as const)
      return [
        turned(
          map(
            seq(verb(name), quantity),
            ([isAffirmed, amount]) =>
              [
                isAffirmed,
                predicate((field, chart) => numbersFor(field, [{ relation, amount, isBound: false }], chart)),
              ] as const,
          ),
        ),
        turned(
          map(
            seq(verb(name), oneField),
            ([isAffirmed, other]) =>
              [
                isAffirmed,
                predicate((field) =>
                  field.name === other.name ? [] : [{ value: [{ kind: 'compare_field', relation, other }] }],
                ),
              ] as const,
          ),
        ),
        turned(map(seq(verb(name), measuredBy(relation)), ([isAffirmed, one]) => [isAffirmed, one] as const)),
      ]
    }),
    turned(map(seq(verb('range'), compared), ([isAffirmed, one]) => [isAffirmed, one] as const)),
    turned(map(seq(verb('come'), compared), ([isAffirmed, one]) => [isAffirmed, one] as const)),
  ),
)

/** `must not exceed 80 characters`. */
function measuredBy(relation: 'gt' | 'lt'): Rule<Predicate> {
  return (chart, at) =>
    measured(chart, at).map((one) => ({
      ...one,
      value: predicate(
        (field, in_) =>
          one.value.of(field, in_).flatMap(({ value, slots }) => {
            const [test] = value
            if (value.length !== 1 || test?.kind !== 'compare' || test.relation !== 'eq') return []
            return [{ value: [{ ...test, relation }], ...(slots !== undefined && { slots }) }]
          }),
        { measure: one.value.measure },
      ),
    }))
}

const matched: Rule<Predicate> = memo(
  turned(
    map(
      seq(verb('match'), alt(patterned, standard, masked, form)),
      ([isAffirmed, one]) => [isAffirmed, one] as const,
    ),
  ),
)

/** `starts with DE`, `ends in .jpg or .png`. */
const affixed: Rule<Predicate> = memo(
  turned(
    alt(
      map(
        seq(verb('start'), literals()),
        ([isAffirmed, texts]) =>
          [isAffirmed, tests({ kind: 'matches', pattern: `${choice(texts)}.*` })] as const,
      ),
      map(
        seq(verb('end'), literals()),
        ([isAffirmed, texts]) =>
          [isAffirmed, tests({ kind: 'matches', pattern: `.*${choice(texts)}` })] as const,
      ),
    ),
  ),
)

function literals(): Rule<readonly string[]> {
  return map(
    seq(
      maybe(
        'either|one of|the prefix|the suffix|the letters|the characters|the extension|the string|the text',
      ),
      list(literalText, said(', or|,|or')),
    ),
    ([, texts], chart, at, end) =>
      texts.length === 1 ||
      chart.tokens
        .slice(at, end)
        .some(({ kind, folded }) => kind === 'word' && (folded === 'or' || folded === 'of'))
        ? texts
        : null,
  )
}

function choice(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return escaped.length === 1 ? (escaped[0] ?? '') : `(${escaped.join('|')})`
}

/** Phrases that a text has or has not. */
export interface Phrases {
  readonly phrases: readonly string[]
  readonly joint: 'and' | 'or' | 'one'
  readonly slots: readonly Slot[]
}

const phraseToken: Rule<{ readonly text: string; readonly isBare: boolean }> = part(
  'phrase',
  token(({ kind, value, text }) => {
    if (kind === 'quoted' || kind === 'bracketed') return { text: value, isBare: false }
    return kind === 'word' && /^[^\s]+\.[^\s]+$|@|^#/.test(text) ? { text, isBare: false } : null
  }),
)
const namedCharacter = part(
  'phrase',
  map(seq(opt(said('any|a|an'), false), words(characterNames)), ([, text]) => ({ text, isBare: false })),
)
const phraseItem = map(seq(opt(said(phraseNouns), false), alt(phraseToken, namedCharacter)), ([, one]) => one)

export const phrases: Rule<Phrases> = memo(
  map(
    seq(
      opt(said(`any|${phraseNouns}`), false),
      opt(said(':'), false),
      list(phraseItem, said(', and|, or|,|and|or|, nor|nor|as well as|and/or')),
    ),
    ([, , items], chart, at, end) => {
      const joints = chart.tokens
        .slice(at, end)
        .filter(({ kind, folded }) => kind === 'word' && /^(?:and|or|nor|either|any|one)$/.test(folded))
      const isOr = joints.some(({ folded }) => folded !== 'and')
      const isAnd = joints.some(({ folded }) => folded === 'and')
      if (isOr && isAnd && items.length > 1) return null
      return {
        phrases: items.map(({ text }) => text),
        joint: items.length === 1 ? 'one' : isOr ? 'or' : 'and',
        slots: [],
      }
    },
  ),
)

const lists =
  /(?:^|_)(?:tags|hashtags|images|photos|authors|keywords|categories|labels|items|reviewers|languages|skills|features|colors|sizes|emails|links)$/i

const quotedPattern = token(({ kind, value }) => (kind === 'quoted' || kind === 'backtick' ? value : null))
const contained: Rule<Predicate> = memo(
  alt(
    notMatching(
      seq(
        verb('contain'),
        said('the pattern|the regex|the regular expression|text matching|anything matching'),
        quotedPattern,
      ),
      ([isAffirmed, , source]) => (isAffirmed ? null : source),
    ),
    map(
      seq(
        verb('contain'),
        phrases,
        said('and not|, and not|but not|, but not|, not|, not the word|and never'),
        phrases,
      ),
      ([isAffirmed, wanted, , forbidden]) =>
        isAffirmed ? bothOf(containing(wanted, true), containing(forbidden, false)) : null,
    ),
    map(seq(verb('contain'), phrases), ([isAffirmed, said_]) => containing(said_, isAffirmed)),
    map(seq(verb('contain'), said('no|none of|neither|not any'), phrases), ([isAffirmed, , said_]) =>
      isAffirmed ? containing(said_, false) : null,
    ),
    map(seq(said('without|free of|free from'), phrases), ([, said_]) => containing(said_, false)),
    map(seq(be, said('free of|free from'), phrases), ([isAffirmed, , said_]) =>
      isAffirmed ? containing(said_, false) : null,
    ),
    notMatching(
      seq(
        verb('contain'),
        maybe('any'),
        words(forbiddenPatterns.map(([wordings, source]) => [wordings, source] as const)),
      ),
      ([isAffirmed, , source]) => (isAffirmed ? null : source),
    ),
    notMatching(
      seq(
        verb('contain'),
        said('no'),
        words(forbiddenPatterns.map(([wordings, source]) => [wordings, source] as const)),
      ),
      ([isAffirmed, , source]) => (isAffirmed ? source : null),
    ),
    notMatching(
      seq(
        maybe('is|are|must be|should be'),
        said('free of|without|free from'),
        words(forbiddenPatterns.map(([wordings, source]) => [wordings, source] as const)),
      ),
      ([, , source]) => source,
    ),
    map(seq(verb('contain'), maybe('any'), words(trimmedPatterns)), ([isAffirmed, , source]) =>
      isAffirmed ? null : tests({ kind: 'matches', pattern: source }),
    ),
    map(seq(verb('contain'), said('no'), words(trimmedPatterns)), ([isAffirmed, , source]) =>
      isAffirmed ? tests({ kind: 'matches', pattern: source }) : null,
    ),
  ),
)

function notMatching<Value>(rule: Rule<Value>, sourceOf: (value: Value) => string | null): Rule<Predicate> {
  return map(rule, (value) => {
    const pattern = sourceOf(value)
    return pattern === null ? null : tests({ kind: 'not_matches', pattern, partial: true })
  })
}

function bothOf(one: Predicate, other: Predicate): Predicate {
  return predicate((field, chart) =>
    one.of(field, chart).flatMap((first) =>
      other.of(field, chart).map((second) => ({
        value: [...first.value, ...second.value],
        slots: [...(first.slots ?? []), ...(second.slots ?? [])],
      })),
    ),
  )
}

export function containing({ phrases: all, joint }: Phrases, isAffirmed: boolean): Predicate {
  return predicate((field) => {
    const type = field.known?.type
    const [only = ''] = all
    const which = isAffirmed ? (joint === 'or' ? ('any' as const) : ('all' as const)) : ('none' as const)
    const inText: Outcome<readonly FieldTest[]> = { value: [{ kind: 'phrases', which, phrases: all }] }
    const member: Outcome<readonly FieldTest[]> = { value: [{ kind: 'member', value: only }] }
    if (type === 'list') return isAffirmed && all.length === 1 ? [member] : []
    if (type !== undefined && type !== 'text') return []
    return type === undefined &&
      field.isSpelledOut !== true &&
      lists.test(field.name) &&
      isAffirmed &&
      all.length === 1
      ? [inText, member]
      : [inText]
  })
}

/** `has 5 digits`, `has at least 50 characters`, `has no negative values`. */
const had: Rule<Predicate> = memo(
  alt(
    turned(map(seq(verb('have'), alt(measured, listed)), ([isAffirmed, one]) => [isAffirmed, one] as const)),
    map(seq(verb('have'), said('a length of|a length|a length between'), measured), ([isAffirmed, , one]) =>
      isAffirmed ? one : null,
    ),
    map(seq(verb('have'), said('a value|values|some value|a non-empty value|data')), ([isAffirmed]) =>
      isAffirmed ? tests({ kind: 'present' }) : null,
    ),
    map(seq(verb('have'), said(`no|not any`), said(missingThings)), ([isAffirmed]) =>
      isAffirmed ? tests({ kind: 'present' }) : null,
    ),
    map(seq(verb('have'), said(missingThings)), ([isAffirmed]) =>
      isAffirmed ? null : tests({ kind: 'present' }),
    ),
    map(seq(verb('have'), said(`any ${missingThings.split('|').join('|any ')}`)), ([isAffirmed]) =>
      isAffirmed ? null : tests({ kind: 'present' }),
    ),
    map(seq(verb('have'), said('no'), said(duplicateNouns)), ([isAffirmed]) =>
      isAffirmed ? tests({ kind: 'unique', ignoresCase: false }) : null,
    ),
    map(seq(verb('have'), maybe('any'), said(duplicateNouns)), ([isAffirmed]) =>
      isAffirmed ? null : tests({ kind: 'unique', ignoresCase: false }),
    ),
    map(
      seq(verb('have'), said('only unique values|unique values|only distinct values|distinct values')),
      ([isAffirmed]) => (isAffirmed ? tests({ kind: 'unique', ignoresCase: false }) : null),
    ),
    map(seq(verb('have'), said('no negative values|no negatives|no negative numbers')), ([isAffirmed]) =>
      isAffirmed ? tests({ kind: 'compare', relation: 'gte', value: 0 }) : null,
    ),
    map(seq(verb('have'), said('no zero values|no zeros|no zeroes')), ([isAffirmed]) =>
      isAffirmed ? tests({ kind: 'compare', relation: 'ne', value: 0 }) : null,
    ),
    map(
      seq(verb('have'), opt(said('no value|no values|values'), false), compared),
      ([isAffirmed, isNone, one], chart, at) => {
        if (!isNone) return isAffirmed ? one : denied(one)
        const isNo = chart.tokens.slice(at, at + 4).some(({ folded }) => folded === 'no')
        return isNo ? (isAffirmed ? denied(one) : null) : isAffirmed ? one : denied(one)
      },
    ),
    map(
      seq(verb('have'), maybe('a|the'), said('value|format|type'), maybe('of'), alt(values, masked, form)),
      ([isAffirmed, , , , one]) => (isAffirmed ? one : null),
    ),
    map(seq(verb('have'), alt(masked)), ([isAffirmed, one]) => (isAffirmed ? one : null)),
    map(
      seq(words(doing), said('appear|occur|be used|be repeated|repeat|be listed'), once),
      ([isAffirmed, , one]) => (isAffirmed ? one : null),
    ),
    map(seq(said('appears|occurs|is used|is listed|appear|occur|are listed'), once), ([, one]) => one),
    map(
      seq(
        words(doing),
        said('repeat|be repeated|be duplicated|be reused|contain duplicates|have duplicates'),
      ),
      ([isAffirmed]) => (isAffirmed ? null : tests({ kind: 'unique', ignoresCase: false })),
    ),
    map(verb('exist'), (isAffirmed) => (isAffirmed ? tests({ kind: 'present' }) : null)),
    map(seq(words(doing), said('be left|remain|stay'), said('blank|empty')), ([isAffirmed]) =>
      isAffirmed ? null : tests({ kind: 'present' }),
    ),
  ),
)

/** A status of HTTP, or several. */
export const status: Rule<number | readonly number[] | string> = memo(
  map(
    seq(
      maybe(
        'status|status code|http|http status|a status of|code|with status|with|an http status of|http status code|a|a status code of|the status|the status code|a status|http code|with a|with http',
      ),
      list(
        token(({ kind, value, folded }) =>
          kind === 'number' && /^[1-5]\d\d$/.test(value)
            ? Number(value)
            : /^[1-5]xx$/.test(folded)
              ? folded
              : null,
        ),
        said(', or|,|or|/'),
        10,
      ),
      maybe('status|ok|status code|response|responses|code|status codes'),
    ),
    ([, codes]) => {
      const [only] = codes
      if (only !== undefined && codes.length === 1) return only
      const numbers = codes.filter((one) => typeof one === 'number')
      return numbers.length === codes.length ? numbers : null
    },
  ),
)
export const answering: Rule<boolean> = verb('answer')
const answered: Rule<Predicate> = map(seq(answering, status), ([isAffirmed, expected]) =>
  isAffirmed ? tests({ kind: 'status', expected }) : null,
)
const works: Rule<Predicate> = map(
  said(
    'works|work|resolves|resolve|loads|load|must work|must resolve|should work|must load|opens|should load|should resolve',
  ),
  (_, __, from, to) =>
    predicate((___, chart) => [
      {
        value: [{ kind: 'status', expected: 200 }],
        slots: [slotOf('meaning', chart, from, to, { options: ['returns 200'] })],
      },
    ]),
)

const bare: Rule<Predicate> = memo(
  alt(states, equalities, bounded, matched, affixed, contained, had, answered, works),
)

/** All that can be said of a field, with `or empty` after it. */
export const saidOfField: Rule<Predicate> = memo(
  alt(
    bare,
    map(seq(bare, said(unlessGiven)), ([one]) => orEmpty(one)),
  ),
)

/** A bare word that only stands beside a field is not sure to be a value of it: `all rows have status again`. */
function asOpen(one: SaidValue): SaidValue {
  return one.isBare ? { ...one, isOpen: true } : one
}

/** What a row is said to have in a field: the name is followed by a value or a comparison. */
export const valueOfField: Rule<Predicate> = memo(
  alt(
    compared,
    measured,
    map(alt(someValues, jsonItems), (items) => valuesPredicate(items.map(asOpen))),
    map(listedValues, valuesPredicate),
    map(seq(said('of|set to|equal to|=|:'), someValues), ([, items]) => valuesPredicate(items)),
    map(seq(maybe('of'), equalNumber), ([, one]) => one),
    states,
    affixed,
    matched,
    equalities,
  ),
)
