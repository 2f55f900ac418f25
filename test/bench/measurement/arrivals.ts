import { comparedRows, type ComparisonOptions, type Contender } from './comparison.ts'
import { deliveryOrder, failuresOf, p50Ms, p99Ms } from './measurement.ts'
import type { ArrivalsResult, ProgramResult } from '../report/result.ts'
import { rounded } from '../statistics.ts'

/** Shares of the most requests/s that a program answered at any level. */
const loadShares = [0.5, 0.8]
/** So many may be under way before an arrival counts as failed: the program does not keep up. */
const mostInFlight = 1_024

/**
 * Requests that arrive by themselves, at random times, however fast the answers come, as those of independent callers do. A latency
 * counts from the arrival, so what waits for its turn is seen.
 */
export async function measureArrivals(
  contenders: readonly Contender[],
  programs: readonly ProgramResult[],
  { pace, tell }: ComparisonOptions,
): Promise<ArrivalsResult[]> {
  const results: ArrivalsResult[] = []
  for (const share of loadShares) {
    for (const { target, instruments } of contenders) {
      const levels = programs.find(({ name }) => name === target.name)?.levels ?? []
      const capacity = Math.max(...levels.map(({ requests_per_s: rate }) => rate))
      const arrivalsPerS = capacity * share
      tell(`${target.name}: ${arrivalsPerS.toFixed(0)} arrivals/s, ${share * 100} % of what it can carry`)
      const level = { rowCount: comparedRows, inFlight: mostInFlight, durationMs: pace.arrivalsMs }
      const load = await instruments.load.run({ ...deliveryOrder(target, level), arrivalsPerS })
      if (load.failures > 0) tell(`${load.failures} failed: ${load.firstFailure?.slice(0, 200)}`)
      results.push({
        program: target.name,
        share_of_capacity: share,
        arrivals_per_s: rounded(arrivalsPerS),
        p50_ms: rounded(p50Ms([load])),
        p99_ms: rounded(p99Ms([load])),
        failed_requests: failuresOf([load]),
      })
    }
  }
  return results
}
