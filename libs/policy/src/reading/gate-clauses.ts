import type { DeterministicCheck } from '@outturn/checkers'
import { aggregates, type Aggregate, extremes, onAverage } from '../lexicon/aggregates.ts'
import { type Relation, opposite } from '../lexicon/comparisons.ts'
import {
  beforeDeadline,
  deadlineNouns,
  deadlineWords,
  documentContains,
  documentHas,
  documentLacks,
  documentNouns,
} from '../lexicon/documents.ts'
import { measures } from '../lexicon/measures.ts'
import { being } from '../lexicon/modals.ts'
import { missingThings, missingWords } from '../lexicon/presence.ts'
import { wholes } from '../lexicon/rows.ts'
import { duplicateNouns, ignoringCase } from '../lexicon/uniqueness.ts'
import { reachableWords } from '../lexicon/verbs.ts'
import { basisPointsOf } from '../tokens/number.ts'
import { endOfDay } from '../tokens/day.ts'
import {
  alt,
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
} from './chart.ts'
import { comparison, type Limit, limits as quantityLimits, limitsOf } from './comparisons.ts'
import { type Clause, gate, rowClause, sharedClause, type Share } from './demands.ts'
import { aggregateCheck, type Demand, type FieldRef, phrasesCheck, statusCheck } from './field-test.ts'
import { allFields, countedNoun, oneField, rowNoun, slotOf } from './nouns.ts'
import { count, inUnitOf, type Quantity, quantity } from './quantities.ts'
import { rowDemands } from './row-clauses.ts'
import { answering, phrases, status } from './verbs.ts'

const counts = limitsOf(count, (low, high) => low > high)
const exactly: Rule<readonly Limit<number>[]> = map(
  seq(maybe('exactly|precisely|a total of|in total|total of|all'), count),
  ([, amount]) => [{ relation: 'eq', amount, isBound: true }],
)
/** `at least 40 and at most 60`. */
const twoCounts: Rule<readonly Limit<number>[]> = map(
  seq(counts, said('and|, and|but'), counts),
  ([a, joint, b], chart, at, end) =>
    joint &&
    a.length === 1 &&
    b.length === 1 &&
    a[0]?.relation !== b[0]?.relation &&
    !chart.tokens.slice(at, end).some(({ folded }) => folded === 'but')
      ? [...a, ...b]
      : null,
)
const amounts: Rule<readonly Limit<number>[]> = memo(part('count', alt(counts, exactly, twoCounts)))

interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

/** The whole numbers that limits allow; null for none, or for all. */
function boundsOf(limits: readonly Limit<number>[]): Bounds | null {
  let min: number | null = null
  let max: number | null = null
  for (const { relation, amount } of limits) {
    if (relation === 'ne') return null
    if (relation === 'eq' || relation === 'gte' || relation === 'gt')
      min = Math.max(min ?? 0, amount + (relation === 'gt' ? 1 : 0))
    if (relation === 'eq' || relation === 'lte' || relation === 'lt')
      max = Math.min(max ?? Number.MAX_SAFE_INTEGER, amount - (relation === 'lt' ? 1 : 0))
  }
  return (max !== null && max < 0) ||
    (min !== null && max !== null && min > max) ||
    (min === 0 && max === null)
    ? null
    : { min, max }
}

function rowCount(limits: readonly Limit<number>[]): Clause | null {
  const bounds = boundsOf(limits)
  if (bounds === null) return null
  const { min, max } = bounds
  const check =
    min === max ? { expected: min } : { ...(min !== null && { min }), ...(max !== null && { max }) }
  return gate({ checker: 'row_count', ...check } as DeterministicCheck)
}

const opening = maybe(
  `there are|there must be|there should be|it has|contains|has|have|with|of|must have|must contain|should have|should contain|to have|to contain|there are to be|there have to be|has to have|need|needs|we expect|expect|includes|must include|a list of|a dataset of|a file with|a table of|there is|there shall be|there will be|must be|should be|consists of|includes exactly|dataset of|list of|deliver`,
)
const whole = opt(
  map(seq(maybe('the|a|this|our|your|final|the final|the whole'), said(wholes)), () => true as const),
  false as const,
)
const inWhole = opt(
  alt(
    map(seq(said('in|across|within'), maybe('the|this'), said(wholes)), () => true as const),
    said(
      'in total|total|altogether|overall|exactly|precisely|of data|only|in all|minimum|or more|delivered|each',
    ),
  ),
  false as const,
)

