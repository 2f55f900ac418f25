const names = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const

/** A calendar month in UTC, such as `2026-11`. */
export const monthPattern = /^2\d{3}-(?:0[1-9]|1[0-2])$/

export function monthOf(time: Date): string {
  return time.toISOString().slice(0, 7)
}

export function monthBefore(month: string): string {
  return monthOf(new Date(startOf(month).getTime() - 1))
}

export function startOf(month: string): Date {
  return new Date(`${month}-01T00:00:00.000Z`)
}

/** The first instant of the next month. */
export function endOf(month: string): Date {
  const start = startOf(month)
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1, 1))
}

/** `November`, without the year. */
export function monthName(month: string): string {
  return names[Number(month.slice(5, 7)) - 1] ?? month
}

/** `November 2026`. */
export function monthText(month: string): string {
  return `${monthName(month)} ${month.slice(0, 4)}`
}

/** `1 December`, when caps and allowances begin anew. */
export function nextFirst(now: Date): string {
  return `1 ${monthName(monthOf(endOf(monthOf(now))))}`
}

/** `5 Nov` for the day `2026-11-05` or a time on it. */
export function dayText(date: string): string {
  return `${Number(date.slice(8, 10))} ${monthName(date.slice(0, 7)).slice(0, 3)}`
}

/** `5 November` for the day `2026-11-05`. */
export function longDayText(date: string): string {
  return `${Number(date.slice(8, 10))} ${monthName(date.slice(0, 7))}`
}
