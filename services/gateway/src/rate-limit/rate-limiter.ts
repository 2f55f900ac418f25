import { overloaded, unavailable } from '@outturn/contracts'
import { coalesced, ConnectionWaitError, isOutage } from '@outturn/postgres'
import type { RateDemand } from '../store/rate-store.ts'
import { createReturns } from './returned.ts'
import { createGrantedAhead, type GrantedAhead } from './granted-ahead.ts'
import type { RateState } from './rate-headers.ts'
import { type Allowance, type SlidingLog, takeFromLog } from './sliding-log.ts'

export type RateDecision = RateState & {
  readonly granted: boolean
  /** Returns the request to the quota; of a request that was counted. The next one of its caller waits until it is returned. */
  readonly release?: () => Promise<void>
}

/**
 * Counts one request of a caller against its quota a minute; with `counts: false` it says where the caller stands and grants
 * nothing.
 */
export type RateLimiter = (
  caller: string,
  quota: number,
  options?: { counts: boolean },
) => Promise<RateDecision>

export type SharedLimiterDeps = {
  take: (demands: readonly RateDemand[]) => Promise<ReadonlyMap<string, Allowance>>
  /** What decides while the store cannot; without one every request is refused. */
  fallback: RateLimiter | null
  /** A clock that never steps back, in milliseconds. */
  clockMs: () => number
  onOutage: (error: unknown) => void
  /** How much of a quota may be granted to requests that have not come yet; a thousandth unless said. */
  partAhead?: number
}

const mostBlocked = 50_000

/** A limiter that all replicas share. Requests that arrive together are counted in one statement. */
export function sharedLimiter({
  take,
  fallback,
  clockMs,
  onOutage,
  partAhead,
}: SharedLimiterDeps): RateLimiter {
  const grants = createGrantedAhead(clockMs, partAhead)
  const count = coalesced((demands: readonly Demand[]) => countTogether({ take, grants }, demands), {
    maxBatch: 512,
  })
  const returns = createReturns({ take, onOutage })
  // A caller without quota cannot have any before the store said so: until then its requests cost no statement.
  // With a larger quota than it was blocked at, it may have some.
  const blocked = new Map<string, { readonly until: number; readonly quota: number }>()

  function releaseOf(caller: string, quota: number, countedAt: number): () => Promise<void> {
    return () => {
      blocked.delete(caller)
      return returns.add({ caller, quota, countedAt })
    }
  }

  return async (caller, quota, { counts } = { counts: true }) => {
    await returns.settled(caller)
    const block = blocked.get(caller)
    const blockedMs = block === undefined || block.quota < quota ? 0 : block.until - clockMs()
    if (blockedMs > 0) return { granted: false, quota, remaining: 0, resetMs: blockedMs }
    blocked.delete(caller)
    const granted = counts ? grants.take(caller, quota) : null
    if (granted !== null) {
      const { countedAt, ...state } = granted
      return { granted: true, ...state, release: releaseOf(caller, quota, countedAt) }
    }
    try {
      const allowance = await count({ caller, quota, wanted: counts ? 1 : 0 })
      if (counts && allowance.granted === 0) {
        if (blocked.size >= mostBlocked) blocked.clear()
        blocked.set(caller, { until: clockMs() + allowance.resetMs, quota })
      }
      const decision = toDecision(allowance, quota)
      return decision.granted
        ? { ...decision, release: releaseOf(caller, quota, allowance.countedAt) }
        : decision
    } catch (error) {
      if (!isOutage(error)) throw error
      onOutage(error)
      if (fallback !== null) return fallback(caller, quota, { counts })
      if (error instanceof ConnectionWaitError)
        throw overloaded('The rate limit could not be checked in time.')
      throw unavailable('The rate limit cannot be checked now.', {
        reason: 'rate_limit_store',
        retryAfterSeconds: 30,
      })
    }
  }
}

type Demand = Pick<RateDemand, 'caller' | 'quota' | 'wanted'>

/** Asks once for each caller and deals what was granted to its requests in the order they came. */
async function countTogether(
  { take, grants }: { take: SharedLimiterDeps['take']; grants: GrantedAhead },
  demands: readonly Demand[],
): Promise<Allowance[]> {
  const byCaller = new Map<string, { caller: string; quota: number; wanted: number; dealt: number }>()
  for (const { caller, quota, wanted } of demands) {
    const together = byCaller.get(caller)
    if (together === undefined) byCaller.set(caller, { caller, quota, wanted, dealt: 0 })
    else together.wanted += wanted
  }
  const asked = Array.from(byCaller.values(), ({ caller, quota, wanted }) => ({
    ...{ caller, quota, wanted },
    besides: wanted === 0 ? null : grants.ask(caller, quota),
  }))
  const taken = await take(
    asked.map(({ besides, ...demand }) => ({
      ...demand,
      ahead: besides?.ahead ?? 0,
      unused: besides?.unused ?? null,
    })),
  ).catch((error: unknown) => {
    for (const { caller, besides } of asked) if (besides !== null) grants.keep(caller, null)
    throw error
  })
  for (const { caller, besides } of asked) {
    if (besides !== null) grants.keep(caller, taken.get(caller) ?? null)
  }
  return demands.map(({ caller, wanted }) => {
    const together = byCaller.get(caller)
    const allowance = taken.get(caller)
    if (together === undefined || allowance === undefined) throw new Error('the rate store left a caller out')
    const remaining = allowance.remaining + grants.left(caller)
    if (wanted === 0) return { ...allowance, granted: 0, remaining }
    if (together.dealt === allowance.granted) return { ...allowance, granted: 0, remaining: 0 }
    together.dealt += 1
    return { ...allowance, granted: 1, remaining: remaining + allowance.granted - together.dealt }
  })
}

/** A limiter of one process, for a deployment that prefers serving to refusing while the shared store is down. */
export function localLimiter({
  nowMs,
  maxCallers = 50_000,
}: {
  nowMs: () => number
  maxCallers?: number
}): RateLimiter {
  const logs = new Map<string, SlidingLog>()
  return (caller, quota, { counts } = { counts: true }) => {
    const wanted = counts ? 1 : 0
    const { log, allowance } = takeFromLog(logs.get(caller) ?? [], { quota, wanted, now: nowMs() })
    logs.delete(caller)
    logs.set(caller, log)
    const oldest = logs.keys().next()
    if (logs.size > maxCallers && oldest.done !== true) logs.delete(oldest.value)
    const decision = toDecision(allowance, quota)
    if (!decision.granted) return Promise.resolve(decision)
    const unused = { count: 1, countedAt: allowance.countedAt }
    const release = async () => {
      logs.set(caller, takeFromLog(logs.get(caller) ?? [], { quota, wanted: 0, unused, now: nowMs() }).log)
    }
    return Promise.resolve({ ...decision, release })
  }
}

function toDecision({ granted, remaining, resetMs }: Allowance, quota: number): RateDecision {
  return { granted: granted === 1, quota, remaining, resetMs }
}
