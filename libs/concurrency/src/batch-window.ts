import { availableParallelism } from 'node:os'

/** Decides how many items leave together in one batch, and how long an item waits for others. Times are ms of one clock. */
export type BatchWindow = {
  /** Records an item that arrives; it is in flight from now on. */
  joined(now: number): void
  /** Records an item that is no longer in flight. `roundTripMs` is its round trip, where it was answered. */
  settled(now: number, roundTripMs?: number): void
  /** Number of waiting items at which a batch leaves. 1: no item waits. */
  size(now: number): number
  /** Maximum wait of an item while fewer are there, ms. */
  maxWaitMs(): number
}

export type BatchWindowOptions = {
  /** Batches into which the level is divided: as many as can be worked on at once. */
  batches: number
  /** Largest batch. */
  maxSize: number
  /** Whether items enter the system here, one by one: a batch that forms here stays together at every hop that follows. */
  isAtEntrance?: boolean
}

/** Processes that a request passes one after the other: more batches than these are never worked on at once by one process of each. */
const processesOnTheWay = 5

/** Pipelines that work at the same time: one for each processor that they can use, and one more, as there is always one that waits for its database. */
export const batchesAtOnce = Math.min(availableParallelism(), processesOnTheWay) + 1

/** The level falls to a third within this time after a peak. */
const decayMs = 200
const minWaitMs = 2
/** Weight of the latest round trip. */
const latestWeight = 0.2
/** An item waits longer than this only where `minArrivals` others arrive meanwhile. */
const cheapWaitMs = 10

/** The maximum wait of an item, as a share of a recent round trip and in ms, and the arrivals that make a longer wait worth it. */
type WaitRule = { readonly share: number; readonly maxMs: number; readonly minArrivals: number }
const insideRule: WaitRule = { share: 1 / 4, maxMs: 30, minArrivals: 3 }
const entranceRule: WaitRule = { share: 3 / 4, maxMs: 40, minArrivals: 2 }

/**
 * Groups items that arrive at about the same time. The level is the largest number of items in flight at once, decaying over time. One
 * request that runs ahead of thirty others stays ahead of them at every hop and costs a packet and a statement at each; so an item waits
 * for its share of the level, for a fraction of a round trip. At level 3 and below the share is one item, and no item waits. Nor does one
 * where items take long: they come back too seldom to be waited for. Where requests enter the system an item waits longer: items that
 * leave one by one there travel one by one at every hop, while a batch mostly stays together.
 */
export function createBatchWindow({
  batches,
  maxSize,
  isAtEntrance = false,
}: BatchWindowOptions): BatchWindow {
  const { share, maxMs, minArrivals } = isAtEntrance ? entranceRule : insideRule
  let inFlight = 0
  let peak = 0
  let peakAt = 0
  let roundTrip = 0
  // Items that arrived, each counting less with time; divided by `decayMs` it is the arrivals in a millisecond.
  let arrivals = 0
  let arrivedAt = 0

  const level = (now: number) => Math.max(inFlight, peak * Math.exp((peakAt - now) / decayMs))

  const arrived = (now: number) => arrivals * Math.exp((arrivedAt - now) / decayMs)
  const maxWaitMs = () => Math.min(maxMs, Math.max(minWaitMs, roundTrip * share))
  /** Whether enough items arrive during the wait, at the recent rate, to make it worth it. */
  function isWorthWaiting(now: number): boolean {
    const waitMs = maxWaitMs()
    return waitMs <= cheapWaitMs || (arrived(now) / decayMs) * waitMs >= minArrivals
  }

  return {
    joined(now) {
      arrivals = arrived(now) + 1
      arrivedAt = now
      inFlight += 1
    },
    settled(now, roundTripMs) {
      peak = level(now)
      peakAt = now
      inFlight -= 1
      if (roundTripMs !== undefined) {
        roundTrip = roundTrip === 0 ? roundTripMs : roundTrip + latestWeight * (roundTripMs - roundTrip)
      }
    },
    size(now) {
      if (!isWorthWaiting(now)) return 1
      const parts = Math.floor(level(now) / batches)
      return Math.min(maxSize, Math.max(1, parts))
    },
    maxWaitMs,
  }
}
