/** How many commands may be sent again. Times are ms of one clock. */
export type RepetitionBudget = {
  /** A command was sent for the first time. */
  sent(): void
  /** Takes a repetition from the budget and returns 0, or returns how long to wait before asking again. */
  take(now: number): number
  /** A repetition got the answer that its command had not: it costs nothing. */
  wasOfUse(): void
}

/** So many at once, so many a second in any case, and one for so many that are sent for the first time. */
const burst = 32
const perSecond = 10
const sentForOne = 4

/**
 * Keeps a service that stands still for a moment from being asked everything twice, which would keep it slow. The first repetitions tell
 * whether it is slow or has lost what it was sent: those that get an answer let others follow.
 */
export function createRepetitionBudget(startedAt: number): RepetitionBudget {
  let left = burst
  let countedAt = startedAt
  const add = (more: number) => {
    left = Math.min(burst, left + more)
  }
  return {
    sent: () => add(1 / sentForOne),
    take(now) {
      add(((now - countedAt) / 1_000) * perSecond)
      countedAt = now
      if (left < 1) return 1_000 / perSecond
      left -= 1
      return 0
    },
    wasOfUse: () => add(1),
  }
}
