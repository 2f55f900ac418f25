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

/** Starts an hour ahead of the time of day: what is waited for until a moment of this clock is given up on no machine, however slow. */
export function clockAhead(): FixedClock {
  return fixedClock(new Date(Date.now() + 3_600_000))
}
