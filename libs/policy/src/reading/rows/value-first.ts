import { mirrored, type Relation, signs } from '../../lexicon/comparisons.ts'
import { alt, expand, maybe, memo, opt, type Outcome, type Rule, said, seq, token, words } from '../chart.ts'
import { type Clause, rowClause } from '../demands/demands.ts'
import { oneField, tail } from '../nouns.ts'
import { numbersFor } from '../predicates/comparisons.ts'
import { measured } from '../predicates/qualities.ts'
import { quantity } from '../predicates/quantities.ts'
import { valuesPredicate } from '../predicates/states.ts'
import { announcedList, jsonItems, someValues } from '../predicates/values.ts'
import { clausesOf } from './field-sentences.ts'

/** `if given, email is a valid email`. */
const signOf = new Map(signs)

const orderSign: Rule<Relation> = token(({ kind, value }) => {
  const relation = kind === 'sign' ? signOf.get(value) : undefined
  return relation === undefined || relation === 'eq' || relation === 'ne' ? null : relation
})

/** `1 <= score <= 5`. */
const chained: Rule<Clause> = expand(
  seq(quantity, orderSign, oneField, orderSign, quantity, tail),
  ([low, before, field, after, high], chart): readonly Outcome<Clause>[] => {
    const isRising = mirrored[before].startsWith('g') && after.startsWith('l')
    if (!isRising || low.value > high.value) return []
    const limits = [
      { relation: mirrored[before], amount: low, isBound: true },
      { relation: after, amount: high, isBound: true },
    ]
    return numbersFor(field, limits, chart).flatMap(({ value, slots }) => {
      const clause = rowClause(value.map((test) => ({ on: 'field', field, test })))
      return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
    })
  },
)

/** `5 < score`: the number stands first. */
const turnedRound: Rule<Clause> = expand(
  seq(quantity, orderSign, oneField, tail),
  ([amount, relation, field], chart): readonly Outcome<Clause>[] =>
    numbersFor(field, [{ relation: mirrored[relation], amount, isBound: true }], chart).flatMap(
      ({ value, slots }) => {
        const clause = rowClause(value.map((test) => ({ on: 'field', field, test })))
        return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
      },
    ),
)

/** `5 is the lowest score allowed`. */
const extremeFirst: Rule<Clause> = expand(
  seq(
    quantity,
    said('is|must be|should be'),
    maybe('the'),
    words([
      ['lowest|minimum|smallest|least', 'gte'],
      ['highest|maximum|largest|greatest|most', 'lte'],
    ] as const),
    maybe('allowed|permitted|acceptable|possible'),
    oneField,
    maybe('allowed|permitted|accepted|possible|that is allowed|we accept|acceptable'),
  ),
  ([amount, , , relation, , field], chart): readonly Outcome<Clause>[] =>
    numbersFor(field, [{ relation, amount, isBound: true }], chart).flatMap(({ value, slots }) => {
      const clause = rowClause(value.map((test) => ({ on: 'field', field, test })))
      return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
    }),
)

/** `between 5 and 150 characters in title`, `allowed values for status are: open, closed`. */
const fieldLast: Rule<Clause> = alt(
  expand(
    seq(
      opt(said('there must be|there should be|there are|use|write'), false),
      measured,
      said('in|in each|in every|for each|for|per'),
      oneField,
      tail,
    ),
    ([, one, , field], chart) => clausesOf({ fields: [field], joint: 'one' }, [one], chart),
  ),
  expand(
    seq(
      maybe('the|only'),
      said(
        'allowed values|accepted values|permitted values|valid values|possible values|allowed value|the allowed values|values allowed|legal values|acceptable values|supported values',
      ),
      said('for|of|in'),
      oneField,
      maybe('are|is|must be'),
      maybe(':'),
      alt(someValues, jsonItems, announcedList),
    ),
    ([, , , field, , , items], chart) =>
      clausesOf(
        { fields: [field], joint: 'one' },
        [valuesPredicate(items.map((item) => ({ ...item, isListed: true })))],
        chart,
      ),
  ),
)

/** Sentences in which the value or the measure stands before the field. */
export const valueFirst: Rule<Clause> = memo(alt(chained, turnedRound, extremeFirst, fieldLast))
