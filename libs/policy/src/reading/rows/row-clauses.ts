import { duplicateNouns, ignoringCase, repeatedWords } from '../../lexicon/uniqueness.ts'
import { lengthAfter, lengthOf, type Measure } from '../../lexicon/measures.ts'
import { being } from '../../lexicon/modals.ts'
import { missingAdjectives, missingThings } from '../../lexicon/presence.ts'
import { conditionWords, leadingConditions, noneOf, notAccepted, rejecting } from '../../lexicon/negations.ts'
import { formNouns, forbiddenPatterns, trimmedPatterns } from '../../lexicon/formats.ts'
import {
  alt,
  type Chart,
  expand,
  list,
  map,
  maybe,
  memo,
  opt,
  type Outcome,
  type Rule,
  said,
  seq,
  where,
  words,
} from '../chart.ts'
import type { Slot } from '../clause-reading.ts'
import { type Clause, demandsOf, filteredClause, refused, rowClause } from '../demands/demands.ts'
import { holdsAddresses, holdsEmails } from '../demands/field-nature.ts'
import type { Demand, FieldRef, FieldTest } from '../demands/field-test.ts'
import {
  allFields,
  everyRow,
  markedList,
  noFields,
  oneField,
  rowNoun,
  slashedFields,
  slotOf,
  someFields,
  tail,
} from '../nouns.ts'
import { sumOfFields } from '../predicates/comparisons.ts'
import { orEmpty, predicate, type Predicate } from '../predicates/predicate.ts'
import { count } from '../predicates/quantities.ts'
import { containing, phrases, saidOfField, valueOfField } from '../predicates/verbs.ts'

const none = said(noneOf)
const and = said(', and|and|,|and also|, and also|as well as')

/** What is said of a field after something else was said of it; a bare `not` there denies what the verb before it says. */
const saidNext: Rule<Predicate> = (chart, at) =>
  /^(?:not|never)$/.test(chart.tokens[at]?.folded ?? '') ? [] : saidOfField(chart, at)
const allSaid: Rule<readonly Predicate[]> = memo(
  alt(
    map(saidOfField, (one) => [one]),
    map(seq(saidOfField, and, list(saidNext, and, 3)), ([first, , others]) => [first, ...others]),
  ),
)

/** Fields and what is said of them. */
const ofFields: Rule<readonly Demand[]> = memo(
  expand(seq(someFields, allSaid), ([group, predicates], chart) => demandsOf(group, predicates, chart)),
)

const fieldSentence: Rule<Clause> = memo(
  expand(seq(someFields, allSaid, tail), ([group, predicates], chart): readonly Outcome<Clause>[] =>
    demandsOf(group, predicates, chart).flatMap(({ value, slots }) => {
      const measure = predicates.find((one) => one.measure !== null)?.measure ?? null
      const clause = rowClause(value, { measure, isElided: predicates.every(({ isNumber }) => isNumber) })
      return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
    }),
  ),
)

/** `if given, email is a valid email`. */
const whenGiven: Rule<Clause> = expand(
  seq(
    said(
      'if given|when given|if present|when present|if provided|when provided|if set|when set|where present|where given|where provided|if filled in|if it is given|if it is present|if there is one',
    ),
    maybe(','),
    someFields,
    saidOfField,
    tail,
  ),
  ([, , group, one], chart): readonly Outcome<Clause>[] =>
    demandsOf(group, [orEmpty(one)], chart).flatMap(({ value, slots }) => {
      const clause = rowClause(value)
      return clause === null ? [] : [{ value: clause, ...(slots !== undefined && { slots }) }]
    }),
)

/** Several fields that are one key. */
const togetherWords = said(
  'the combination of|combination of|each combination of|every combination of|the pair of|the pair|combinations of|the combinations of|all combinations of|the combination|the tuple|any combination of',
)
const pair: Rule<readonly FieldRef[]> = alt(
  map(seq(togetherWords, maybe('('), allFields, maybe(')')), ([, , fields]) => fields),
  map(seq(said('('), allFields, said(')')), ([, fields]) => (fields.length > 1 ? fields : null)),
)
const isUnique = said(
  'is unique|are unique|must be unique|should be unique|has to be unique|need to be unique|needs to be unique|unique|is distinct|must be distinct|must not repeat|is never repeated|must not be repeated|appears only once|appears at most once|occurs only once|may not repeat|must appear only once|does not repeat|have to be unique|shall be unique|must occur only once|appears once',
)
const perWords = said(
  'per|within each|within a|for each|within|in each|for every|per each|in combination with|together with|within every|across each|by',
)
const key = (fields: readonly FieldRef[], ignoresCase: boolean, maxRateBp = 0): Demand => ({
  on: 'key',
  fields,
  ignoresCase,
  maxRateBp,
})
const folded = opt(said(ignoringCase), false as const)

