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
