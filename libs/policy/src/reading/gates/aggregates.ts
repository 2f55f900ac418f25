import { aggregates, type Aggregate, extremes, onAverage } from '../../lexicon/aggregates.ts'
import { opposite, type Relation } from '../../lexicon/comparisons.ts'
import { being } from '../../lexicon/modals.ts'
import {
  alt,
  expand,
  map,
  maybe,
  memo,
  opt,
  said,
  seq,
  words,
  type Chart,
  type Outcome,
  type Rule,
} from '../chart.ts'
import type { Slot } from '../clause-reading.ts'
import { type Limit, numericLimits } from '../predicates/comparisons.ts'
import { type Clause, rowClause } from '../demands/demands.ts'
import { holdsProse } from '../demands/field-nature.ts'
import { aggregateCheck, type FieldRef, rowSumCheck } from '../demands/field-test.ts'
import { everyRow, inEveryRow, oneField, ownField, slotOf, tail } from '../nouns.ts'
import { inUnitOf, type Quantity, quantity } from '../predicates/quantities.ts'
import { verb } from '../predicates/verb.ts'
import { amounts } from './row-counts.ts'

/** `average csat of 4.5 or higher`, `sum of total is 15,000`. */
const be = words(being)
const isOrMust = opt(
  alt(
    be,
    map(
      said(
        ':|of|should|must|equals|must equal|=|has to|comes to|adds up to|amounts to|add up to|must come to|must add up to|must amount to',
      ),
      () => true,
    ),
  ),
  true,
)
const exactQuantity: Rule<readonly Limit<Quantity>[]> = map(seq(maybe('exactly'), quantity), ([, amount]) => [
  { relation: 'eq', amount, isBound: true },
])
const limitsAfter: Rule<readonly Limit<Quantity>[]> = memo(
  alt(
    map(seq(isOrMust, alt(numericLimits, exactQuantity)), ([isAffirmed, limits]) =>
      isAffirmed ? limits : turned(limits),
    ),
    map(
      seq(
        alt(
          map(verb('exceed'), (isAffirmed) => (isAffirmed ? 'gt' : 'lte') as Relation),
          map(verb('fall'), (isAffirmed) => (isAffirmed ? 'lt' : 'gte') as Relation),
        ),
        quantity,
      ),
      ([relation, amount]) => [{ relation, amount, isBound: true }],
    ),
  ),
)

/** One limit denied; null where the denial has two meanings. */
function turned(limits: readonly Limit<Quantity>[]): readonly Limit<Quantity>[] | null {
  const [only, another] = limits
  return only === undefined || another !== undefined || only.isBound
    ? null
    : [{ ...only, relation: opposite[only.relation] }]
}

export const aggregateClause: Rule<Clause> = memo(
  alt(
    map(
      seq(
        everyRow,
        said(
          'have|has|must have|should have|share|must share|contain|must contain|need to have|must all have|all have|all share|should share|have to have|has to have|should all have',
        ),
        said('the same|an identical|identical|one and the same|exactly the same'),
        ownField,
        tail,
      ),
      ([, , , field]) => sameInAll(field),
    ),
    map(
      seq(
        oneField,
        said('is|are|must be|should be|has to be|have to be|must stay|stays|must remain|remains|needs to be'),
        said('the same|identical|one and the same|exactly the same'),
        alt(inEveryRow, said('throughout|everywhere')),
      ),
      ([field]) => sameInAll(field),
    ),
    expand(
      seq(
        maybe('the|an|a'),
        words(aggregates),
        maybe('the|of the|of all|all|of'),
        oneField,
        opt(inEveryRow, false),
        limitsAfter,
      ),
      ([, aggregate, , field, , limits], chart, from) =>
        aggregatesOf(field, aggregate, limits, chart).map(({ value, slots = [] }) => ({
          value,
          slots: [...slots, ...amountToPay(aggregate, limits, chart, from)],
        })),
    ),
    expand(
      seq(oneField, maybe('average|mean'), limitsAfter, words(onAverage)),
      ([field, , limits, aggregate], chart) => aggregatesOf(field, aggregate, limits, chart),
    ),
    expand(
      seq(
        oneField,
        words([
          ['average|mean|on average|average is|averages', 'mean'],
          ['sum|total|adds up to|sums to|sum up to|sums up to|add up to|totals', 'sum'],
        ] as const),
        limitsAfter,
      ),
      ([field, aggregate, limits], chart) => aggregatesOf(field, aggregate, limits, chart),
    ),
    expand(
      seq(words(aggregates), said('('), oneField, said(')'), limitsAfter),
      ([aggregate, , field, , limits], chart) => aggregatesOf(field, aggregate, limits, chart),
    ),
    expand(
      seq(maybe('the|a|an'), words(extremes), maybe('of|the|of the|allowed|of all'), oneField, limitsAfter),
      ([, extreme, , field, limits], chart, at) =>
        chart.tokens[at]?.folded === 'the' &&
        chart.tokens.slice(at, at + 4).some(({ folded }) => folded === 'of')
          ? extremeAlone(field, extreme, limits, chart)
          : extremesOf(field, extreme, limits, chart),
    ),
    expand(
      seq(
        maybe('the'),
        said('median|95th percentile|90th percentile|99th percentile'),
        maybe('of|the|of the|value of'),
        oneField,
        limitsAfter,
      ),
      ([isThe, , , field, limits], chart, at) => {
        const from = isThe ? at + 1 : at
        const to = chart.tokens[from]?.folded === 'median' ? from + 1 : from + 2
        return aggregatesOf(field, 'mean', limits, chart).map(({ value, slots = [] }) => ({
          value,
          slots: [slotOf('meaning', chart, from, to, { options: ['mean'] }), ...slots],
        }))
      },
    ),
    expand(
      seq(
        said('the sum of|sum of|the total of'),
        oneField,
        said('and|plus'),
        oneField,
        said('in every row|in each row|of every row|of each row'),
        limitsAfter,
      ),
      ([, a, , b, , limits], chart) => sumsInRow([a, b], limits, chart),
    ),
    expand(seq(amounts, said('distinct|different|unique'), oneField), ([limits, , field]) => {
      const checks = limits.map(({ relation, amount }) => aggregateCheck(field, 'distinct', relation, amount))
      const distinct = { checks, demands: null, addition: null, measure: null, isElided: false, reach: null }
      return [{ value: distinct }, ...rowsWithKey(field, limits)]
    }),
  ),
)

