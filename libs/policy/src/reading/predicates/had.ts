import { alphabets } from '../../lexicon/measures.ts'
import { doing } from '../../lexicon/modals.ts'
import { missingThings } from '../../lexicon/presence.ts'
import { duplicateNouns } from '../../lexicon/uniqueness.ts'
import { alt, map, maybe, memo, opt, type Rule, said, seq, words } from '../chart.ts'
import { compared } from './comparisons.ts'
import { denied, type Predicate } from './predicate.ts'
import { form, listed, masked, measured } from './qualities.ts'
import { once, values } from './states.ts'
import { tests, turned, verb } from './verb.ts'

/** The same words with `only` inside. */
const onlyHas =
  'only contains|only contain|must only contain|may only contain|can only contain|should only contain|consists only of|consist only of|must consist only of|should consist only of|only consists of|only has|only uses|is made up only of|must be made up only of'
const onlyLetters = [
  ...alphabets,
  ['numbers', String.raw`\d`],
  ['letters and numbers|letters or numbers|numbers and letters', '[A-Za-z0-9]'],
] as const

/** `has 5 digits`, `has at least 50 characters`, `has no negative values`. */
export const had: Rule<Predicate> = memo(
  alt(
    turned(map(seq(verb('have'), alt(measured, listed)), ([isAffirmed, one]) => [isAffirmed, one] as const)),
    map(
      seq(
        alt(
          map(seq(verb('have'), said('only|nothing but|exclusively|solely')), ([isAffirmed]) => isAffirmed),
          map(said(onlyHas), () => true),
        ),
        words(onlyLetters),
      ),
      ([isAffirmed, letters]) => (isAffirmed ? tests({ kind: 'matches', pattern: `${letters}+` }) : null),
    ),
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
      seq(verb('have'), maybe('a|the'), said('value|type'), maybe('of'), alt(values, masked, form)),
      ([isAffirmed, , , , one]) => (isAffirmed ? one : null),
    ),
    map(
      seq(verb('have'), maybe('a|the'), said('format'), maybe('of'), alt(masked, form)),
      ([isAffirmed, , , , one]) => (isAffirmed ? one : null),
    ),
    map(seq(verb('have'), said('https')), ([isAffirmed]) =>
      isAffirmed ? tests({ kind: 'url', schemes: ['https'] }) : null,
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
