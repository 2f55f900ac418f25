import { lengthAfter, lengthOf, type Measure } from '../../lexicon/measures.ts'
import { being } from '../../lexicon/modals.ts'
import { alt, expand, list, map, maybe, memo, type Rule, said, seq, where, words } from '../chart.ts'
import { type Clause, demandsOf, rowClause } from '../demands/demands.ts'
import type { Demand, FieldRef } from '../demands/field-test.ts'
import { oneField, tail } from '../nouns.ts'
import { sumOfFields } from '../predicates/comparisons.ts'
import { type Predicate, predicate } from '../predicates/predicate.ts'
import { count } from '../predicates/quantities.ts'
import { saidOfField } from '../predicates/verbs.ts'
import { and } from './field-sentences.ts'

/** `title's length max 70 chars`, `source word count is between 5 and 40`. */
const measuredField: Rule<{ readonly field: FieldRef; readonly measure: Measure }> = memo(
  alt(
    map(seq(words(lengthOf), oneField), ([measure, field]) => ({ field, measure })),
    map(seq(oneField, words(lengthAfter)), ([field, measure]) => ({ field, measure })),
  ),
)

const exactLength: Rule<Predicate> = map(
  seq(words(being), maybe('exactly'), count),
  ([isAffirmed, , value]) =>
    isAffirmed ? predicate(() => [{ value: [{ kind: 'compare', relation: 'eq', value }] }]) : null,
)

export const lengthSentence: Rule<Clause> = memo(
  expand(
    seq(measuredField, list(alt(saidOfField, exactLength), and, 3), tail),
    ([{ field, measure }, predicates], chart) =>
      demandsOf({ fields: [field], joint: 'one' }, predicates, chart).flatMap(({ value, slots }) => {
        const demands = value.map((demand) => asLength(demand, measure))
        const clause = demands.every((one) => one !== null) ? rowClause(demands, { measure }) : null
        return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
      }),
  ),
)

/** A number that a length is held against; null for anything else that is said of it. */
function asLength(demand: Demand, measure: Measure): Demand | null {
  if (demand.on !== 'field') return null
  const { test } = demand
  if (test.kind === 'in' && test.values.length === 1 && typeof test.values[0] === 'number')
    return { ...demand, test: { kind: 'compare', relation: 'eq', value: test.values[0], measure } }
  if (test.kind !== 'compare' && test.kind !== 'compare_field') return null
  if (test.as !== undefined || (test.measure !== undefined && test.measure !== measure)) return null
  return { ...demand, test: { ...test, measure } }
}

/** `net + tax = total`. */
export const sumSentence: Rule<Clause> = map(
  seq(
    alt(
      sumOfFields,
      map(
        seq(
          oneField,
          said('and'),
          oneField,
          where((chart, at) =>
            /^(?:add|adds|must|should|sum|sums|have|together|need)$/.test(chart.tokens[at]?.folded ?? ''),
          ),
        ),
        ([a, , b]) => [a, b],
      ),
    ),
    said(
      '=|equals|equal|must equal|is|must be|should equal|make|gives|is equal to|must add up to|adds up to|add up to|must come to|must sum to|sum to|sums to|should add up to|must sum up to|sum up to|have to add up to|should sum to|together equal|together make|must together equal|need to add up to',
    ),
    oneField,
    tail,
  ),
  ([of, , field]) =>
    of.some(({ name }) => name === field.name)
      ? null
      : rowClause([{ on: 'field', field, test: { kind: 'sum', of } }]),
)
