const dayMs = 24 * 60 * 60 * 1_000

/** Days for which a request can be looked up. */
export const keptDays = { refused: 30, served: 7 } as const

/** The first UTC days that are still kept, `yyyy-mm-dd`. */
export function endedDays(now: Date): { readonly refusedBefore: string; readonly servedBefore: string } {
  return { refusedBefore: firstDay(now, keptDays.refused), servedBefore: firstDay(now, keptDays.served) }
}

/** Disk that the log of an environment takes at most, in bytes; beyond it the oldest bodies go first. */
export const maxLogBytes = 20 * 1_024 ** 3

/** The first UTC day that is still written, `yyyy-mm-dd`: a request of before midnight may be written after it. */
export function firstWrittenDay(now: Date): string {
  return firstDay(now, 1)
}

/** When a request is forgotten: its whole day goes at once. */
export function keptUntil(at: Date, isRefused: boolean): Date {
  const days = isRefused ? keptDays.refused : keptDays.served
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs + (days + 1) * dayMs)
}

function firstDay(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
}