const keys: Rule<readonly Demand[]> = memo(
  alt(
    map(seq(pair, isUnique, folded), ([fields, , ignores]) =>
      fields.length < 2 ? null : [key(fields, ignores)],
    ),
    map(
      seq(
        allFields,
        maybe('is|are|must be|should be|has to be|have to be|needs to be|need to be'),
        said('unique|distinct'),
        perWords,
        allFields,
        folded,
      ),
      ([a, , , , b, ignores]) =>
        a.some(({ name }) => b.some((other) => other.name === name)) ? null : [key([...a, ...b], ignores)],
    ),
    map(
      seq(
        allFields,
        maybe('is|are|must be|should be|have to be'),
        said(
          'unique together|unique in combination|unique as a pair|jointly unique|together unique|unique as a combination',
        ),
        folded,
      ),
      ([fields, , , ignores]) => [key(fields, ignores)],
    ),
  ),
)

/** `no duplicates by email`, and what else says it. */
const byWords = said(
  'by|on|in|for|based on|according to|with the same|of|with respect to|in terms of|per|in field|in the field|keyed by|in column|in the column|as to|regarding|at',
)
const byKey: Rule<{ readonly fields: readonly FieldRef[]; readonly isKey: boolean }> = alt(
  map(seq(byWords, allFields), ([, fields]) => ({ fields, isKey: true })),
  map(seq(opt(byWords, false), alt(pair, slashedFields)), ([, fields]) => ({ fields, isKey: true })),
  map(allFields, (fields) => ({ fields, isKey: fields.length === 1 })),
)
/** `no duplicates`: the key stays open. */
const openKey: Rule<{ readonly fields: readonly FieldRef[]; readonly isKey: boolean }> = expand(
  where(() => true),
  (_, chart, at): readonly Outcome<{ readonly fields: readonly FieldRef[]; readonly isKey: boolean }>[] => [
    {
      value: { fields: [{ name: 'key', known: null }], isKey: true },
      slots: [
        slotOf('field', chart, at, at, {
          noun: 'duplicates',
          options: chart.circumstances.fields.map(({ name }) => `by ${JSON.stringify(name)}`),
        }),
      ],
    },
  ],
)
const repeated = said(duplicateNouns)
/** What a row is called; where a field has the same name, it is not told which of them is meant. */
const otherThanField: Rule<true> = (chart, at) =>
  rowNoun(chart, at).filter(({ end }) => chart.index.named(chart.words(at, end)).length === 0)
const duplicates: Rule<readonly Demand[]> = memo(
  alt(
    expand(
      seq(
        none,
        repeated,
        opt(otherThanField, false),
        alt(byKey, openKey),
        opt(said('are allowed|is allowed|allowed|are permitted|exist'), false),
        folded,
      ),
      ([, , , by, , ignores]) => keyOrEach(by, ignores),
    ),
    expand(
      seq(repeated, opt(otherThanField, false), byKey, said(notAccepted), folded),
      ([, , by, , ignores]) => keyOrEach(by, ignores),
    ),
    expand(
      seq(
        said('no two'),
        rowNoun,
        maybe('may|should|can|must|shall|are allowed to|ever'),
        said('share|have|with|contain|sharing|having|use|has'),
        opt(said('the same|a|an identical|identical|equal|the exact same'), false),
        allFields,
        folded,
      ),
      ([, , , , , fields, ignores]) => [{ value: [key(fields, ignores)] }],
    ),
    expand(
      seq(
        said('two'),
        rowNoun,
        said('must not|may not|cannot|should not|must never|can never'),
        said('share|have'),
        said('the same|an identical'),
        allFields,
        folded,
      ),
      ([, , , , , fields, ignores]) => [{ value: [key(fields, ignores)] }],
    ),
    expand(
      seq(
        opt(everyRow, false),
        maybe('is|are|must be|should be|have to be'),
        said(
          'deduplicated by|de-duplicated by|deduplicated on|unique by|unique on|distinct by|deduped by|deduplicated using|de-duped by|deduplicate by|dedupe by|unique in',
        ),
        allFields,
        folded,
      ),
      ([, , , fields, ignores]) => [{ value: [key(fields, ignores)] }],
    ),
    expand(
      seq(
        opt(everyRow, false),
        said(
          'has a unique|have a unique|have unique|must have a unique|should have a unique|must have unique|has its own|needs a unique|needs to have a unique|have distinct|with a unique|with unique|must have a distinct|has a distinct|should have unique|must have different',
        ),
        allFields,
        folded,
      ),
      ([, , fields, ignores]) => keyOrEach({ fields, isKey: fields.length === 1 }, ignores),
    ),
    expand(
      seq(maybe('only|with|all'), said('unique|distinct|different'), allFields, maybe('only'), folded),
      ([, , fields, , ignores]) => keyOrEach({ fields, isKey: fields.length === 1 }, ignores),
    ),
    expand(
      seq(
        said('no'),
        oneField,
        said(
          `is ${repeatedWords.split('|').join('|is ')}|appears more than once|appears twice|occurs twice|occurs more than once|is used twice|may appear twice|is used more than once|may repeat|repeats|twice|may be repeated|may appear more than once|more than once|should appear more than once|should appear twice|must appear more than once`,
        ),
      ),
      ([, field]) => [{ value: [key([field], false)] }],
    ),
  ),
)