/** `exactly 50 rows`, `at least 20 sources`, `number of rows is 5`. */
const rowCounts: Rule<Clause> = memo(
  alt(
    map(seq(whole, opening, amounts, rowNoun, inWhole), ([, , limits, , after], chart, at, end) => {
      const last = chart.tokens[end - 1]?.folded
      const isMore = after && (last === 'more' || last === 'minimum')
      return rowCount(
        isMore ? limits.map((one) => (one.relation === 'eq' ? { ...one, relation: 'gte' } : one)) : limits,
      )
    }),
    map(
      seq(
        said(
          'number of rows|the number of rows|row count|the row count|total rows|total number of rows|the total number of rows|rows|total records|number of records|the number of records|record count|total row count|quantity|the number of entries|number of entries|number of leads|number of items|the number of items|total items|total leads|count of rows|amount of rows|item count|total entries',
        ),
        maybe(
          ': exactly|is exactly|must be exactly|is|must be|should be|equals|:|has to be|shall be|must equal|will be|of',
        ),
        amounts,
      ),
      ([, , limits]) => rowCount(limits),
    ),
    map(seq(whole, opening, amounts, countedNoun), ([, , limits]) => rowCount(limits)),
  ),
)

/** `at least 800 words`: the length of a delivered text. */
const documentNoun = said(documentNouns)
const document: Rule<boolean> = (chart, at) =>
  documentRule(chart, at).filter(
    ({ end }) => chart.index.named(chart.tokens[end - 1]?.text ?? '').length === 0,
  )
const documentRule: Rule<boolean> = map(
  seq(
    maybe(
      'the|a|an|this|each|every|your|our|its|whole|entire|the full|the whole|the entire|full|final|the final',
    ),
    documentNoun,
  ),
  () => true,
)
const lengthUnit = part('unit', words(measures.filter(([, measure]) => measure !== 'items')))
const documentLength: Rule<Clause> = memo(
  alt(
    map(
      seq(
        opt(document, false),
        opt(said(documentHas), false),
        amounts,
        lengthUnit,
        maybe('long|in length|in total|of text|total|or more|minimum|maximum|overall'),
      ),
      ([, , limits, measure], chart, _, end) => {
        const last = chart.tokens[end - 1]?.folded
        const turned = last === 'more' || last === 'minimum' ? 'gte' : last === 'maximum' ? 'lte' : null
        return lengthCheck(
          turned === null
            ? limits
            : limits.map((one) => (one.relation === 'eq' ? { ...one, relation: turned } : one)),
          measure,
        )
      },
    ),
    map(
      seq(
        opt(document, false),
        maybe('is|must be|should be'),
        words([
          ['no longer than|not longer than|no more than', 'lte'],
          ['no shorter than|not shorter than', 'gte'],
          ['longer than', 'gt'],
          ['shorter than', 'lt'],
        ] as const),
        count,
        lengthUnit,
      ),
      ([, , relation, amount, measure]) => lengthCheck([{ relation, amount, isBound: true }], measure),
    ),
    map(
      seq(
        opt(document, false),
        said(
          'must not exceed|may not exceed|does not exceed|should not exceed|not exceeding|cannot exceed|is not to exceed',
        ),
        count,
        lengthUnit,
      ),
      ([, , amount, measure]) => lengthCheck([{ relation: 'lte', amount, isBound: true }], measure),
    ),
    map(
      seq(
        said('word count|length|the word count|words'),
        maybe(':|is|must be|should be|of'),
        amounts,
        maybe('words'),
      ),
      ([, , limits], chart, at) =>
        chart.tokens[at]?.folded === 'length' ? null : lengthCheck(limits, 'words'),
    ),
  ),
)

function lengthCheck(limits: readonly Limit<number>[], measure: string): Clause | null {
  const bounds = boundsOf(limits)
  if (bounds === null) return null
  const { min, max } = bounds
  return gate({
    checker: 'json_path',
    path: '$',
    scope: 'document',
    measure,
    ...(min !== null && { min }),
    ...(max !== null && { max }),
  } as unknown as DeterministicCheck)
}

