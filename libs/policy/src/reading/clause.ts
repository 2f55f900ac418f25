import { leadAt } from '../sentences/leads.ts'
import {
  alt,
  type Chart,
  type Found,
  found,
  map,
  memo,
  opt,
  part,
  type Rule,
  said,
  seq,
  token,
  where,
} from './chart.ts'
import type { ClauseCheck, ClauseReading, Part, Slot } from './clause-reading.ts'
import { type Clause, rowClause } from './demands/demands.ts'
import { gateClauses } from './gate-clauses.ts'
import { inEveryRow, slotOf } from './nouns.ts'
import { pathClauses } from './path-clauses.ts'
import { rowClauses } from './rows/row-clauses.ts'
import { rowHas } from './rows/row-has.ts'
import { withSettings } from './settings.ts'

/** A clause in its place, and whether it is demanded or only wished for. */
interface PlacedClause extends Clause {
  readonly required: boolean
  readonly from: number
  readonly to: number
}

/** Words that lead to a demand and change nothing of it, and whether they leave it a demand. */
const lead: Rule<boolean> = memo((chart, at) => {
  const start = chart.tokens[at]?.start
  if (start === undefined) return []
  const { end, required } = leadAt(chart.text, start)
  const to = chart.tokens.findIndex((one, index) => index >= at && one.start >= end)
  return end > start && to > at ? [found(required, to)] : []
})
const politely = said(
  'please|please ensure|please make sure|also|additionally|make sure|make sure that|ensure|ensure that|ensure :|check that|check|verify that|verify|we need|i need|we want|i want|it is required that|required :|requirement :|must have :|rule :|condition :|it must be that|the requirement is that|we require|we require that|i require that|i require|we expect that|we expect|in addition|in addition ,|in every row ,|in each row ,|for every row ,|for each row ,|for every row :|for each row :|each row :|every row :|for all rows ,|for all rows :|all rows :|note that|of course|confirm that|assert that|assert|expect|need|needs|require|guarantee that|validate that|i want :|we need :',
)
const greeting = opt(
  said(
    'hi|hi ,|hello|hello ,|hi team ,|hello team ,|hi there ,|hey ,|hi all ,|dear seller ,|dear team ,|hello there ,|hey there ,|hi ! |hello !|hi team !',
  ),
  false,
)
const opening: Rule<boolean> = alt(
  opt(part('wish', lead), true),
  map(politely, () => true),
  map(seq(inEveryRow, opt(said(',|:'), false)), () => true),
)
const opener: Rule<boolean> = map(
  seq(
    greeting,
    where((chart, at) => at === 0 || chart.tokens[at]?.folded !== 'and'),
    opening,
  ),
  ([, , required]) => required,
)
const withItems: Rule<Clause> = (chart, at) => {
  const first = chart.tokens[at]?.folded ?? ''
  const second = chart.tokens[at + 1]?.folded ?? ''
  if (!/^(?:with|having|including)$/.test(first) && !(first === 'each' && second === 'with')) return []
  return map(rowHas, (demands) => rowClause(demands))(chart, at)
}
const courteously = opt(
  said('please|, please|, thanks|, thank you|. thanks|. thank you|! thanks|! thank you|, many thanks'),
  false,
)

const anyClause: Rule<PlacedClause> = map(
  seq(opener, withSettings(alt(rowClauses, gateClauses, pathClauses, withItems)), courteously),
  ([required, clause], _, from, to) => ({ ...clause, required, from, to }),
)

/** The clauses that start at a position; those that end alike and demand the same are one, whatever words were read how. */
const oneClause: Rule<PlacedClause> = memo((chart, at) => {
  const byMeaning = new Map<string, Found<PlacedClause>>()
  for (const one of anyClause(chart, at)) {
    const { checks, required, addition, measure, isElided, reach } = one.value
    const places = one.slots.map(({ kind, from, to }) => [kind, from, to])
    const meaning = JSON.stringify([one.end, checks, required, addition, measure, isElided, reach, places])
    if (!byMeaning.has(meaning)) byMeaning.set(meaning, one)
  }
  return [...byMeaning.values()]
})
const joiner = said(
  ', and|,|;|and|.|. also|, plus|plus|, as well as|as well as|; and|and also|. and|, also|and that|, then|. then|and then|, and also|, and then|, and that|, with|. additionally ,',
)
const adjoined = new Set(['with', 'having', 'including', 'each', 'by', 'delivered', 'no'])

