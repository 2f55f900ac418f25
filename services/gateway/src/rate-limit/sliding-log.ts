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
  readonly remaining: number
  /** Milliseconds until some of the quota returns; 0 when none is in use. */
  readonly resetMs: number
}

/** Counts up to `wanted` requests at `now` within the quota. `store/migrations/0002_rate_limit.sql` states the same rule in SQL. */
export function takeFromLog(
  log: SlidingLog,
  { quota, wanted, now }: { quota: number; wanted: number; now: number },
): { log: SlidingLog; allowance: Allowance } {
  const live = log.filter((second) => second.lastAt > now - windowMs)
  const used = live.reduce((sum, second) => sum + second.count, 0)
  const granted = Math.max(0, Math.min(wanted, quota - used))
  const next = granted === 0 ? live : withRequests(live, granted, now)
  const oldest = next[0]
  return {
    log: next,
    allowance: {
      granted,
      remaining: Math.max(0, quota - used - granted),
      resetMs: oldest === undefined ? 0 : oldest.lastAt + windowMs - now,
    },
  }
}

function withRequests(log: SlidingLog, granted: number, now: number): SlidingLog {
  const last = log.at(-1)
  // A clock that stepped back must not put a request before the ones already counted.
  const at = Math.max(now, last?.lastAt ?? now)
  if (last !== undefined && Math.floor(last.lastAt / 1000) === Math.floor(at / 1000)) {
    return [...log.slice(0, -1), { lastAt: at, count: last.count + granted }]
  }
  return [...log, { lastAt: at, count: granted }]
}
