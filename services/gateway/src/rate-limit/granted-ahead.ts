import { type Allowance, aheadMs, type Taking } from './sliding-log.ts'
import type { RateState } from './rate-headers.ts'

/** At most this part of a quota is granted ahead: other replicas may refuse a caller that close to the end of its quota. */
const usualPart = 1 / 1_000
const mostCallers = 50_000

/** What is asked of the store besides the requests that have come. */
export type AskedAhead = Required<Pick<Taking, 'ahead' | 'unused'>>

/** Requests of busy callers that the store has granted before they come. */
export type GrantedAhead = {
  /** Takes one for a request; null where the store has to be asked. */
  take(caller: string, quota: number): (RateState & { readonly countedAt: number }) | null
  /** How many of a caller are left. */
  left(caller: string): number
  /** What to ask for a caller besides, giving back what is left; null where nothing is, or an answer is awaited. `keep` has to follow. */
  ask(caller: string, quota: number): AskedAhead | null
  /** Keeps what the store granted besides; null where it did not answer. */
  keep(caller: string, allowance: Allowance | null): void
}

type Grant = {
  left: number
  countedAt: number
  until: number
  remaining: number
  resetAt: number
  /** Requests that came since the store was asked last. */
  came: number
  askedAt: number
  isAsked: boolean
}

/**
 * A caller of many requests asks the store once for as many as came in the last tenth of a second, so that a request costs no statement. They are
 * counted before they are used, and what was not used is given back with the next question: no caller has more than its quota, and in one process
 * none has less.
 */
export function createGrantedAhead(clockMs: () => number, partOfQuota = usualPart): GrantedAhead {
  const grants = new Map<string, Grant>()

  function grantOf(caller: string): Grant {
    const known = grants.get(caller)
    if (known !== undefined) return known
    if (grants.size >= mostCallers) grants.clear()
    const grant = {
      left: 0,
      countedAt: 0,
      until: 0,
      remaining: 0,
      resetAt: 0,
      came: 0,
      askedAt: 0,
      isAsked: false,
    }
    grants.set(caller, grant)
    return grant
  }

  return {
    take(caller, quota) {
      if (quota * partOfQuota < 1) return null
      const grant = grantOf(caller)
      grant.came += 1
      if (grant.left === 0 || clockMs() >= grant.until) return null
      grant.left -= 1
      const { remaining, left, resetAt, countedAt } = grant
      return { quota, remaining: remaining + left, resetMs: Math.max(0, resetAt - clockMs()), countedAt }
    },
    left: (caller) => grants.get(caller)?.left ?? 0,
    ask(caller, quota) {
      const grant = grants.get(caller)
      if (grant === undefined || grant.isAsked) return null
      const askedAt = clockMs()
      const isBusy = askedAt < grant.until + aheadMs
      const asked = {
        ahead: isBusy ? Math.min(grant.came, Math.floor(quota * partOfQuota)) : 0,
        unused: grant.left === 0 ? null : { count: grant.left, countedAt: grant.countedAt },
      }
      Object.assign(grant, { left: 0, came: 0, askedAt, isAsked: true })
      return asked
    },
    keep(caller, allowance) {
      const grant = grants.get(caller)
      if (grant === undefined) return
      grant.isAsked = false
      if (allowance === null) return
      const { ahead: left, countedAt, remaining, resetMs } = allowance
      // Counted when the store was asked, at the earliest.
      const until = grant.askedAt + aheadMs
      Object.assign(grant, { left, countedAt, until, remaining, resetAt: clockMs() + resetMs })
    },
  }
}
