/** The window of the rate policy, in milliseconds. */
export const windowMs = 60_000

/**
 * Requests of one caller, oldest first, by the second they came in. `lastAt` is the time of the latest request of that
 * second in epoch milliseconds: a second leaves the window when its latest request does, so no 60 seconds ever hold
 * more than the quota.
 */
export type SlidingLog = readonly { readonly lastAt: number; readonly count: number }[]

/** What is left after a request was counted or refused. */
export type Allowance = {
  readonly granted: number
  /** Granted besides, to requests that come within `aheadMs`. */
  readonly ahead: number
  /** Where in the log they are counted, epoch milliseconds: what is given back is named by it. */
  readonly countedAt: number
  readonly remaining: number
  /** Milliseconds until some of the quota returns; 0 when none is in use. */
  readonly resetMs: number
}

/** How long what was granted ahead may be used. It is counted as late as that, so that it does not return too early. */
export const aheadMs = 100

export type Taking = {
  readonly quota: number
  readonly wanted: number
  /** Wanted besides for requests that have not come yet; granted from what the others leave. */
  readonly ahead?: number
  /** Granted ahead earlier and not used. */
  readonly unused?: { readonly count: number; readonly countedAt: number } | null
  readonly now: number
}

/** Counts up to `wanted` requests at `now` within the quota. `store/migrations/0006_rate_ahead.sql` states the same rule in SQL. */
export function takeFromLog(
  log: SlidingLog,
  { quota, wanted, ahead = 0, unused = null, now }: Taking,
): { log: SlidingLog; allowance: Allowance } {
  const kept = unused === null ? log : withoutUnused(log, unused)
  const live = kept.filter(({ lastAt, count }) => lastAt > now - windowMs && count > 0)
  const used = live.reduce((sum, second) => sum + second.count, 0)
  const granted = Math.max(0, Math.min(wanted, quota - used))
  const grantedAhead = Math.max(0, Math.min(ahead, quota - used - granted))
  const counted = granted + grantedAhead
  const next = counted === 0 ? live : withRequests(live, counted, grantedAhead === 0 ? now : now + aheadMs)
  const oldest = next[0]
  return {
    log: next,
    allowance: {
      granted,
      ahead: grantedAhead,
      countedAt: next.at(-1)?.lastAt ?? 0,
      remaining: Math.max(0, quota - used - counted),
      resetMs: oldest === undefined ? 0 : oldest.lastAt + windowMs - now,
    },
  }
}

function withoutUnused(
  log: SlidingLog,
  { count, countedAt }: { count: number; countedAt: number },
): SlidingLog {
  return log.map((second) =>
    secondOf(second.lastAt) === secondOf(countedAt)
      ? { ...second, count: Math.max(0, second.count - count) }
      : second,
  )
}

function withRequests(log: SlidingLog, granted: number, now: number): SlidingLog {
  const last = log.at(-1)
  // A clock that stepped back must not put a request before the ones already counted.
  const at = Math.max(now, last?.lastAt ?? now)
  if (last !== undefined && secondOf(last.lastAt) === secondOf(at)) {
    return [...log.slice(0, -1), { lastAt: at, count: last.count + granted }]
  }
  return [...log, { lastAt: at, count: granted }]
}

const secondOf = (at: number): number => Math.floor(at / 1000)