/** Every row has a value, and there is only one. */
function sameInAll(field: FieldRef): Clause | null {
  const present = rowClause([{ on: 'fields', fields: [field], atLeast: null }])
  return present === null
    ? null
    : { ...present, checks: [...present.checks, aggregateCheck(field, 'distinct', 'eq', 1)], demands: null }
}

/** `the total price is $100` may also say what is to be paid. */
function amountToPay(
  aggregate: Aggregate,
  limits: readonly Limit<Quantity>[],
  chart: Chart,
  from: number,
): readonly Slot[] {
  const at = chart.tokens[from]?.folded === 'total' ? from : from + 1
  const isTotal = chart.tokens[at]?.folded === 'total' && chart.tokens[at + 1]?.folded !== 'of'
  const isMoney = limits.some(({ amount }) => amount.unit === 'usd')
  return aggregate === 'sum' && isTotal && isMoney
    ? [slotOf('meaning', chart, at, at + 1, { options: ['sum of'] })]
    : []
}

/** `50 unique emails` may also mean 50 rows of which no two have the same. */
function rowsWithKey(field: FieldRef, limits: readonly Limit<number>[]): readonly Outcome<Clause>[] {
  const [only, another] = limits
  if (only === undefined || another !== undefined || only.relation !== 'eq') return []
  const unique = rowClause([{ on: 'key', fields: [field], ignoresCase: false, maxRateBp: 0 }])
  if (unique === null) return []
  return [
    { value: { ...unique, checks: [{ checker: 'row_count', expected: only.amount }, ...unique.checks] } },
  ]
}

function aggregatesOf(
  field: FieldRef,
  aggregate: Aggregate,
  limits: readonly Limit<Quantity>[],
  chart: Chart,
): readonly Outcome<Clause>[] {
  const type = field.known?.type
  const isText = type === 'text' && (chart.circumstances.fieldsFrom === 'request' || holdsProse(field))
  if (type === 'boolean' || type === 'list' || type === 'object' || type === 'time' || isText) return []
  const read = limits.map(({ relation, amount }) => ({ relation, ...inUnitOf(field, amount, chart) }))
  const checks = read.map(({ relation, value }) => aggregateCheck(field, aggregate, relation, value))
  return [
    {
      value: { checks, demands: null, addition: null, measure: null, isElided: false, reach: 'total' },
      slots: read.flatMap(({ slots = [] }) => slots).slice(0, 1),
    },
  ]
}

/** `the maximum of "price" is less than 100` is about the greatest value alone, and the other limit of it is one of every value. */
function extremeAlone(
  field: FieldRef,
  extreme: 'min' | 'max',
  limits: readonly Limit<Quantity>[],
  chart: Chart,
): readonly Outcome<Clause>[] {
  return limits.some(({ relation }) => relation === 'eq')
    ? extremesOf(field, extreme, limits, chart)
    : aggregatesOf(field, extreme, limits, chart)
}

/** `max value is 100` limits every value; a limit in the other direction is one of the greatest value alone. */
function extremesOf(
  field: FieldRef,
  extreme: 'min' | 'max',
  limits: readonly Limit<Quantity>[],
  chart: Chart,
): readonly Outcome<Clause>[] {
  const [only, another] = limits
  if (only === undefined || another !== undefined) return []
  const towards = extreme === 'max' ? ['eq', 'lte', 'lt'] : ['eq', 'gte', 'gt']
  if (!towards.includes(only.relation)) return aggregatesOf(field, extreme, limits, chart)
  const { value, slots } = inUnitOf(field, only.amount, chart)
  const relation = only.relation === 'eq' ? (extreme === 'max' ? 'lte' : 'gte') : only.relation
  const clause = rowClause([{ on: 'field', field, test: { kind: 'compare', relation, value } }])
  return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
}

function sumsInRow(
  fields: readonly FieldRef[],
  limits: readonly Limit<Quantity>[],
  chart: Chart,
): readonly Outcome<Clause>[] {
  const [first] = fields
  if (first === undefined || new Set(fields.map(({ name }) => name)).size < fields.length) return []
  const read = limits.map(({ relation, amount }) => ({ relation, ...inUnitOf(first, amount, chart) }))
  const clause = rowClause(
    read.map(({ relation, value }) => ({ on: 'path', check: rowSumCheck(fields, relation, value) })),
  )
  return clause === null
    ? []
    : [{ value: clause, slots: read.flatMap(({ slots = [] }) => slots).slice(0, 1) }]
}