/** `text contains "a" or "b"`, `do not mention "c"`. */
const documentPhrases: Rule<Clause> = memo(
  alt(
    map(seq(opt(document, false), maybe('it'), said(documentContains), phrases), ([, , , all]) =>
      gate(phrasesCheck({ which: all.joint === 'or' ? 'any' : 'all', phrases: all.phrases })),
    ),
    map(
      seq(
        opt(document, false),
        maybe('it'),
        said(documentLacks),
        maybe('any of|any|mention of|use of|the use of'),
        phrases,
      ),
      ([, , , , all]) => gate(phrasesCheck({ which: 'none', phrases: all.phrases })),
    ),
    map(
      seq(
        phrases,
        said(
          'must appear|appears|has to appear|must be mentioned|must be included|must be present|should appear|is mentioned|must occur',
        ),
        opt(
          map(seq(said('in'), document), () => true),
          false,
        ),
      ),
      ([all]) => gate(phrasesCheck({ which: all.joint === 'or' ? 'any' : 'all', phrases: all.phrases })),
    ),
    map(
      seq(
        phrases,
        said(
          'must not appear|may not appear|should not appear|must never appear|is not mentioned|must not be mentioned|must not be used|must not occur|is forbidden|are forbidden|is not allowed',
        ),
        opt(
          map(seq(said('in|anywhere in'), document), () => true),
          false,
        ),
      ),
      ([all]) => gate(phrasesCheck({ which: 'none', phrases: all.phrases })),
    ),
    map(seq(said('no'), phrases, said('in|anywhere in|in any part of'), document), ([, all]) =>
      gate(phrasesCheck({ which: 'none', phrases: all.phrases })),
    ),
  ),
)

/** A share of the rows. */
const percentage = token(({ kind, value }) => (kind === 'percentage' ? value : null))
const percentNoun = map(
  seq(
    token(({ kind, value }) => (kind === 'number' ? value : null)),
    said('percent|%'),
  ),
  ([value]) => value,
)
const amountOfShare = alt(percentage, percentNoun)
const share: Rule<Share> = memo(
  part(
    'share',
    alt(
      expand(seq(opt(alt(comparison), null), amountOfShare), ([compared, percent], chart, from, to) =>
        shareOf(compared?.relation ?? null, percent, (options) =>
          slotOf('number', chart, from, to, { options }),
        ),
      ),
      expand(
        seq(
          amountOfShare,
          words([
            ['or more|or higher|or above|and above', 'gte'],
            ['or less|or fewer|or below', 'lte'],
          ] as const),
        ),
        ([percent, relation], chart, from, to) =>
          shareOf(relation, percent, (options) => slotOf('number', chart, from, to, { options })),
      ),
    ),
  ),
)

function shareOf(
  relation: Relation | null,
  percent: string,
  open: (options: readonly string[]) => ReturnType<typeof slotOf>,
): readonly Outcome<Share>[] {
  const basisPoints = basisPointsOf(percent)
  if (basisPoints === null) return [{ value: { relation: 'gte', basisPoints: 10_000 }, slots: [open([])] }]
  if (relation === 'ne' || (relation === 'eq' && basisPoints !== 10_000)) return []
  const wanted = relation === null || relation === 'eq' ? 'gte' : relation
  const isEmpty =
    (wanted === 'gte' && basisPoints === 0) ||
    (wanted === 'lte' && basisPoints === 10_000) ||
    (wanted === 'gt' && basisPoints === 10_000) ||
    (wanted === 'lt' && basisPoints === 0)
  return [{ value: { relation: wanted, basisPoints }, slots: isEmpty ? [open([])] : [] }]
}

