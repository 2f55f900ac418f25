import { alt, map, memo, type Rule, seq } from '../chart.ts'
import { ownField } from '../nouns.ts'
import { compared, fieldsCompared, numbersFor } from './comparisons.ts'
import { type Predicate, predicate } from './predicate.ts'
import { measured } from './qualities.ts'
import { quantity } from './quantities.ts'
import { turned, verb } from './verb.ts'

/** `must not exceed 4`, `must not drop below 85`, `ranges from 1 to 5`. */
export const bounded: Rule<Predicate> = memo(
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
            seq(verb(name), ownField),
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
    ...(['precede', 'succeed'] as const).map(
      (name): Rule<Predicate> =>
        map(seq(verb(name), ownField), ([isAffirmed, other]) =>
          isAffirmed ? fieldsCompared(name === 'precede' ? 'lt' : 'gt', other, 'time', false) : null,
        ),
    ),
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
