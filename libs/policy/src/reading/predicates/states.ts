import { being } from '../../lexicon/modals.ts'
import { missingWords } from '../../lexicon/presence.ts'
import { repeatedWords } from '../../lexicon/uniqueness.ts'
import { reachableWords } from '../../lexicon/verbs.ts'
import { alt, list, map, maybe, memo, type Rule, said, seq, token, words } from '../chart.ts'
import type { FieldRef } from '../demands/field-test.ts'
import { ownField, slotOf } from '../nouns.ts'
import { compared, numbersFor, sumOfFields } from './comparisons.ts'
import { holdsLists } from '../demands/field-nature.ts'
import { denied, predicate, type Predicate } from './predicate.ts'
import { absent, bareForm, form, listed, masked, measured, present, unique } from './qualities.ts'
import { quantity } from './quantities.ts'
import { isCode, listedValues, oneValue, type SaidValue, someValues, valuesFor } from './values.ts'
import { tests, turned, verb } from './verb.ts'

/** Values after `is`. */
export const values: Rule<Predicate> = map(alt(someValues, listedValues), (items) => valuesPredicate(items))

export function valuesPredicate(items: readonly SaidValue[]): Predicate {
  const [only, another] = items
  const bareValue = only?.isBare === true && another === undefined ? { from: only.from, to: only.to } : null
  return predicate(
    (field, chart) =>
      valuesFor(field, items, chart).map(({ value, slots }) => ({
        value: [{ kind: 'in', values: value }],
        ...(slots !== undefined && { slots }),
      })),
    { bareValue },
  )
}

const anythingBut: Rule<Predicate> = map(
  seq(
    said('anything but|anything except|any value but|anything other than|other than|something other than'),
    alt(someValues),
  ),
  ([, items]) => denied(valuesPredicate(items)),
)

export const equalNumber: Rule<Predicate> = map(seq(maybe('exactly|equal to'), quantity), ([, amount]) =>
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

export const once: Rule<Predicate> = map(
  said(
    'at most once|only once|no more than once|exactly once|once only|not more than once|just once|at most one time|once at most|once',
  ),
  () => tests({ kind: 'unique', ignoresCase: false }),
)

/** What is said after `is`. */
export const complement: Rule<Predicate> = memo(
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
    map(seq(said('of'), someValues), ([, items]) => (items.length > 1 ? valuesPredicate(items) : null)),
    once,
    map(said('no duplicates|no duplicate values|no repeats|no repeated values|no duplication'), () =>
      tests({ kind: 'unique', ignoresCase: false }),
    ),
    map(
      said('no blanks|no nulls|no empty values|no missing values|no gaps|no empty cells|no null values'),
      () => tests({ kind: 'present' }),
    ),
  ),
)

export const be: Rule<boolean> = words(being)

const colon: Rule<boolean> = map(said(':|must|should|shall'), () => true)

/** `countries: DE, AT, CH`: that the value is one of them is asked about. */
const listAfterColon: Rule<Predicate> = map(
  seq(said(':'), list(oneValue, said(','))),
  ([, items], _, from, to) =>
    items.length < 2
      ? null
      : predicate((field, chart) => {
          const isOfCodes = items.every(({ value }) => isCode(value))
          const slot = slotOf('meaning', chart, from, to, {
            options: [`is one of ${chart.words(from + 1, to)}`],
          })
          return valuesFor(field, items, chart).map(({ value }) => ({
            value: [{ kind: 'in', values: value }],
            slots: isOfCodes && !holdsLists(field) ? [] : [slot],
          }))
        }),
)
const affirmedBe: Rule<boolean> = map(be, (isAffirmed) => (isAffirmed ? true : null))
export const states: Rule<Predicate> = memo(
  alt(
    turned(
      map(
        seq(affirmedBe, said('all|both|either|also|only|each|always'), complement),
        ([isAffirmed, , one]) => [isAffirmed, one] as const,
      ),
    ),
    turned(map(seq(be, complement), ([isAffirmed, one]) => [isAffirmed, one] as const)),
    elliptic,
    map(seq(colon, elliptic), ([, one]) => one),
    map(seq(said(':'), complement), ([, one]) => one),
    listAfterColon,
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

/** `must not be empty or "n/a"`, `is neither blank nor "none"`: there is a value, and none of these. */
export const filledOtherwise: Rule<Predicate> = map(
  alt(
    map(
      seq(be, maybe('neither'), said(missingWords), said('or|nor|, or'), someValues),
      ([isAffirmed, isNeither, , , items]) => (isAffirmed === isNeither ? items : null),
    ),
    map(
      seq(be, maybe('neither'), someValues, said('or|nor|, or'), said(missingWords)),
      ([isAffirmed, isNeither, items]) => (isAffirmed === isNeither ? items : null),
    ),
  ),
  (items) => {
    const others = denied(valuesPredicate(items))
    return others === null
      ? null
      : predicate((field, chart) =>
          others.of(field, chart).map((one) => ({ ...one, value: [{ kind: 'present' }, ...one.value] })),
        )
  },
)

const equalSign = token(({ kind, value }) =>
  kind === 'sign' && (value === '=' || value === '!=') ? value === '=' : null,
)

export const equalities: Rule<Predicate> = memo(
  alt(
    turned(
      map(
        seq(alt(verb('equal'), equalSign), someValues),
        ([isAffirmed, items]) => [isAffirmed, valuesPredicate(items)] as const,
      ),
    ),
    turned(
      map(
        seq(alt(verb('equal'), equalSign), ownField),
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
    map(seq(verb('differ'), ownField), ([isAffirmed, other]) =>
      isAffirmed ? denied(equalTo(other)) : equalTo(other),
    ),
  ),
)

function equalTo(other: FieldRef): Predicate {
  return predicate((field) =>
    field.name === other.name ? [] : [{ value: [{ kind: 'compare_field', relation: 'eq', other }] }],
  )
}
