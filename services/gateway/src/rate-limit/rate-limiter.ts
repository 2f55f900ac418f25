import { unavailable } from '@outturn/contracts'
import { coalesced, isOutage } from '@outturn/postgres'
import type { RateDemand } from '../store/rate-store.ts'
import type { RateState } from './rate-headers.ts'
import { type Allowance, type SlidingLog, takeFromLog } from './sliding-log.ts'

export type RateDecision = RateState & { readonly granted: boolean }

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
}

const mostBlocked = 50_000

/** A limiter that all replicas share. Requests that arrive together are counted in one statement. */
export function sharedLimiter({ take, fallback, clockMs, onOutage }: SharedLimiterDeps): RateLimiter {
  const count = coalesced((demands: readonly RateDemand[]) => countTogether(take, demands), { maxBatch: 512 })
  // A caller without quota cannot have any before the store said so: until then its requests cost no statement.
  const blockedUntil = new Map<string, number>()

  return async (caller, quota, { counts } = { counts: true }) => {
    const blockedMs = (blockedUntil.get(caller) ?? 0) - clockMs()
    if (blockedMs > 0) return { granted: false, quota, remaining: 0, resetMs: blockedMs }
    blockedUntil.delete(caller)
    try {
      const allowance = await count({ caller, quota, wanted: counts ? 1 : 0 })
      if (counts && allowance.granted === 0) {
        if (blockedUntil.size >= mostBlocked) blockedUntil.clear()
        blockedUntil.set(caller, clockMs() + allowance.resetMs)
      }
      return toDecision(allowance, quota)
    } catch (error) {
      if (!isOutage(error)) throw error
      onOutage(error)
      if (fallback !== null) return fallback(caller, quota, { counts })
      throw unavailable('The rate limit cannot be checked now.', {
        reason: 'rate_limit_store',
        retryAfterSeconds: 30,
      })
    }
  }
}

/** Asks once for each caller and deals what was granted to its requests in the order they came. */
async function countTogether(
  take: SharedLimiterDeps['take'],
  demands: readonly RateDemand[],
): Promise<Allowance[]> {
  const byCaller = new Map<string, { caller: string; quota: number; wanted: number; dealt: number }>()
  for (const { caller, quota, wanted } of demands) {
    const together = byCaller.get(caller)
    if (together === undefined) byCaller.set(caller, { caller, quota, wanted, dealt: 0 })
    else together.wanted += wanted
  }
  const taken = await take(Array.from(byCaller.values(), ({ dealt: _, ...demand }) => demand))
  return demands.map(({ caller, wanted }) => {
    const together = byCaller.get(caller)
    const allowance = taken.get(caller)
    if (together === undefined || allowance === undefined) throw new Error('the rate store left a caller out')
    if (wanted === 0) return { ...allowance, granted: 0 }
    if (together.dealt === allowance.granted) return { ...allowance, granted: 0, remaining: 0 }
    together.dealt += 1
    const after = allowance.granted - together.dealt
    return { granted: 1, remaining: allowance.remaining + after, resetMs: allowance.resetMs }
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
    return Promise.resolve(toDecision(allowance, quota))
  }
}

function toDecision({ granted, remaining, resetMs }: Allowance, quota: number): RateDecision {
  return { granted: granted === 1, quota, remaining, resetMs }
}
