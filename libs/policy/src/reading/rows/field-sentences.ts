import {
  alt,
  type Chart,
  expand,
  list,
  map,
  maybe,
  memo,
  type Outcome,
  type Rule,
  said,
  seq,
} from '../chart.ts'
import { type Clause, demandsOf, rowClause } from '../demands/demands.ts'
import { givenWords } from '../../lexicon/presence.ts'
import type { Demand, FieldRef } from '../demands/field-test.ts'
import { type FieldGroup, oneField, someFields, tail } from '../nouns.ts'
import { orEmpty, type Predicate } from '../predicates/predicate.ts'
import { complement } from '../predicates/states.ts'
import { saidOfField } from '../predicates/verbs.ts'

export const and = said(', and|and|,|and also|, and also|as well as')

/** What is said of a field after something else was said of it; a bare `not` there denies what the verb before it says. */
const saidNext: Rule<Predicate> = (chart, at) =>
  /^(?:not|never|by|until)$/.test(chart.tokens[at]?.folded ?? '') ? [] : saidOfField(chart, at)

const allSaid: Rule<readonly Predicate[]> = memo(
  alt(
    map(saidOfField, (one) => [one]),
    map(seq(saidOfField, and, list(saidNext, and, 3)), ([first, , others]) => [first, ...others]),
  ),
)

/** Fields and what is said of them. */
export const ofFields: Rule<readonly Demand[]> = memo(
  expand(seq(someFields, allSaid), ([group, predicates], chart) => demandsOf(group, predicates, chart)),
)

/** All clauses that say predicates of fields. */
export function clausesOf(
  group: FieldGroup,
  predicates: readonly Predicate[],
  chart: Chart,
): readonly Outcome<Clause>[] {
  return demandsOf(group, predicates, chart).flatMap(({ value, slots }) => {
    const clause = rowClause(value)
    return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
  })
}

export const fieldSentence: Rule<Clause> = memo(
  expand(seq(someFields, allSaid, tail), ([group, predicates], chart): readonly Outcome<Clause>[] =>
    demandsOf(group, predicates, chart).flatMap(({ value, slots }) => {
      const measure = predicates.find((one) => one.measure !== null)?.measure ?? null
      const clause = rowClause(value, { measure, isElided: predicates.every(({ isNumber }) => isNumber) })
      return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
    }),
  ),
)

const leftOut =
  'is optional but|is optional , but|may be empty but|may be empty , but|may be blank but|may be blank , but|can be empty but|can be empty , but|may be missing but|may be left empty but|is optional and if present|may be null but|can be blank but|is optional ; if present it|, if given ,|, if present ,|, if provided ,|, when given ,|, when present ,|, if set ,|if given|if present|if provided|when given|when present|when provided'
const emptyOr =
  'must be either empty or|is either empty or|must be empty or|is empty or|may be empty or|can be empty or|must either be empty or|should be empty or|must be either blank or|must be blank or|is blank or|must be null or|is null or|may be null or|may be blank or|must be missing or|is either blank or|is either null or'

/** `phone is optional but must be in E.164 format`, `phone must be empty or a valid email`. */
export const optionalField: Rule<Clause> = expand(
  alt(
    map(seq(someFields, said(leftOut), saidOfField, tail), ([group, , one]) => [group, one] as const),
    map(
      seq(someFields, said(emptyOr), maybe('must be|be'), complement, tail),
      ([group, , , one]) => [group, one] as const,
    ),
  ),
  ([group, one], chart) => clausesOf(group, [orEmpty(one)], chart),
)

/** `if phone is given, it must be in E.164 format`, `phone must be in E.164 format if phone is given`: one field on both sides. */
const presence = seq(said('if|when|whenever|where'), oneField, said('is|are|has been'), said(givenWords))
const isOf = ({ fields: [only, another] }: FieldGroup, { name }: FieldRef): boolean =>
  only?.name === name && another === undefined
const ofGivenField: Rule<readonly [FieldGroup, Predicate]> = alt(
  map(seq(presence, maybe(', then|,|then'), someFields, saidOfField, tail), ([[, field], , group, one]) =>
    isOf(group, field) ? ([group, one] as const) : null,
  ),
  map(
    seq(presence, maybe(', then|,|then'), said('it'), saidOfField, tail),
    ([[, field], , , one]) => [{ fields: [field], joint: 'one' }, one] as const,
  ),
  map(seq(someFields, saidOfField, maybe(','), presence, tail), ([group, one, , [, field]]) =>
    isOf(group, field) ? ([group, one] as const) : null,
  ),
)

export const whenFieldGiven: Rule<Clause> = expand(ofGivenField, ([group, one], chart) =>
  clausesOf(group, [orEmpty(one)], chart),
)

export const whenGiven: Rule<Clause> = expand(
  seq(
    said(
      'if given|when given|if present|when present|if provided|when provided|if set|when set|where present|where given|where provided|if filled in|if it is given|if it is present|if there is one',
    ),
    maybe(','),
    someFields,
    saidOfField,
    tail,
  ),
  ([, , group, one], chart) => clausesOf(group, [orEmpty(one)], chart),
)
