import type { RateState } from '../../rate-limit/rate-headers.ts'
import { type AdmissionDeps, type Presented, readAdmission } from '../admission.ts'

/** Callers that are looked up at once while they are refused for load; a flood must not become one of statements. */
const mostLookedUp = 100
const retryMs = 1_000

/**
 * Where a caller stands that is refused for load, its request not counted. Where too many ask, or the store does not answer,
 * it is told that nothing is left for a second, which is when it may come back.
 */
export function refusedRates(deps: AdmissionDeps): (presented: Presented) => Promise<RateState> {
  let lookedUp = 0
  const unknown = { quota: deps.quota, remaining: 0, resetMs: retryMs }
  return async (presented) => {
    if (lookedUp >= mostLookedUp) return unknown
    lookedUp += 1
    try {
      const { rate } = await readAdmission(presented, true, deps, { counts: false })
      return rate ?? unknown
    } catch {
      return unknown
    } finally {
      lookedUp -= 1
    }
  }
}
