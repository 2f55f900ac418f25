import { holdsLists } from '../demands/field-nature.ts'
import { characterNames, forbiddenPatterns, trimmedPatterns } from '../../lexicon/formats.ts'
import { phraseNouns } from '../../lexicon/verbs.ts'
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
import type { FieldTest } from '../demands/field-test.ts'
import { type Predicate, predicate } from './predicate.ts'
import { be } from './states.ts'
import { tests, verb } from './verb.ts'

/** Phrases that a text has or has not. */
interface Phrases {
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

const quotedPattern = token(({ kind, value }) => (kind === 'quoted' || kind === 'backtick' ? value : null))

export const contained: Rule<Predicate> = memo(
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
        said('free of|without|free from|no'),
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
      holdsLists(field) &&
      isAffirmed &&
      all.length === 1
      ? [inText, member]
      : [inText]
  })
}
