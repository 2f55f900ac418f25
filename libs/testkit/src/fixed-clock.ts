/** A clock that stands still until it is told to move. */
export interface FixedClock {
  now(): Date
  advance(ms: number): void
  set(at: Date | string): void
}

/** Starts at the given instant, else at 2026-01-02T03:04:05.000Z. */
export function fixedClock(at: Date | string = '2026-01-02T03:04:05.000Z'): FixedClock {
  let epochMs = new Date(at).getTime()
  return {
    now: () => new Date(epochMs),
    advance(ms) {
      epochMs += ms
    },
    set(next) {
      epochMs = new Date(next).getTime()
    },
  }
}