function keyOrEach(
  { fields, isKey }: { readonly fields: readonly FieldRef[]; readonly isKey: boolean },
  ignores: boolean,
): readonly Outcome<readonly Demand[]>[] {
  const together: Outcome<readonly Demand[]> = { value: [key(fields, ignores)] }
  return isKey ? [together] : [{ value: fields.map((field) => key([field], ignores)) }, together]
}

const presence = (fields: readonly FieldRef[]): readonly Demand[] => [{ on: 'fields', fields, atLeast: null }]
const missingAfter = said(
  'missing|empty|blank|null|is missing|are missing|is empty|is blank|may be missing|may be empty|may be blank|should be missing|should be empty|can be missing|can be empty|is null|are empty|are blank|left blank|left empty|may be null|can be null|can be blank|should be blank|should be null|must be missing|must be empty',
)

const neither: Rule<readonly Demand[]> = map(
  seq(
    said('neither'),
    oneField,
    list(
      map(seq(said('nor|, nor|or|and'), oneField), ([, field]) => field),
      said(''),
    ),
    said('may be|is|can be|should be|must be|are|is allowed to be|may ever be'),
    said('empty|blank|missing|null|absent|left blank|left empty'),
  ),
  ([, first, others]) => presence([first, ...others]),
)

/** That nothing is missing. */
const nothingMissing: Rule<readonly Demand[]> = memo(
  alt(
    neither,
    map(seq(none, said(missingAdjectives), noFields), ([, , fields]) => presence(fields)),
    map(
      seq(
        none,
        said(missingThings),
        said(
          'in|for|of|in field|in the field|in column|among|in columns|in fields|at|in the columns|in the fields|within',
        ),
        noFields,
      ),
      ([, , , fields]) => presence(fields),
    ),
    map(seq(said('no'), oneField, missingAfter), ([, field]) => presence([field])),
    map(
      seq(
        said('no|none of the|not a single'),
        rowNoun,
        said(
          'is missing|are missing|may be missing|is without|are without|without|may lack|lacks|lack|missing|should be missing|should lack|has no|have no|may be without|with no|with missing|has an empty|has a blank|with an empty|with empty|has a missing|may have an empty|has empty|with blank|with a blank|with a missing|may miss',
        ),
        noFields,
      ),
      ([, , , fields]) => presence(fields),
    ),
    map(seq(said(missingAdjectives), noFields, said(notAccepted)), ([, fields]) => presence(fields)),
    expand(seq(none, said(missingThings)), (_, chart, __, to): readonly Outcome<readonly Demand[]>[] => [
      {
        value: presence([{ name: 'field', known: null }]),
        slots: [
          slotOf('field', chart, to, to, {
            noun: 'missing values',
            options: chart.circumstances.fields.map(({ name }) => `in ${JSON.stringify(name)}`),
          }),
        ],
      },
    ]),
  ),
)

