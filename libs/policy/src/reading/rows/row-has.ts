import { formNouns } from '../../lexicon/formats.ts'
import {
  alt,
  type Chart,
  expand,
  list,
  map,
  maybe,
  memo,
  opt,
  type Rule,
  said,
  seq,
  words,
} from '../chart.ts'
import type { Slot, TokenRange } from '../clause-reading.ts'
import { demandsOf } from '../demands/demands.ts'
import { holdsAddresses, holdsEmails, holdsLists } from '../demands/field-nature.ts'
import type { Demand, FieldRef, FieldTest } from '../demands/field-test.ts'
import { allFields, anyOfFields, markedList, oneField, ownAlternatives, ownField, slotOf } from '../nouns.ts'
import { limitsOf } from '../predicates/comparisons.ts'
import { lengthTests } from '../predicates/qualities.ts'
import { count } from '../predicates/quantities.ts'
import { valueOfField } from '../predicates/verbs.ts'
import { and } from './field-sentences.ts'
import { presence } from './presence.ts'

/** A field of a row with a value of it, as in `status approved`. */
const valuedBy = (name: Rule<FieldRef>): Rule<readonly Demand[]> =>
  memo(
    expand(seq(name, valueOfField), ([field, one], chart, from, to) =>
      demandsOf({ fields: [field], joint: 'one' }, [one], chart).map(({ value, slots = [] }) => ({
        value,
        slots: [...slots, ...adjacentNames(chart, from, to)],
      })),
    ),
  )

export const valued = valuedBy(oneField)

/** `"email" "name"`: two names in quotes side by side may be two fields, or a field and its value. */
function adjacentNames(chart: Chart, from: number, to: number): readonly Slot[] {
  const isQuoted = (at: number): boolean => chart.tokens[at]?.kind === 'quoted'
  if (to - from !== 2 || !isQuoted(from) || !isQuoted(from + 1)) return []
  const [first, second] = [chart.words(from, from + 1), chart.words(from + 1, to)]
  return [
    slotOf('meaning', chart, from, to, {
      options: [`${first} and ${second}`, `${first} equal to ${second}`],
    }),
  ]
}

const isValid = said(
  'valid|well-formed|a valid|properly formatted|an valid|a well-formed|correctly formatted',
)

/** `a valid email`, `a valid https URL in link`. */
export const validThing: Rule<readonly Demand[]> = memo(
  alt(
    map(seq(isValid, oneField), ([, field]) => validOf(field)),
    map(
      seq(opt(isValid, false), maybe('a|an'), words(formNouns), said('in|in the|in field|as|for'), oneField),
      ([isSaid, isNoun, tests, , field]) =>
        !isSaid && !isNoun ? null : tests.map((test) => ({ on: 'field', field, test })),
    ),
  ),
)

function validOf(field: FieldRef): readonly Demand[] | null {
  const test: FieldTest | null = holdsEmails(field)
    ? { kind: 'format', format: 'email' }
    : holdsAddresses(field)
      ? { kind: 'url', schemes: null }
      : null
  return test === null ? null : [{ on: 'field', field, test }]
}

const having = said(
  'has|have|to have|must have|must each have|must feature|gets|features|should have|needs|need|must include|should include|includes|include|comes with|come with|with|having|including|must contain|should contain|contains|contain|containing|needs to have|need to have|has to have|have to have|shall have|must come with|should come with|will have|must all have|must provide|must specify|requires|require|carries|must carry|must list|lists|must always have|always has|always have|must also have|gives|shows|must show|must give|provides|return|returns|must return|, each with|each with|, with|each having|all have|all with|should all have|each have|each has|each must have|each need|ought to have|is to have|are to have|must state|states|is required to have|must hold|also has|must be given with',
)

/** `at least 2 tags`: items of a list; that all of them are counted is asked about where the field may hold something else. */
const counted: Rule<readonly Demand[]> = expand(
  seq(
    map(
      alt(
        limitsOf(count, (low, high) => low > high),
        map(count, (amount) => [{ relation: 'eq' as const, amount, isBound: false }]),
      ),
      (limits, chart, at, end) => ({ limits, said: chart.words(at, end) }),
    ),
    ownField,
  ),
  ([{ limits, said: amount }, field], chart, from, to) => {
    if (!holdsLists(field)) return []
    const options = [`${JSON.stringify(field.name)} has ${amount} items`]
    const slots =
      field.known?.type === 'list'
        ? []
        : [slotOf('meaning', chart, from, to, { replacesClause: true, options })]
    return [{ value: lengthTests(limits, 'items').map((test) => ({ on: 'field', field, test })), slots }]
  },
)

const item: Rule<readonly Demand[]> = memo(
  alt(
    map(ownField, (field) => presence([field])),
    counted,
    valuedBy(ownField),
    validThing,
  ),
)

const someOf: Rule<{ readonly fields: readonly FieldRef[]; readonly atLeast: number }> = map(
  seq(
    said('at least'),
    count,
    said('of|of these|of the following|of the|of :|of the following :|of the fields'),
    allFields,
  ),
  ([, atLeast, , fields]) => (atLeast >= 1 && atLeast < fields.length ? { fields, atLeast } : null),
)

interface PlacedItem extends TokenRange {
  readonly demands: readonly Demand[]
}
const placedItem: Rule<PlacedItem> = map(item, (demands, _, from, to) => ({ demands, from, to }))

/** `a valid email and phone`: without an article of its own the phone may have to be valid, too. */
function sharedValidity(items: readonly PlacedItem[], chart: Chart): readonly Slot[] {
  const saysValid = ({ from }: PlacedItem): boolean => isValid(chart, from).length > 0
  const first = items.findIndex(saysValid)
  const open = items.find(({ from, demands }, index) => {
    const isBare = !/^(?:an?|the|its|their|your|our)$/.test(chart.tokens[from]?.folded ?? '')
    return first >= 0 && index > first && isBare && demands.every(({ on }) => on === 'fields')
  })
  if (open === undefined) return []
  const noun = chart.words(open.from, open.to)
  return [slotOf('meaning', chart, open.from, open.to, { options: [`a ${noun}`, `a valid ${noun}`] })]
}

/** What each row has. */
export const rowHas: Rule<readonly Demand[]> = memo(
  alt(
    map(seq(having, someOf), ([, { fields, atLeast }]) => [{ on: 'fields', fields, atLeast }]),
    expand(
      seq(
        having,
        alt(
          opt(said('both|all of|all of the following'), false),
          map(said('the following|:|also'), () => false),
        ),
        list(placedItem, and),
      ),
      ([, isBoth, items], chart) =>
        isBoth && items.length < 2
          ? []
          : [{ value: items.flatMap(({ demands }) => demands), slots: sharedValidity(items, chart) }],
    ),
    map(seq(having, alt(ownAlternatives, anyOfFields)), ([, { fields, joint }]) =>
      joint === 'or' ? [{ on: 'fields', fields, atLeast: 1 }] : null,
    ),
    map(seq(having, maybe('the following|these|:'), markedList), ([, , fields]) => presence(fields)),
  ),
)
