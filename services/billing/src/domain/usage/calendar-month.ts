/** The UTC calendar month of an instant, as `2026-01`. */
export function monthOf(at: Date): string {
  return at.toISOString().slice(0, 7)
}

/** First instant of the month and of the next one. */
export function periodOf(month: string): { start: Date; end: Date } {
  const start = new Date(`${month}-01T00:00:00.000Z`)
  const end = new Date(start)
  end.setUTCMonth(end.getUTCMonth() + 1)
  return { start, end }
}

/** The month after this one. */
export function monthAfter(month: string): string {
  return monthOf(periodOf(month).end)
}

/** The month before this one. */
export function monthBefore(month: string): string {
  return monthOf(new Date(periodOf(month).start.getTime() - 1))
}

/** From the first instant of the first UTC day to the one after the last. */
export function spanOfDays(first: string, last: string): { start: Date; end: Date } {
  const end = new Date(`${last}T00:00:00.000Z`)
  end.setUTCDate(end.getUTCDate() + 1)
  return { start: new Date(`${first}T00:00:00.000Z`), end }
}
