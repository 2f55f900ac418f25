import { describeCheck } from '@outturn/checkers'
import { forbiddenPatterns, trimmedPatterns } from '../../lexicon/formats.ts'
import { notAccepted, rejecting } from '../../lexicon/negations.ts'
import {
  alt,
  type Chart,
  expand,
  map,
  maybe,
  memo,
  opt,
  type Outcome,
  type Rule,
  said,
  seq,
  words,
} from '../chart.ts'
import type { Slot } from '../clause-reading.ts'
import { type Clause, demandsOf, refused, rowClause } from '../demands/demands.ts'
import type { Demand, FieldRef, FieldTest } from '../demands/field-test.ts'
import { allFields, noFields, oneField, rowNoun, slotOf, tail } from '../nouns.ts'
import { containing, phrases } from '../predicates/phrases.ts'
import { ofFields } from './field-sentences.ts'
import { none } from './keys.ts'
import { valued } from './row-has.ts'

/** That no row has something, or no value is so. */
const denials: Rule<readonly Demand[]> = memo(
  alt(
    map(
      seq(
        said('no|none of the|not a single|none of our'),
        rowNoun,
        said(
          'has|have|with|may have|should have|must have|contains|whose|where|can have|may contain|may ever have|in which|shows|, where|that has|that have|is allowed to have|shall have',
        ),
        alt(valued, ofFields),
      ),
      ([, , , demands]) => refused(demands),
    ),
    map(
      seq(
        said('no|none of the|not a single|none of our'),
        rowNoun,
        said('has|have|with|may have|should have|must have|can have|shall have'),
        maybe('a|an|any'),
        words([
          ['negative', 'gte'],
          ['zero', 'ne'],
        ] as const),
        oneField,
      ),
      ([, , , , relation, field]) => each([field], { kind: 'compare', relation, value: 0 }),
    ),
    map(seq(said('no|none of the|not any'), alt(valued, ofFields)), ([, demands]) => refused(demands)),
    map(
      seq(
        none,
        said(
          'negative|negative values in|negative values for|negative numbers in|negatives in|negative values of',
        ),
        noFields,
      ),
      ([, , fields]) => each(fields, { kind: 'compare', relation: 'gte', value: 0 }),
    ),
    map(seq(none, said('zero|zero values in|zeros in|zeroes in'), noFields), ([, , fields]) =>
      each(fields, { kind: 'compare', relation: 'ne', value: 0 }),
    ),
  ),
)

const textDenials: Rule<readonly Demand[]> = memo(
  alt(
    map(seq(none, words(trimmedPatterns), said('in|on|for|within'), noFields), ([, pattern, , fields]) =>
      each(fields, { kind: 'matches', pattern }),
    ),
    map(
      seq(
        none,
        words(forbiddenPatterns.map(([wordings, source]) => [wordings, source] as const)),
        said('in|within|in any'),
        noFields,
      ),
      ([, pattern, , fields]) => each(fields, { kind: 'not_matches', pattern, partial: true }),
    ),
    expand(
      seq(none, phrases, said('in|within|anywhere in|in any|in the'), noFields),
      ([, all, , fields], chart) =>
        demandsOf({ fields, joint: fields.length > 1 ? 'and' : 'one' }, [containing(all, false)], chart),
    ),
    expand(
      seq(
        phrases,
        said(
          'must not appear in|may not appear in|should not appear in|must not occur in|is not allowed in|are not allowed in|must never appear in|cannot appear in|never appears in|does not appear in|is forbidden in|are forbidden in',
        ),
        noFields,
      ),
      ([all, , fields], chart) =>
        demandsOf({ fields, joint: fields.length > 1 ? 'and' : 'one' }, [containing(all, false)], chart),
    ),
    expand(
      seq(
        phrases,
        said(
          'must appear in|appears in|should appear in|must be in|has to appear in|must occur in|must be present in|must stay in|must remain in',
        ),
        allFields,
      ),
      ([all, , fields], chart) =>
        demandsOf({ fields, joint: fields.length > 1 ? 'and' : 'one' }, [containing(all, true)], chart),
    ),
  ),
)