/** Whether a line of the text begins with the token. */
function startsLine(chart: Chart, at: number): boolean {
  const [before, first] = [chart.tokens[at - 1], chart.tokens[at]]
  return (
    first !== undefined && (before === undefined || chart.text.slice(before.end, first.start).includes('\n'))
  )
}

const bullet = said('-|*|•|–|—|‣')
const numbered = seq(
  token(({ kind, value }) => (kind === 'number' && /^\d{1,2}$/.test(value) ? true : null)),
  said('.|)'),
)
/** The mark of an item of a list, or nothing, where a line begins. */
const lineStart: Rule<true> = (chart, at) => {
  if (!startsLine(chart, at)) return []
  const marks = [...bullet(chart, at), ...numbered(chart, at)]
  return [found(true as const, at), ...marks.map(({ end: after }) => found(true as const, after))]
}

/** Between two clauses stands a joiner, a new line, or nothing before words that open a clause of their own. */
const between: Rule<true> = (chart, at) => [
  ...joiner(chart, at),
  ...[...joiner(chart, at).map(({ end: after }) => after), at].flatMap((after) => lineStart(chart, after)),
  ...(adjoined.has(chart.tokens[at]?.folded ?? '') ? [found(true as const, at)] : []),
]
const stop = said('.|;|!|. .|! !|! ! !|! .|')

/** Most clauses of one text. */
const maxClauses = 20

interface State {
  readonly clauses: readonly PlacedClause[]
  readonly end: number
  readonly parts: readonly Part[]
  readonly slots: readonly Slot[]
}

/** Whether the length of a document stands beside a demand of rows: a document has no rows, so that the length is meant of a field. */
function mixesEvidence(clauses: readonly PlacedClause[]): boolean {
  const checks = clauses.flatMap((one) => one.checks)
  const isOfDocument = checks.some(
    (check) => check.checker === 'json_path' && check.path === '$' && check.measure !== undefined,
  )
  return isOfDocument && clauses.some(({ demands, reach }) => demands !== null || reach === 'condition')
}

/** All readings of the tokens from a position on, up to another. */
export function readingsFrom(chart: Chart, at = 0, length = chart.tokens.length): readonly ClauseReading[] {
  const results: ClauseReading[] = []
  const seen = new Set<string>()
  const visit = (state: State): void => {
    for (const one of oneClause(chart, state.end)) {
      chart.spend()
      if (one.end > length) continue
      const slots = [...state.slots, ...one.slots]
      if (slots.length > 4) continue
      const next: State = {
        clauses: [...state.clauses, one.value],
        end: one.end,
        parts: [...state.parts, ...one.parts],
        slots,
      }
      const isWhole = stop(chart, one.end).some((last) => last.end === length)
      if (isWhole && !mixesEvidence(next.clauses)) results.push(readingOf(next, chart, at))
      if (next.clauses.length >= maxClauses || one.end === length) continue
      const starts = new Set(between(chart, one.end).map((joint) => joint.end))
      // Of prefixes that demand the same, one is followed.
      const demanded = JSON.stringify(
        next.clauses.map(({ checks, required, measure, reach }) => [checks, required, measure, reach]),
      )
      const places = slots.map(({ kind, from, to }) => `${kind} ${from} ${to}`).join()
      for (const start of starts) {
        const key = `${start} ${places} ${demanded}`
        if (!seen.has(key) && seen.add(key) !== undefined) visit({ ...next, end: start })
      }
    }
  }
  for (const start of new Set([at, ...lineStart(chart, at).map((one) => one.end)])) {
    visit({ clauses: [], end: start, parts: [], slots: [] })
  }
  return results
}

