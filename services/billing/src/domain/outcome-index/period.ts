import { monthOf, periodOf } from '../usage/calendar-month.ts'

/** A published period: a calendar month, or a part of one that an operator ended early. */
export type Period = { readonly id: string; readonly from: Date; readonly to: Date }

/** How long after its end a period is published, when what happened in it has arrived. */
export const publishingDelayMs = 3 * 86_400_000

/** What the next period begins with: where the last one ended, else the month of the first contribution. */
export type IndexState = {
  readonly last: Pick<Period, 'id' | 'to'> | null
  readonly firstContributionAt: Date | null
}

/** The period that is due by now; null when none is. Months without contributions are periods, too. */
export function duePeriod(state: IndexState, now: Date): Period | null {
  const from = startOfNext(state)
  if (from === null) return null
  const { end } = periodOf(monthOf(from))
  return now.getTime() < end.getTime() + publishingDelayMs ? null : periodFrom(state, from, end)
}

/** The period under way, ended now or at the end of its month; null where it has no beginning yet, or begins now. */
export function periodEndedNow(state: IndexState, now: Date): Period | null {
  const from = startOfNext(state)
  if (from === null || from.getTime() >= now.getTime()) return null
  const { end } = periodOf(monthOf(from))
  return periodFrom(state, from, now.getTime() < end.getTime() ? now : end)
}

function startOfNext({ last, firstContributionAt }: IndexState): Date | null {
  if (last !== null) return last.to
  return firstContributionAt === null ? null : periodOf(monthOf(firstContributionAt)).start
}

/** Named for its month; a part of one has its number behind it. */
function periodFrom({ last }: IndexState, from: Date, to: Date): Period {
  const month = monthOf(from)
  const { start, end } = periodOf(month)
  if (from.getTime() === start.getTime() && to.getTime() === end.getTime()) return { id: month, from, to }
  const [lastMonth, part] = last?.id.split('.') ?? []
  return { id: `${month}.${lastMonth === month ? Number(part) + 1 : 1}`, from, to }
}