const ofRows = alt(
  map(seq(maybe('of|of all|of the|of all the|of all of the|of our|of its'), rowNoun), () => true as const),
  said(
    'of cases|of them|of the data|of the dataset|of all data|of the time in all rows|of the list|of the file',
  ),
)
const colon = maybe(':|must satisfy :|satisfy :|meet :|,')
const missingIn = said(
  'missing|are missing|is missing|may be missing|may miss|with missing|have missing|have no|without|lack|lacking|with no|with empty|with blank|have empty|have blank|may have missing|are without|have an empty|have a blank|with an empty|with a blank|with a missing|have a missing|may lack|can be missing|may have no|may have empty|may have blank|empty|blank|null|with null|have null|have null values in|with missing values in|missing values in|missing values for|missing value in|nulls in|null values in|empty values in|blank values in|may have missing values in|have missing values in|missing data in|may be missing a|are allowed to be missing|of missing values in|miss|missing or empty|can have missing|can miss|may have a missing|may have null|should be missing|should have missing|with missing values for|blanks in|should lack|must be missing',
)
const absentFields = (fields: readonly FieldRef[]): readonly Demand[] => [
  { on: 'fields', fields, atLeast: null },
]

function missingShare(fields: readonly FieldRef[], { relation, basisPoints }: Share): Clause | null {
  if (relation === 'gt' || relation === 'gte') return null
  return sharedClause(absentFields(fields), {
    relation: relation === 'lt' ? 'gt' : 'gte',
    basisPoints: 10_000 - basisPoints,
  })
}

const shares: Rule<Clause> = memo(
  alt(
    map(seq(share, ofRows, colon, rowDemands), ([amount, , , demands]) => sharedClause(demands, amount)),
    map(seq(share, said('of|of the|of all|of all the'), rowDemands), ([amount, , demands]) =>
      sharedClause(demands, amount),
    ),
    map(
      seq(rowDemands, maybe(','), said('in|for|on|across'), share, opt(ofRows, false)),
      ([demands, , , amount]) => sharedClause(demands, amount),
    ),
    map(seq(share, opt(ofRows, false), missingIn, allFields), ([amount, , , fields]) =>
      missingShare(fields, amount),
    ),
    map(
      seq(share, said('of'), allFields, maybe('are|is|may be|can be|should be|must be'), said(missingWords)),
      ([amount, , fields]) => missingShare(fields, amount),
    ),
    map(
      seq(
        allFields,
        said(
          'missing|empty|blank|null|is missing|are missing|may be missing|is empty|is null|may be empty|may be null|is blank|can be missing|may be blank|can be empty',
        ),
        said('in|for|on'),
        share,
        opt(ofRows, false),
      ),
      ([fields, , , amount]) => missingShare(fields, amount),
    ),
    map(
      seq(
        said('percentage|share|proportion|percent|fraction|the percentage|the share|the proportion|rate'),
        said('of'),
        alt(
          map(seq(said(missingThings), said('in|for|of'), allFields), ([, , fields]) => fields),
          map(
            seq(
              rowNoun,
              said(
                'with missing|missing|without|with empty|with no|lacking|with null|with blank|that are missing|where|with a missing',
              ),
              allFields,
              maybe('is missing|missing|is empty|is null'),
            ),
            ([, , fields]) => fields,
          ),
          map(seq(said(missingWords), allFields), ([, fields]) => fields),
        ),
        maybe('is|must be|should be|stays|must stay|has to be|:'),
        share,
      ),
      ([, , fields, , amount]) => missingShare(fields, amount),
    ),
    map(
      seq(
        said('missing|empty|blank|null'),
        allFields,
        maybe('is|are|:|must be|should be|values|rate'),
        share,
        opt(
          map(seq(maybe('in'), ofRows), () => true),
          false,
        ),
      ),
      ([, fields, , amount]) => missingShare(fields, amount),
    ),
    expand(
      seq(share, ofRows, maybe('are|is|may be|should be|can be|be|must be'), oneField),
      ([amount, , , field], chart, from, to): readonly Outcome<Clause>[] => {
        const affirmed = { on: 'field', field, test: { kind: 'in', values: [true] } } as const
        const clause = sharedClause([affirmed], amount)
        const isLeast = amount.relation === 'gte' || amount.relation === 'gt'
        const [low, exclusive] = isLeast
          ? [amount.basisPoints, amount.relation === 'gt']
          : [10_000 - amount.basisPoints, amount.relation === 'lt']
        const limit = `${exclusive ? 'more than' : 'at least'} ${low / 100}%`
        const option = `${limit} of rows: ${JSON.stringify(field.name)} is ${isLeast ? 'true' : 'false'}`
        return clause === null || (field.known?.type !== undefined && field.known.type !== 'boolean')
          ? []
          : [
              {
                value: clause,
                slots: [slotOf('meaning', chart, from, to, { replacesClause: true, options: [option] })],
              },
            ]
      },
    ),
  ),
)