function each(fields: readonly FieldRef[], test: FieldTest): readonly Demand[] {
  return fields.map((field) => ({ on: 'field', field, test }))
}

export const denial: Rule<Clause> = map(seq(alt(denials, textDenials), tail), ([demands]) =>
  rowClause(demands),
)

/** That rows of which something holds are not accepted: the opposite is asked about. */
export const rejections: Rule<Clause> = memo(
  alt(
    expand(
      seq(
        said(rejecting),
        rowNoun,
        said('where|with|whose|in which|if|that have|having|which have|when|that has'),
        alt(valued, ofFields),
      ),
      ([, , , demands], chart, from, to) => turnedAround(demands, chart, from, to),
    ),
    expand(
      seq(
        maybe('any|all|every|each'),
        rowNoun,
        said('with|where|whose|having|that have|in which|without a'),
        alt(valued, ofFields),
        said(notAccepted),
      ),
      ([, , , demands], chart, from, to) => turnedAround(demands, chart, from, to),
    ),
    expand(
      seq(
        said(rejecting),
        rowNoun,
        said(
          'that have no|without|with no|that lack|lacking|missing|that are missing|with missing|with empty|with blank|without a|without an|which have no|with an empty|with a blank',
        ),
        noFields,
      ),
      ([, , , fields], chart, from, to) =>
        turnedAround(
          fields.map((field) => ({ on: 'field', field, test: { kind: 'absent' } })),
          chart,
          from,
          to,
        ),
    ),
    expand(
      seq(
        maybe('any|all|every|each'),
        rowNoun,
        said('without|missing|with no|lacking|without a|without an'),
        noFields,
        said(notAccepted),
      ),
      ([, , , fields], chart, from, to) =>
        turnedAround(
          fields.map((field) => ({ on: 'field', field, test: { kind: 'absent' } })),
          chart,
          from,
          to,
        ),
    ),
  ),
)

function turnedAround(
  demands: readonly Demand[],
  chart: Chart,
  from: number,
  to: number,
): readonly Outcome<Clause>[] {
  const opposite = refused(demands)
  const clause = opposite === null ? null : rowClause(opposite)
  return clause === null
    ? []
    : [
        {
          value: clause,
          slots: [meaningSlot(chart, from, to, [clause.checks.map(describeCheck).join('. ')])],
        },
      ]
}

/** A clause that is asked about as a whole; the sentences that it may mean are offered. */
function meaningSlot(chart: Chart, from: number, to: number, options: readonly string[] = []): Slot {
  return slotOf('meaning', chart, from, to, { replacesClause: true, options })
}

/** `zero lint errors`, `no reopened tickets`: a field that counts or tells, and nothing is said of it. */
export const noneOfField: Rule<Clause> = expand(
  seq(
    said('no|zero|without|without any|no more|there are no|there must be no'),
    oneField,
    opt(rowNoun, false),
    maybe('allowed'),
  ),
  ([, field, isRow], chart, from, to): readonly Outcome<Clause>[] => {
    const clause = rowClause([{ on: 'field', field, test: { kind: 'compare', relation: 'eq', value: 0 } }])
    if (clause === null) return []
    const isZero = chart.tokens[from]?.folded === 'zero'
    const type = field.known?.type
    if (isZero && type === 'number' && !isRow) return [{ value: clause }]
    const subject = JSON.stringify(field.name)
    const options = [
      ...(type === undefined || type === 'number' ? [`${subject} equals 0`] : []),
      ...(type === undefined || type === 'boolean' ? [`${subject} is false`] : []),
    ]
    const ordered = !isRow ? options : options.toReversed()
    return [{ value: clause, slots: [meaningSlot(chart, from, to, ordered)] }]
  },
)
