import {
  afterNumber,
  afterTime,
  bounds,
  degrees,
  equalities,
  orBetter,
  type Relation,
  sameness,
  signs,
  temporal,
  temporalOfFields,
} from '../../lexicon/comparisons.ts'
import type { Scalar } from '../../tokens/token.ts'
import {
  alt,
  type Chart,
  expand,
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
import { holdsTimes, holdsWriting, unitOf } from '../demands/field-nature.ts'
import type { FieldRef, FieldTest } from '../demands/field-test.ts'
import { oneField, ownField, slotOf } from '../nouns.ts'
import { predicate, type Predicate } from './predicate.ts'
import { inclusive, inUnitOf, type Quantity, quantity } from './quantities.ts'

/** A relation, and whether a negation before it has two meanings. */
export interface Comparison {
  readonly relation: Relation
  readonly isBound: boolean
}

const signOf = new Map(signs)
const sign: Rule<Comparison> = token(({ kind, value }) => {
  const relation = kind === 'sign' ? signOf.get(value) : undefined
  return relation === undefined ? null : { relation, isBound: true }
})
const ofTable = (table: readonly (readonly [string, Relation])[], isBound: boolean): Rule<Comparison> =>
  map(words(table), (relation) => ({ relation, isBound }))

/** What stands before a number. */
export const comparison: Rule<Comparison> = memo(
  part('comparison', alt(sign, ofTable(degrees, false), ofTable(bounds, true), ofTable(equalities, false))),
)
const after: Rule<Comparison> = part('comparison', ofTable(afterNumber, true))
const afterMoment: Rule<Comparison> = part('comparison', ofTable(afterTime, true))
const temporally: Rule<Comparison> = memo(part('comparison', alt(ofTable(temporal, false))))

/** `0.7+`: a sign right after the number. */
const plusSign: Rule<true> = (chart, at) => {
  const one = chart.tokens[at]
  return one?.kind === 'sign' && one.value === '+' && !one.isSpaced
    ? [{ value: true, end: at + 1, parts: [], slots: [] }]
    : []
}

/** Numbers that a value lies between, or one number it is compared with. */
export interface Limit<Amount> {
  readonly relation: Relation
  readonly amount: Amount
  readonly isBound: boolean
}

const opener = maybe('of|:')
const exclusive = said('exclusive|( exclusive )|, exclusive|exclusively|not inclusive')

/** All ways to say limits of an amount, with the words around it. */
export function limitsOf<Amount>(
  amount: Rule<Amount>,
  isDecreasing: (low: Amount, high: Amount) => boolean,
): Rule<readonly Limit<Amount>[]> {
  const one = alt<readonly Limit<Amount>[]>(
    map(seq(maybe('of'), comparison, amount), ([, { relation, isBound }, value]) => [
      { relation, amount: value, isBound },
    ]),
    map(seq(maybe('of'), amount, plusSign), ([, value]) => [
      { relation: 'gte', amount: value, isBound: true },
    ]),
    map(seq(maybe('of'), amount, after), ([, value, { relation, isBound }]) => [
      { relation, amount: value, isBound },
    ]),
  )
  const better = expand(
    seq(maybe('of'), amount, said(orBetter)),
    ([, value], chart, _, to): readonly Outcome<readonly Limit<Amount>[]>[] => [
      {
        value: [{ relation: 'gte', amount: value, isBound: true }],
        slots: [slotOf('meaning', chart, to - 2, to, { options: ['or more', 'or less'] })],
      },
    ],
  )
  const ends = alt(
    map(
      seq(maybe('strictly|of'), said('between'), amount, said('and|to'), amount),
      ([, , low, , high]) => [low, high] as const,
    ),
    map(
      seq(maybe('ranging|ranges|of|anywhere'), said('from'), amount, said('to|up to|through|until'), amount),
      ([, , low, , high]) => [low, high] as const,
    ),
    map(
      seq(
        maybe(
          'in the range|within the range|in the range of|within the range of|in range|in the interval|within|of|in a range of|range|range of|in the range from|in the range between',
        ),
        amount,
        said('to|-|–|—|through|. .|. . .|…|and'),
        amount,
      ),
      ([isRange, low, , high], chart, at) =>
        isRange || !chart.tokens.slice(at, at + 3).some(({ folded }) => folded === 'and')
          ? ([low, high] as const)
          : null,
    ),
    map(
      seq(
        said('in the range|within the range|in the interval|in range'),
        said('[|('),
        amount,
        said(',|-|to'),
        amount,
        said(']|)'),
      ),
      ([, , low, , high]) => [low, high] as const,
    ),
  )
  const range = map(
    seq(
      ends,
      opt(
        alt(
          map(inclusive, () => 'in' as const),
          map(exclusive, () => 'ex' as const),
        ),
        null,
      ),
    ),
    ([[low, high], kind]) => [
      { relation: kind === 'ex' ? ('gt' as const) : ('gte' as const), amount: low, isBound: true },
      { relation: kind === 'ex' ? ('lt' as const) : ('lte' as const), amount: high, isBound: true },
    ],
  )
  const crossing = (limits: readonly Limit<Amount>[]): boolean => {
    const [low, high] = limits
    return low !== undefined && high !== undefined && isDecreasing(low.amount, high.amount)
  }
  return memo(
    alt<readonly Limit<Amount>[]>(
      one,
      better,
      expand(range, (limits, chart, from, to): readonly Outcome<readonly Limit<Amount>[]>[] => [
        { value: limits, slots: crossing(limits) ? [slotOf('number', chart, from, to)] : [] },
      ]),
    ),
  )
}

export const numericLimits = limitsOf(quantity, (low, high) => low.value > high.value)

/** A field held against numbers. */
const numeric: Rule<Predicate> = map(seq(opener, numericLimits), ([, all]) =>
  predicate((field, chart) => numbersFor(field, all, chart), {
    isBound: all.every(({ isBound }) => isBound),
    isNumber: true,
  }),
)

/** The test of each limit; a percentage or unit that a range has at its end counts for both ends. */
export function numbersFor(
  field: FieldRef,
  all: readonly Limit<Quantity>[],
  chart: Chart,
): readonly Outcome<readonly FieldTest[]>[] {
  const tests: FieldTest[] = []
  const type = field.known?.type
  if (type === 'boolean' || type === 'list' || type === 'object') return []
  const unit = all.length > 1 ? (all.at(-1)?.amount.unit ?? null) : null
  const slots = []
  for (const [index, { relation, amount }] of all.entries()) {
    const shared = index === 0 && amount.unit === null && unit !== null ? { ...amount, unit } : amount
    const { value, slots: open = [] } = inUnitOf(field, shared, chart)
    slots.push(...open)
    const isEquality = relation === 'eq' || relation === 'ne'
    if (isEquality && type === 'text' && open.length === 0) {
      slots.push(
        slotOf('value', chart, amount.from, amount.to, {
          options: [JSON.stringify(chart.words(amount.from, amount.to))],
        }),
      )
    }
    // Of a text in which people write, a number may be meant as its length.
    if (!isEquality && type !== 'number' && amount.unit === null && unit === null && holdsWriting(field)) {
      const number = chart.words(amount.from, amount.to)
      slots.push(
        slotOf('unit', chart, amount.from, amount.to, {
          options: [`${number} characters`, `${number} words`],
        }),
      )
    }
    tests.push({ kind: 'compare', relation, value })
  }
  const open = slots[0]
  const merged = slots.length > 1 && open !== undefined ? mergedSlot(chart, slots) : slots
  return [{ value: tests, slots: merged }]
}

/** One question about both ends of a range. */
function mergedSlot(chart: Chart, slots: readonly ReturnType<typeof slotOf>[]): ReturnType<typeof slotOf>[] {
  const [first, last] = [slots[0], slots.at(-1)]
  if (first === undefined || last === undefined) return []
  const between = chart.words(first.to, last.from)
  const options = first.options.map(
    (option, index) => `${option} ${between} ${last.options[index] ?? option}`,
  )
  return [slotOf(first.kind, chart, first.from, last.to, { options })]
}

const months = 'january|february|march|april|may|june|july|august|september|october|november|december'.split(
  '|',
)

/** A day or an instant, as it is written. */
const moment: Rule<string> = part(
  'time',
  token(({ kind, value }) => (kind === 'day' || kind === 'instant' ? value : null)),
)
const momentLimits = limitsOf(moment, (low, high) => low > high)
const timed = (relation: Relation, value: Scalar): FieldTest => ({
  kind: 'compare',
  relation,
  value,
  as: 'time',
})

/** `in 2026`, `in November 2026`: from the first day of the period to the last, of a field that holds times. */
const year = token(({ kind, text }) =>
  kind === 'number' && /^(?:19|20)\d\d$/.test(text) ? Number(text) : null,
)
const month = words(months.map((name, index) => [name, index + 1] as const))
const quarter = words([
  ['q1|the first quarter', 1],
  ['q2|the second quarter', 2],
  ['q3|the third quarter', 3],
  ['q4|the fourth quarter|the last quarter', 4],
] as const)
const period: Rule<readonly FieldTest[]> = part(
  'time',
  alt(
    map(seq(quarter, maybe('of'), year), ([of, , first]) => [
      timed('gte', firstDay(first, 3 * of - 2)),
      timed('lt', of === 4 ? firstDay(first + 1, 1) : firstDay(first, 3 * of + 1)),
    ]),
    map(year, (first) => [timed('gte', `${first}-01-01`), timed('lt', `${first + 1}-01-01`)]),
    map(seq(month, maybe('of|,'), year), ([of, , first]) => [
      timed('gte', firstDay(first, of)),
      timed('lt', of === 12 ? firstDay(first + 1, 1) : firstDay(first, of + 1)),
    ]),
  ),
)
const inPeriod: Rule<Predicate> = map(
  seq(
    maybe('a date|a day|some time|sometime|dated|a timestamp|a time'),
    said('in|within|during|from|in the year|within the year|during the year'),
    period,
  ),
  ([, , all]) => predicate((field) => (holdsTimes(field) ? [{ value: all }] : [])),
)
const firstDay = (of: number, in_: number): string => `${of}-${String(in_).padStart(2, '0')}-01`

const dated: Rule<Predicate> = alt(
  inPeriod,
  map(seq(opener, momentLimits), ([, all]) =>
    simple(all.map(({ relation, amount }) => timed(relation, amount))),
  ),
  map(seq(temporally, moment), ([{ relation }, value]) => simple([timed(relation, value)])),
  map(seq(maybe('from|in'), moment, afterMoment), ([, value, { relation }]) =>
    simple([timed(relation, value)]),
  ),
  map(seq(maybe('from|in|of'), quantity, afterMoment), ([, amount, { relation, isBound }]) =>
    predicate((field, chart) => numbersFor(field, [{ relation, amount, isBound }], chart), { isBound: true }),
  ),
)

/** `delivered_at is no later than 2026-02-06T17:00:00Z`: a deadline of each row. */
const rowDeadline: Rule<Predicate> = map(
  seq(
    said('no later than|not later than|on or before|by'),
    token(({ kind, value }) => (kind === 'instant' ? value : null)),
  ),
  ([, instant]) => simple([{ kind: 'deadline', instant }]),
)
const beforeInstant = said('no later than|not later than|on or before|by')
const datedElse: Rule<Predicate> = (chart, at) =>
  dated(chart, at).filter(() => {
    const [phrase] = beforeInstant(chart, at)
    return phrase === undefined || chart.tokens[phrase.end]?.kind !== 'instant'
  })

function simple(tests: readonly FieldTest[]): Predicate {
  return predicate(() => [{ value: tests }])
}

const same: Rule<Comparison> = part('comparison', ofTable(sameness, false))
const temporalWord: Rule<Comparison> = part('comparison', ofTable(temporalOfFields, false))
/** A field held against another. */
const fieldwise: Rule<Predicate> = alt(
  map(seq(alt(comparison, same), ownField), ([{ relation, isBound }, other]) =>
    fieldsCompared(relation, other, 'unknown', isBound),
  ),
  map(seq(temporalWord, ownField), ([{ relation }, other]) => fieldsCompared(relation, other, 'time', false)),
)

/** A field held against another; of fields that hold times by their order. */
export function fieldsCompared(
  relation: Relation,
  other: FieldRef,
  kind: 'time' | 'unknown',
  isBound: boolean,
): Predicate {
  return predicate(
    (field) => {
      if (field.name === other.name) return []
      const isOrder = relation !== 'eq' && relation !== 'ne'
      const isCounted = [field, other].some((one) => one.known?.type === 'number' || unitOf(one) !== null)
      const isTime = (kind === 'time' && !isCounted) || (isOrder && holdsTimes(field) && holdsTimes(other))
      return [{ value: [{ kind: 'compare_field', relation, other, ...(isTime && { as: 'time' as const }) }] }]
    },
    { isBound },
  )
}

/** A field held against numbers, days or another field. */
export const compared: Rule<Predicate> = memo(alt(numeric, rowDeadline, datedElse, fieldwise))

/** A field held against a number or a day by a sign or an equality alone, where words such as `is` came before. */
export const sumOfFields: Rule<readonly FieldRef[]> = alt(
  map(seq(oneField, said('+|plus'), oneField), ([a, , b]) => [a, b]),
  map(seq(oneField, said('+|plus'), oneField, said('+|plus'), oneField), ([a, , b, , c]) => [a, b, c]),
  map(seq(said('the sum of|sum of|the total of'), oneField, said('and|plus|+'), oneField), ([, a, , b]) => [
    a,
    b,
  ]),
)