/** A share of repeated rows. */
const duplicateShares: Rule<Clause> = memo(
  alt(
    expand(
      seq(
        opt(said('there may be|there should be|with|allow|allowing|there are'), false),
        share,
        maybe('of|are'),
        opt(
          map(seq(rowNoun, maybe('are|may be')), () => true),
          false,
        ),
        said(`${duplicateNouns}|duplicate rows|duplicate percent|percent duplicates`),
        opt(rowNoun, false),
        maybe('by|in|on|for|based on|of|with the same'),
        allFields,
        opt(said(ignoringCase), false),
      ),
      ([, amount, , , , , , fields, ignores], chart, from, to) =>
        duplicateShare(fields, amount, ignores, (options) =>
          slotOf('meaning', chart, from, to, { replacesClause: true, options }),
        ),
    ),
    expand(
      seq(
        map(
          seq(
            opt(comparison, null),
            token(({ kind, value }) => (kind === 'number' ? value : null)),
            said('duplicate percent|percent duplicates|percent duplicate|percent of duplicates'),
          ),
          ([compared, percent]) => ({ compared, percent }),
        ),
        maybe('by|in|on|for'),
        allFields,
      ),
      ([{ compared, percent }, , fields], chart, from, to) =>
        shareOf(compared?.relation ?? null, percent, (options) =>
          slotOf('number', chart, from, to, { options }),
        ).flatMap(({ value }) =>
          duplicateShare(fields, value, false, (options) =>
            slotOf('meaning', chart, from, to, { replacesClause: true, options }),
          ),
        ),
    ),
    expand(
      seq(
        said(
          'duplicate rate|duplicates|duplication|the duplicate rate|share of duplicates|percentage of duplicates|duplicate share|rate of duplicates|the share of duplicates|proportion of duplicates',
        ),
        said('by|in|of|for|on'),
        allFields,
        maybe('is|must be|should be|stays|:|must stay|are'),
        share,
      ),
      ([, , fields, , amount], chart, from, to) =>
        duplicateShare(fields, amount, false, (options) =>
          slotOf('meaning', chart, from, to, { replacesClause: true, options }),
        ),
    ),
    expand(
      seq(share, said('duplicate|duplicated|repeated'), allFields),
      ([amount, , fields], chart, from, to) =>
        duplicateShare(fields, amount, false, (options) =>
          slotOf('meaning', chart, from, to, { replacesClause: true, options }),
        ),
    ),
  ),
)

function duplicateShare(
  fields: readonly FieldRef[],
  { relation, basisPoints }: Share,
  ignoresCase: boolean,
  open: (options: readonly string[]) => ReturnType<typeof slotOf>,
): readonly Outcome<Clause>[] {
  if (relation === 'gt' || relation === 'gte') return []
  const clause = rowClause([{ on: 'key', fields, ignoresCase, maxRateBp: basisPoints }])
  if (clause === null) return []
  const option = `at most ${basisPoints / 100}% duplicates by ${fields.map(({ name }) => JSON.stringify(name)).join(' and ')}`
  return [{ value: clause, slots: relation === 'lt' ? [open([option])] : [] }]
}

