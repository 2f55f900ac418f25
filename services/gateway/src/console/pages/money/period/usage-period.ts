import {
  monthBefore,
  monthName,
  monthOf,
  monthPattern,
  monthText,
  startOf,
  endOf,
  longDayText,
} from './month.ts'

/** What the address of the page of usage asks for. */
export type UsagePeriod = {
  /** `90d`, or a month such as `2026-11`. */
  readonly name: string
  /** First and last day. */
  readonly from: string
  readonly to: string
  /** In words, such as `November 2026`. */
  readonly text: string
}

export const usagePeriodPattern = new RegExp(`^90d$|${monthPattern.source}`)

const days90Ms = 89 * 86_400_000

/** The period of this name; a month that has not ended goes until today. */
export function usagePeriod(name: string, now: Date): UsagePeriod {
  const today = dayOf(now)
  if (name === '90d') {
    return { name, from: dayOf(new Date(now.getTime() - days90Ms)), to: today, text: 'last 90 days' }
  }
  const from = dayOf(startOf(name))
  const last = dayOf(new Date(endOf(name).getTime() - 1))
  return { name, from, to: from > today || last < today ? last : today, text: monthText(name) }
}

/** `1 to 27 November 2026`, with both months and both years where they differ. */
export function spanText({ from, to }: Pick<UsagePeriod, 'from' | 'to'>): string {
  const year = to.slice(0, 4)
  if (from === to) return `${longDayText(to)} ${year}`
  const isWithinMonth = from.slice(0, 7) === to.slice(0, 7)
  const first = isWithinMonth ? String(Number(from.slice(8, 10))) : longDayText(from)
  const firstYear = from.slice(0, 4) === year ? '' : ` ${from.slice(0, 4)}`
  return `${first}${firstYear} to ${longDayText(to)} ${year}`
}

/** Address of a page for this period; this month is what it shows without one. */
export function periodAddress(path: string, name: string, now: Date): string {
  return name === monthOf(now) ? path : `${path}?period=${name}`
}

/** Links to the periods that a page offers. A shown period that is not among them gets a link of its own. */
export function periodLinks(
  path: string,
  name: string,
  now: Date,
): readonly { href: string; text: string }[] {
  const month = monthOf(now)
  const before = monthBefore(month)
  const offered = [
    { name: month, text: 'This month' },
    { name: before, text: monthName(before) },
    { name: '90d', text: 'Last 90 days' },
  ]
  const shown = offered.some((each) => each.name === name)
    ? offered
    : [...offered, { name, text: monthText(name) }]
  return shown.map((each) => ({ href: periodAddress(path, each.name, now), text: each.text }))
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10)
}
