import type { Relation } from '../../lexicon/comparisons.ts'
import { missingThings, missingWords } from '../../lexicon/presence.ts'
import { duplicateNouns, ignoringCase } from '../../lexicon/uniqueness.ts'
import { basisPointsOf } from '../../tokens/number.ts'
import {
  alt,
  expand,
  map,
  maybe,
  memo,
  opt,
  part,
  said,
  seq,
  token,
  words,
  type Outcome,
  type Rule,
} from '../chart.ts'
import { comparison } from '../predicates/comparisons.ts'
import { type Clause, rowClause, sharedClause, type Share } from '../demands/demands.ts'
import type { Demand, FieldRef } from '../demands/field-test.ts'
import { validOf } from '../predicates/qualities.ts'
import { count } from '../predicates/quantities.ts'
import { allFields, oneField, rowNoun, slotOf } from '../nouns.ts'
import { rowDemands } from '../rows/row-clauses.ts'

/** A share of the rows. */
const percentage = token(({ kind, value }) => (kind === 'percentage' ? value : null))
const percentNoun = map(
  seq(
    token(({ kind, value }) => (kind === 'number' ? value : null)),
    said('percent|%'),
  ),
  ([value]) => value,
)
/** `19 in 20`, `4 out of 5`: a share whose hundredths of a percent are exact. */
const ratio = map(seq(count, said('in|out of|of every'), count), ([part_, , total]) => {
  const points = (part_ * 10_000) / total
  return total > 0 && part_ <= total && Number.isInteger(points) ? String(points / 100) : null
})
/** Exact only where a comparison says so: `half of the rows` alone may be meant loosely. */
const fraction = words([
  ['half|one half', '50'],
  ['a quarter|one quarter', '25'],
  ['three quarters|three-quarters', '75'],
])
const amountOfShare = alt(percentage, percentNoun, ratio)
const share: Rule<Share> = memo(
  part(
    'share',
    alt(
      expand(seq(opt(alt(comparison), null), amountOfShare), ([compared, percent], chart, from, to) =>
        shareOf(compared?.relation ?? null, percent, (options) =>
          slotOf('number', chart, from, to, { options }),
        ),
      ),
      expand(seq(alt(comparison), fraction), ([{ relation }, percent], chart, from, to) =>
        shareOf(relation, percent, (options) => slotOf('number', chart, from, to, { options })),
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

const invalid = said('invalid|malformed|wrongly formatted|badly formatted|not valid')

/** `at most 2% of emails are invalid`: the others have the form that their field has. */
function invalidShare(
  fields: readonly FieldRef[],
  { relation, basisPoints }: Share,
): readonly Outcome<Clause>[] {
  if (relation === 'gt' || relation === 'gte') return []
  const demands = fields.map((field) => validOf(field).map((test): Demand => ({ on: 'field', field, test })))
  const clause = demands.every((one) => one.length > 0)
    ? sharedClause(demands.flat(), {
        relation: relation === 'lt' ? 'gt' : 'gte',
        basisPoints: 10_000 - basisPoints,
      })
    : null
  return clause === null ? [] : [{ value: clause }]
}

export const shares: Rule<Clause> = memo(
  alt(
    expand(
      seq(
        share,
        said('of|of the|of all|of all the'),
        oneField,
        maybe('is|are|may be|can be|should be|be|must be|that are|are allowed to be'),
        invalid,
      ),
      ([amount, , field]) => invalidShare([field], amount),
    ),
    expand(seq(share, maybe('of|of the'), invalid, oneField), ([amount, , , field]) =>
      invalidShare([field], amount),
    ),
    map(seq(said('in|for|on|across'), share, ofRows, maybe(','), rowDemands), ([, amount, , , demands]) =>
      sharedClause(demands, amount),
    ),
    map(
      seq(share, ofRows, said('or more|or higher|or above'), colon, rowDemands),
      ([amount, , , , demands]) => sharedClause(demands, amount),
    ),
    map(seq(share, ofRows, colon, rowDemands), ([amount, , , demands]) => sharedClause(demands, amount)),
    map(seq(share, said('of|of the|of all|of all the'), rowDemands), ([amount, , demands]) =>
      sharedClause(demands, amount),
    ),
    map(
      seq(
        rowDemands,
        maybe(','),
        said('in|for|on|across'),
        share,
        opt(ofRows, false),
        opt(said('or more|or higher|and more|or above'), false),
      ),
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
export const duplicateShares: Rule<Clause> = memo(
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