/** `average csat of 4.5 or higher`, `sum of total is 15,000`. */
const be = words(being)
const isOrMust = opt(
  alt(
    be,
    map(
      said(
        ':|of|should|must|equals|must equal|=|has to|comes to|adds up to|amounts to|add up to|must not exceed|must come to|must add up to|must amount to|may not exceed|does not exceed|should not exceed|exceeds',
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
  map(seq(isOrMust, alt(quantityLimits, exactQuantity)), ([isAffirmed, limits], chart, at) => {
    const exceeds = chart.tokens.slice(at, at + 4).some(({ folded }) => folded === 'exceed')
    if (exceeds)
      return limits.every(({ relation }) => relation === 'eq')
        ? limits.map((one) => ({ ...one, relation: 'lte' as const }))
        : null
    if (isAffirmed) return limits
    const [only, another] = limits
    return only === undefined || another !== undefined || only.isBound
      ? null
      : [{ ...only, relation: opposite[only.relation] }]
  }),
)

const aggregateClause: Rule<Clause> = memo(
  alt(
    expand(
      seq(maybe('the|an|a'), words(aggregates), maybe('the|of the|of all|all|of'), oneField, limitsAfter),
      ([, aggregate, , field, limits], chart) => aggregatesOf(field, aggregate, limits, chart),
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
      seq(maybe('the|a|an'), words(extremes), maybe('of|the|of the|allowed|of all'), oneField, limitsAfter),
      ([, extreme, , field, limits], chart) => extremesOf(field, extreme, limits, chart),
    ),
    expand(
      seq(
        said('median|the median|95th percentile|the 95th percentile|p95|90th percentile|99th percentile'),
        maybe('of|the|of the'),
        oneField,
        limitsAfter,
      ),
      ([, , field, limits], chart, from) =>
        aggregatesOf(field, 'mean', limits, chart).map(({ value, slots = [] }) => ({
          value,
          slots: [slotOf('meaning', chart, from, from + 1, { options: ['average'] }), ...slots],
        })),
    ),
    expand(seq(amounts, said('distinct|different|unique'), oneField), ([limits, , field]) => {
      const checks = limits.map(({ relation, amount }) => aggregateCheck(field, 'distinct', relation, amount))
      return [{ value: { checks, demands: null, addition: null, measure: null, isElided: false } }]
    }),
  ),
)

function aggregatesOf(
  field: FieldRef,
  aggregate: Aggregate,
  limits: readonly Limit<Quantity>[],
  chart: Parameters<Rule<unknown>>[0],
): readonly Outcome<Clause>[] {
  const type = field.known?.type
  if (type === 'boolean' || type === 'list' || type === 'object') return []
  const read = limits.map(({ relation, amount }) => ({ relation, ...inUnitOf(field, amount, chart) }))
  const checks = read.map(({ relation, value }) => aggregateCheck(field, aggregate, relation, value))
  return [
    {
      value: { checks, demands: null, addition: null, measure: null, isElided: false },
      slots: read.flatMap(({ slots = [] }) => slots).slice(0, 1),
    },
  ]
}

/** `max value is 100` limits every value; a limit in the other direction is one of the greatest value alone. */
function extremesOf(
  field: FieldRef,
  extreme: 'min' | 'max',
  limits: readonly Limit<Quantity>[],
  chart: Parameters<Rule<unknown>>[0],
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

/** `https://example.com/a returns 200`. */
const address = part(
  'value',
  token(({ kind, value }) => (kind === 'url' ? value : null)),
)
const addresses: Rule<Clause> = memo(
  alt(
    map(
      seq(
        words([
          ['', null],
          ['get|a get request to|get request to|get to', 'GET'],
          ['head', 'HEAD'],
          [
            'the url|the page|the link|the endpoint|the site|url|link|page|endpoint|a request to|requests to',
            null,
          ],
        ] as const),
        address,
        answering,
        status,
      ),
      ([, url, isAffirmed, expected]) => (isAffirmed ? gate(statusCheck({ url }, { expected })) : null),
    ),
    expand(
      seq(maybe('the url|the page|the link|the site|url|link'), address, be, said(reachableWords)),
      ([, url, isAffirmed], chart, _, to): readonly Outcome<Clause>[] => {
        if (!isAffirmed) return []
        const start =
          chart.tokens.findIndex(({ kind, value }, index) => index < to && kind === 'url' && value === url) +
          1
        return [
          {
            value: gate(statusCheck({ url }, { expected: 200 })),
            slots: [slotOf('meaning', chart, start, to, { options: ['returns 200'] })],
          },
        ]
      },
    ),
    map(
      seq(
        said(
          'every url in|each url in|all urls in|every link in|all links in|urls in|each link in|every address in|each address in|all addresses in|every url in the|links in|the url in',
        ),
        oneField,
        answering,
        status,
      ),
      ([, field, isAffirmed, expected]) =>
        isAffirmed ? rowClause([{ on: 'field', field, test: { kind: 'status', expected } }]) : null,
    ),
    map(
      seq(
        said(
          'every url in|each url in|all urls in|every link in|all links in|urls in|each address in|every address in',
        ),
        oneField,
        be,
        said('a|'),
        said('valid url|valid'),
      ),
      ([, field, isAffirmed]) =>
        isAffirmed ? rowClause([{ on: 'field', field, test: { kind: 'url', schemes: null } }]) : null,
    ),
  ),
)

/** `sha256 is 2c26…`. */
const algorithms = words<'sha256' | 'sha384' | 'sha512' | null>([
  ['sha256|sha-256|sha 256', 'sha256'],
  ['sha384|sha-384|sha 384', 'sha384'],
  ['sha512|sha-512|sha 512', 'sha512'],
  ['', null],
])
const digestLengths: Readonly<Record<number, 'sha256' | 'sha384' | 'sha512'>> = {
  64: 'sha256',
  96: 'sha384',
  128: 'sha512',
}
const digests: Rule<Clause> = memo(
  map(
    seq(
      maybe('the|its|a|file|the file|the content|content|delivery'),
      algorithms,
      maybe('digest|hash|checksum|hash sum|checksum of|sum|fingerprint|file checksum|file hash|hash value'),
      maybe(
        'of the file|of the content|of the delivery|of the document|of the text|of the deliverable|of the report|of it|of the data',
      ),
      said('is|equals|matches|=|must be|must match|must equal|should be|should match|has to be|:'),
      part(
        'value',
        token(({ kind, value }) => (kind === 'digest' ? value : null)),
      ),
    ),
    ([, algorithm, noun, , , digest], chart, at) => {
      const first = chart.tokens[at]?.folded ?? ''
      const isNamed = algorithm !== null || noun || /^(?:file|checksum|hash|digest)$/.test(first)
      const found = digestLengths[digest.length]
      if (!isNamed || found === undefined || (algorithm !== null && algorithm !== found)) return null
      return gate({
        checker: 'hash_matches',
        expected: digest,
        ...(found !== 'sha256' && { algorithm: found }),
      })
    },
  ),
)

/** `delivered by 2026-02-06T17:00:00Z`. */
const instant = part(
  'time',
  token(({ kind, value }) => (kind === 'instant' ? value : null)),
)
const day = part(
  'time',
  token(({ kind, value }) => (kind === 'day' ? value : null)),
)
const atLatest = maybe('at the latest|latest|or earlier|sharp')
const due = alt(
  map(seq(said(beforeDeadline), said(deadlineWords)), () => true),
  map(seq(said(deadlineNouns), maybe('by|is|:|on|at')), () => true),
)
const deadlines: Rule<Clause> = memo(
  alt(
    map(seq(due, instant, atLatest), ([, deadline]) => gate({ checker: 'deadline_met', deadline })),
    expand(
      seq(due, maybe('the end of|end of'), day, atLatest),
      ([, , date], chart, _, to): readonly Outcome<Clause>[] => {
        const clause = gate(
          { checker: 'deadline_met', deadline: endOfDay(date) },
          'until the end of the day, UTC',
        )
        const at = chart.tokens.findLastIndex(({ kind }, index) => index < to && kind === 'day')
        return [
          {
            value: clause,
            slots: chart.circumstances.isSuggestion
              ? []
              : [slotOf('time', chart, at, at + 1, { options: [`${date}T23:59:59Z`] })],
          },
        ]
      },
    ),
    expand(
      seq(
        due,
        token(({ kind }) => (kind === 'local_time' ? true : null)),
        atLatest,
      ),
      (_, chart, __, to): readonly Outcome<Clause>[] => {
        const at = chart.tokens.findLastIndex(({ kind }, index) => index < to && kind === 'local_time')
        return [
          {
            value: gate({ checker: 'deadline_met', deadline: '2100-01-01T00:00:00Z' }),
            slots: [slotOf('time', chart, at, at + 1)],
          },
        ]
      },
    ),
  ),
)

/** All clauses about the delivery as a whole. */
export const gateClauses: Rule<Clause> = memo(
  alt(
    rowCounts,
    documentLength,
    documentPhrases,
    shares,
    duplicateShares,
    aggregateClause,
    addresses,
    digests,
    deadlines,
  ),
)
