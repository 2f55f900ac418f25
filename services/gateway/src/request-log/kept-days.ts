const dayMs = 24 * 60 * 60 * 1_000

/** Days for which a request can be looked up. */
export const keptDays = { refused: 30, served: 7 } as const

/** The first UTC days that are still kept, `yyyy-mm-dd`. */
export function endedDays(now: Date): { readonly refusedBefore: string; readonly servedBefore: string } {
  return { refusedBefore: firstDay(now, keptDays.refused), servedBefore: firstDay(now, keptDays.served) }
}

/** When a request is forgotten: its whole day goes at once. */
export function keptUntil(at: Date, isRefused: boolean): Date {
  const days = isRefused ? keptDays.refused : keptDays.served
  return new Date(Math.floor(at.getTime() / dayMs) * dayMs + (days + 1) * dayMs)
}

function firstDay(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayMs).toISOString().slice(0, 10)
}
