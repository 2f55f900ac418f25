/** Limits how many requests are sent again. Times are ms of one clock. */
export type RetryBudget = {
  /** Records a request that is sent for the first time. */
  recordFirstAttempt(): void
  /** Takes one retry for a key and returns 0, or returns how long to wait before asking again, ms. */
  take(key: string, now: number): number
  /** Records that a retry got the answer that its first attempt did not: it costs nothing. */
  recordUsefulRetry(key: string): void
}

export type RetryBudgetLimits = {
  /** Maximum number of retries at once. */
  readonly burst: number
  /** Retries that come back each second in any case. */
  readonly perSecond: number
  /** First attempts that earn one retry. */
  readonly firstAttemptsPerRetry: number
}

/** A key that has spent less than this is forgotten. */
const minSpent = 1 / 64

/**
 * Keeps a service that stands still for a moment from being sent everything twice, which would keep it slow. The first retries show
 * whether it is slow or has lost what it was sent: those that get an answer let others follow. No key spends more than it leaves to the
 * others, so that one key with slow requests does not use up the retries that others need.
 */
export function createRetryBudget(
  startedAt: number,
  { burst, perSecond, firstAttemptsPerRetry }: RetryBudgetLimits,
): RetryBudget {
  /** The part of the budget that each key has spent and that has not come back since. */
  const spent = new Map<string, number>()
  let left = burst
  let due = 0
  let countedAt = startedAt

  /** Returns budget to all keys that have spent, in proportion. */
  function restore(now: number): void {
    // A clock that steps back gives nothing and takes nothing.
    const back = due + (Math.max(0, now - countedAt) / 1_000) * perSecond
    due = 0
    countedAt = now
    const missing = burst - left
    const kept = missing === 0 ? 0 : Math.max(0, 1 - back / missing)
    left = burst - missing * kept
    for (const [key, part] of spent) keep(key, part * kept)
  }

  function keep(key: string, part: number): void {
    if (part < minSpent) spent.delete(key)
    else spent.set(key, part)
  }

  return {
    recordFirstAttempt() {
      due += 1 / firstAttemptsPerRetry
    },
    take(key, now) {
      restore(now)
      const ofKey = spent.get(key) ?? 0
      if (left - 1 < ofKey) return 1_000 / perSecond
      left -= 1
      spent.set(key, ofKey + 1)
      return 0
    },
    recordUsefulRetry(key) {
      left = Math.min(burst, left + 1)
      keep(key, (spent.get(key) ?? 0) - 1)
    },
  }
}