function readingOf({ clauses, end: to, parts, slots }: State, chart: Chart, from: number): ClauseReading {
  const checks = clauses.flatMap(({ checks: all, required, addition, from: start, to: last }) =>
    all.map((check): ClauseCheck => ({ check, required, addition, from: start, to: last })),
  )
  const pairs = clauses.slice(1).map((clause, index) => [clauses[index] ?? clause, clause] as const)
  const open = pairs
    .filter(([before, after]) => !isDivided(chart, before.to, after.from))
    .flatMap(([before, after]) => [
      ...elidedUnit(before, after, chart),
      ...wishBefore(before, after, chart),
      ...sharedReach(before, after, chart),
    ])
  return { from, to, checks, parts, slots: [...slots, ...open] }
}

/** Whether a sentence or a line ends between two clauses, so that nothing of the first is meant in the second. */
function isDivided(chart: Chart, from: number, to: number): boolean {
  return (
    startsLine(chart, to) ||
    chart.tokens.slice(from, to).some(({ folded }) => folded === '.' || folded === ';')
  )
}

/** `headline at most 30 characters and description at most 90`: it is not said whether 90 counts characters. */
function elidedUnit(before: PlacedClause, after: PlacedClause, chart: Chart): readonly Slot[] {
  if (before.measure === null || !after.isElided) return []
  const last = chart.tokens.findLastIndex(
    ({ kind }, at) => kind === 'number' && after.from <= at && at < after.to,
  )
  if (last < 0) return []
  const number = chart.words(last, last + 1)
  return [slotOf('unit', chart, last, last + 1, { options: [`${number} ${before.measure}`] })]
}

/** `ideally A and B`: it is not said whether B is only wished for, too. */
function wishBefore(before: PlacedClause, after: PlacedClause, chart: Chart): readonly Slot[] {
  if (before.required || !after.required) return []
  const [wish, other] = [chart.words(before.from, before.to), chart.words(after.from, after.to)]
  const options = [`${wish}. ${other}`, `${wish}. ideally ${other}`]
  return [slotOf('meaning', chart, before.from, after.to, { replacesClause: true, options })]
}

/** `if A then B and C`, `total of A at least 5 and B at most 6`: it is not said whether the condition or the total counts for both. */
function sharedReach(before: PlacedClause, after: PlacedClause, chart: Chart): readonly Slot[] {
  const isTotal = before.reach === 'total' && after.isElided
  if (before.reach !== 'condition' && after.reach !== 'condition' && !isTotal) return []
  const [first, second] = [chart.words(before.from, before.to), chart.words(after.from, after.to)]
  const apart = `${first}. ${second}`
  const options = isTotal ? [apart] : [apart, ...togetherUnder(before, after, chart)]
  return [slotOf('meaning', chart, before.from, after.to, { replacesClause: true, options })]
}

const conditionStart = /^(?:if|when|whenever|where)$/

/** Both clauses under the one condition, written out. */
function togetherUnder(before: PlacedClause, after: PlacedClause, chart: Chart): readonly string[] {
  const [first, second] = [chart.words(before.from, before.to), chart.words(after.from, after.to)]
  const startsAt = ({ from, to }: PlacedClause): number =>
    chart.tokens.findIndex(({ folded }, at) => from <= at && at < to && conditionStart.test(folded))
  if (before.reach === 'condition' && startsAt(before) === before.from) {
    const end = chart.tokens.findIndex(
      ({ folded }, at) => before.from < at && at < before.to && /^(?:,|then|:)$/.test(folded),
    )
    return end < 0 ? [] : [`${first}. ${chart.words(before.from, end)} then ${second}`]
  }
  const start = startsAt(after)
  return before.reach === null && start > after.from
    ? [`${first} ${chart.words(start, after.to)}. ${second}`]
    : []
}
