import type { Measure } from '../../lexicon/measures.ts'
import type { Chart, Outcome } from '../chart.ts'
import type { Slot, TokenRange } from '../clause-reading.ts'
import { slotOf } from '../nouns.ts'
import { type FieldRef, type FieldTest, negated } from '../demands/field-test.ts'

/** What a text says of a field that it names elsewhere: the tests, in each way that it can be meant. */
export interface Predicate {
  readonly of: (field: FieldRef, chart: Chart) => readonly Outcome<readonly FieldTest[]>[]
  /** Whether a negation before it has two meanings, as in `not at least 5`. */
  readonly isBound: boolean
  /** Whether it compares a bare number, so that the unit of a clause before it could be meant. */
  readonly isNumber: boolean
  /** The unit of length that it names. */
  readonly measure: Measure | null
  /** Whether it is said of one field alone: of two, `different` compares them. */
  readonly isOfOne: boolean
  /** The tokens of a bare word that it takes for a value. */
  readonly bareValue: TokenRange | null
}

export function predicate(
  of: Predicate['of'],
  {
    isBound = false,
    isNumber = false,
    measure = null,
    bareValue = null,
    isOfOne = false,
  }: Partial<Omit<Predicate, 'of'>> = {},
): Predicate {
  return { of, isBound, isNumber, measure, bareValue, isOfOne }
}

/** The same denied; null where a denial has two meanings, or no check says it. */
export function denied(one: Predicate): Predicate | null {
  if (one.isBound) return null
  return {
    ...one,
    of: (field, chart) =>
      one.of(field, chart).flatMap(({ value, slots }) => {
        const [test] = value
        const tests = test === undefined || value.length > 1 ? null : negated(test)
        return tests === null ? [] : [{ value: tests, slots: [...(slots ?? []), ...deniedWord(one, chart)] }]
      }),
  }
}

/** The same of the fields that have a value at all; null where no check says it. */
export function orEmpty(one: Predicate): Predicate {
  return {
    ...one,
    of: (field, chart) =>
      one.of(field, chart).flatMap(({ value, slots }) => {
        const isAble = value.every(
          ({ kind }) =>
            !['present', 'absent', 'unique', 'status', 'phrases', 'deadline', 'sum'].includes(kind),
        )
        return isAble
          ? [
              {
                value: value.map((test) => ({ ...test, whenMissing: 'pass' as const })),
                ...(slots !== undefined && { slots }),
              },
            ]
          : []
      }),
  }
}

/** `is not started`: the value may be "started" denied, or "not started". */
function deniedWord({ bareValue }: Predicate, chart: Chart): readonly Slot[] {
  if (bareValue === null || chart.tokens[bareValue.from - 1]?.folded !== 'not') return []
  const { from, to } = bareValue
  const word = chart.words(from, to)
  if (!/^\p{Ll}+$/u.test(word)) return []
  const options = [`not ${JSON.stringify(word)}`, JSON.stringify(`not ${word}`)]
  return [slotOf('meaning', chart, from - 1, to, { options })]
}
