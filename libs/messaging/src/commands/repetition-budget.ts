/** How many commands may be sent again. Times are ms of one clock. */
export type RepetitionBudget = {
  /** A command was sent for the first time. */
  sent(): void
  /** Takes a repetition for an account and returns 0, or returns how long to wait before asking again. */
  take(account: string, now: number): number
  /** A repetition for an account got the answer that its command had not: it costs nothing. */
  wasOfUse(account: string): void
}

/** So many at once, so many a second in any case, and one for so many that are sent for the first time. */
const burst = 32
const perSecond = 10
const sentForOne = 4
/** What an account has spent counts as forgotten below this. */
const leastSpent = 1 / 64

/**
 * Keeps a service that stands still for a moment from being asked everything twice, which would keep it slow. The first repetitions tell
 * whether it is slow or has lost what it was sent: those that get an answer let others follow. No account spends more than it leaves to the
 * others, so that one whose commands are slow does not take from them what a process that ended makes them need.
 */
export function createRepetitionBudget(startedAt: number): RepetitionBudget {
  /** The part of the budget that each account has spent and that has not come back since. */
  const spent = new Map<string, number>()
  let left = burst
  let due = 0
  let countedAt = startedAt

  /** What comes back comes back to all that have spent, in proportion. */
  function restore(now: number): void {
    // A clock that steps back gives nothing and takes nothing.
    const back = due + (Math.max(0, now - countedAt) / 1_000) * perSecond
    due = 0
    countedAt = now
    const missing = burst - left
    const kept = missing === 0 ? 0 : Math.max(0, 1 - back / missing)
    left = burst - missing * kept
    for (const [account, part] of spent) keep(account, part * kept)
  }

  function keep(account: string, part: number): void {
    if (part < leastSpent) spent.delete(account)
    else spent.set(account, part)
  }

  return {
    sent() {
      due += 1 / sentForOne
    },
    take(account, now) {
      restore(now)
      const ofAccount = spent.get(account) ?? 0
      if (left - 1 < ofAccount) return 1_000 / perSecond
      left -= 1
      spent.set(account, ofAccount + 1)
      return 0
    },
    wasOfUse(account) {
      left = Math.min(burst, left + 1)
      keep(account, (spent.get(account) ?? 0) - 1)
    },
  }
}