/** A field of a row with a value of it, as in `status approved`. */
const valued: Rule<readonly Demand[]> = memo(
  expand(seq(oneField, valueOfField), ([field, one], chart) =>
    demandsOf({ fields: [field], joint: 'one' }, [one], chart),
  ),
)
const isValid = said(
  'valid|well-formed|a valid|properly formatted|an valid|a well-formed|correctly formatted',
)
/** `a valid email`, `a valid https URL in link`. */
const validThing: Rule<readonly Demand[]> = memo(
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
  'has|have|must have|should have|needs|need|must include|should include|includes|include|comes with|come with|with|having|including|must contain|should contain|contains|contain|containing|needs to have|need to have|has to have|have to have|shall have|must come with|should come with|will have|must all have|must provide|must specify|requires|require|carries|must carry|must list|lists|must always have|always has|always have|must also have|gives|shows|must show|must give|provides|return|returns|must return|, each with|each with|, with|each having|all have|all with|should all have|each have|each has|each must have|each need|ought to have|is to have|are to have|must state|states|is required to have|must hold|also has|must be given with',
)
const item: Rule<readonly Demand[]> = memo(
  alt(
    map(oneField, (field) => presence([field])),
    valued,
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

/** What each row has. */
export const rowHas: Rule<readonly Demand[]> = memo(
  alt(
    map(seq(having, someOf), ([, { fields, atLeast }]) => [{ on: 'fields', fields, atLeast }]),
    map(
      seq(having, maybe('both|all of|the following|:|also|all of the following'), list(item, and)),
      ([, , items]) => items.flat(),
    ),
    map(seq(having, someFields), ([, { fields, joint }]) =>
      joint === 'or' ? [{ on: 'fields', fields, atLeast: 1 }] : null,
    ),
    map(seq(having, maybe('the following|these|:'), markedList), ([, , fields]) => presence(fields)),
  ),
)

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

const lengthSentence: Rule<Clause> = memo(
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
const sumSentence: Rule<Clause> = map(
  seq(
    sumOfFields,
    said(
      '=|equals|equal|must equal|is|must be|should equal|make|gives|is equal to|must add up to|adds up to|add up to|must come to|must sum to|sum to|sums to',
    ),
    oneField,
    tail,
  ),
  ([of, , field]) =>
    of.some(({ name }) => name === field.name)
      ? null
      : rowClause([{ on: 'field', field, test: { kind: 'sum', of } }]),
)

const rowSentence: Rule<Clause> = memo(
  alt(
    map(seq(everyRow, rowHas, tail), ([, demands]) => rowClause(demands)),
    map(seq(keys, tail), ([demands]) => rowClause(demands)),
    map(seq(duplicates, tail), ([demands]) => rowClause(demands)),
    map(seq(nothingMissing, tail), ([demands]) => rowClause(demands)),
    map(
      seq(
        opt(everyRow, false),
        maybe('must have|has|with|:|contains'),
        markedList,
        maybe('are required|are mandatory|required|must be present|must be filled in|is required'),
      ),
      ([, , fields]) => rowClause(presence(fields)),
    ),
    map(
      seq(
        maybe('required|mandatory|the required|the mandatory'),
        maybe('fields|columns'),
        said(':'),
        allFields,
      ),
      ([isRequired, isFields, , fields]) => (isRequired || isFields ? rowClause(presence(fields)) : null),
    ),
    map(seq(maybe('only|all'), validThing, maybe('only'), tail), ([, demands]) => rowClause(demands)),
  ),
)

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

const denial: Rule<Clause> = map(seq(alt(denials, textDenials), tail), ([demands]) => rowClause(demands))

/** That rows of which something holds are not accepted: the opposite is asked about. */
const rejections: Rule<Clause> = memo(
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
  return clause === null ? [] : [{ value: clause, slots: [meaningSlot(chart, from, to)] }]
}

/** A clause that is asked about as a whole; the sentences that it may mean are offered. */
function meaningSlot(chart: Chart, from: number, to: number, options: readonly string[] = []): Slot {
  return slotOf('meaning', chart, from, to, { replacesClause: true, options })
}

/** `zero lint errors`, `no reopened tickets`: a field that counts or tells, and nothing is said of it. */
const noneOfField: Rule<Clause> = expand(
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

/** `if status is paid, paid_at must be set`. */
const condition: Rule<readonly Demand[]> = memo(
  alt(
    ofFields,
    valued,
    map(seq(maybe('the'), rowNoun, said('has|have|is in|with'), alt(valued)), ([, , , demands]) => demands),
  ),
)
const consequence: Rule<readonly Demand[]> = memo(
  alt(
    ofFields,
    map(seq(everyRow, rowHas), ([, demands]) => demands),
    map(seq(maybe('it|the row|the'), rowHas), ([, demands]) => demands),
  ),
)
const conditional: Rule<Clause> = memo(
  alt(
    map(
      seq(said(leadingConditions), condition, maybe(', then|,|then|: |:'), consequence, tail),
      ([, given, , demands]) => filteredClause(demands, given),
    ),
    map(seq(alt(consequence), said(conditionWords), condition), ([demands, , given]) =>
      filteredClause(demands, given),
    ),
  ),
)

/** What is demanded of each row by a sentence that another one narrows to a share of the rows. */
export const rowDemands: Rule<readonly Demand[]> = memo(
  alt(
    ofFields,
    map(seq(everyRow, rowHas), ([, demands]) => demands),
    rowHas,
    valued,
    keys,
  ),
)
export const rowDemandsOfFields: Rule<readonly Demand[]> = ofFields
export { valued, condition }

/** All clauses about each row. */
export const rowClauses: Rule<Clause> = memo(
  alt(
    fieldSentence,
    whenGiven,
    lengthSentence,
    sumSentence,
    rowSentence,
    denial,
    rejections,
    noneOfField,
    conditional,
  ),
)
