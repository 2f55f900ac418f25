import type { DeterministicCheck } from '@outturn/checkers'
import { wholes } from '../../lexicon/rows.ts'
import { alt, map, maybe, memo, opt, part, said, seq, type Rule } from '../chart.ts'
import { type Limit, limitsOf } from '../predicates/comparisons.ts'
import { type Clause, gate } from '../demands/demands.ts'
import { countedNoun, rowNoun, slotOf } from '../nouns.ts'
import { count } from '../predicates/quantities.ts'

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
/** Numbers of rows, words or values, and limits of them. */
export const amounts: Rule<readonly Limit<number>[]> = memo(part('count', alt(counts, exactly, twoCounts)))

export interface Bounds {
  readonly min: number | null
  readonly max: number | null
}

/** The whole numbers that limits allow; null for none, or for all. */
export function boundsOf(limits: readonly Limit<number>[]): Bounds | null {
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
      'in total|total|altogether|overall|exactly|precisely|of data|only|in all|minimum|or more|or fewer|or less|maximum|delivered',
    ),
  ),
  false as const,
)

function turnedBy(last: string | undefined): 'gte' | 'lte' | null {
  if (last === 'more' || last === 'minimum') return 'gte'
  return last === 'fewer' || last === 'less' || last === 'maximum' ? 'lte' : null
}

/** What a row is called; where a field has the same name, it is not told which of them is counted. */
const countedRows: Rule<true> = (chart, at) =>
  rowNoun(chart, at).map((one) =>
    chart.index.named(chart.words(at, one.end)).length === 0
      ? one
      : { ...one, slots: [slotOf('counted', chart, at, one.end, { options: ['rows'] })] },
  )

/** `exactly 50 rows`, `at least 20 sources`, `number of rows is 5`. */
export const rowCounts: Rule<Clause> = memo(
  alt(
    map(seq(whole, opening, amounts, countedRows, inWhole), ([, , limits, , after], chart, at, end) => {
      const last = chart.tokens[end - 1]?.folded
      const turned = after ? turnedBy(last) : null
      return rowCount(
        turned === null
          ? limits
          : limits.map((one) => (one.relation === 'eq' ? { ...one, relation: turned } : one)),
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
    map(
      seq(
        maybe('the|total'),
        said('number of|count of|total number of'),
        countedRows,
        maybe(
          ': exactly|is exactly|must be exactly|is|must be|should be|equals|:|has to be|shall be|must equal|will be',
        ),
        amounts,
      ),
      ([, , , , limits]) => rowCount(limits),
    ),
    map(seq(whole, opening, amounts, countedNoun), ([, , limits]) => rowCount(limits)),
  ),
)
