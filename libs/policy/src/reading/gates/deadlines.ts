import { beforeDeadline, deadlineNouns, deadlineWords } from '../../lexicon/documents.ts'
import { endOfDay } from '../../tokens/day.ts'
import {
  alt,
  expand,
  map,
  maybe,
  memo,
  part,
  said,
  seq,
  token,
  type Outcome,
  type Rule,
  where,
} from '../chart.ts'
import { type Clause, gate } from '../demands/demands.ts'
import { slotOf } from '../nouns.ts'

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
  map(
    seq(
      where(
        (chart, at) =>
          chart.index.longestAt(chart.spoken, at) === null &&
          chart.index.longestAt(chart.spoken, at + 1) === null,
      ),
      said(deadlineNouns),
      maybe('by|is|:|on|at'),
    ),
    () => true,
  ),
)
export const deadlines: Rule<Clause> = memo(
  alt(
    map(seq(said('observed by'), instant), ([, deadline]) =>
      gate({ checker: 'deadline_met', deadline, basis: 'source_timestamp' }),
    ),
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
              : [slotOf('time', chart, at, at + 1, { options: [endOfDay(date)] })],
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
