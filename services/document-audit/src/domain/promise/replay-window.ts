import type { PromiseWindow } from '@outturn/vocabulary'

/** A window of time, in ms since 1970. */
export type TimeWindow = { readonly start: number; readonly end: number }

const dayMs = 86_400_000
const rollingMs = 30 * dayMs

/**
 * The window of a delivery. Calendar windows are UTC and end before their end; weeks start on Monday. Rolling windows are blocks of 30 days
 * counted back from `asOf` that never overlap, and end with their end.
 */
export function windowOf(
  window: PromiseWindow,
  deliveredAt: number,
  { asOf, firstDelivery }: { readonly asOf: number; readonly firstDelivery: number },
): TimeWindow {
  const date = new Date(deliveredAt)
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()]
  switch (window) {
    case 'calendar_month':
      return { start: firstOfMonth(year, month), end: firstOfMonth(year, month + 1) }
    case 'calendar_quarter': {
      const first = month - (month % 3)
      return { start: firstOfMonth(year, first), end: firstOfMonth(year, first + 3) }
    }
    case 'calendar_week': {
      const day = Math.floor(deliveredAt / dayMs)
      // 1970-01-01 was a Thursday.
      const monday = day - ((((day + 3) % 7) + 7) % 7)
      return { start: monday * dayMs, end: (monday + 7) * dayMs }
    }
    case 'rolling_30d': {
      const end = asOf - Math.floor((asOf - deliveredAt) / rollingMs) * rollingMs
      return { start: end - rollingMs, end }
    }
    case 'all':
      return { start: firstDelivery, end: asOf }
    default: {
      const unknown: never = window
      throw new Error(`there is no window ${String(unknown)}`)
    }
  }
}

function firstOfMonth(year: number, month: number): number {
  const date = new Date(0)
  date.setUTCFullYear(year, month, 1)
  return date.getTime()
}
