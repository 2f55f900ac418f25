import { availableParallelism } from 'node:os'
import { maxParts } from './packet-bounds.ts'

/** How many parts travel together on one lane, and how long a part waits for others. Times are ms of one clock. */
export type Convoy = {
  /** A part came, and is under way from now on. */
  joined(now: number): void
  /** A part is no longer under way. `roundTripMs` is how long it took, where it was answered. */
  settled(now: number, roundTripMs?: number): void
  /** How many waiting parts leave at the end of the turn. 1: no part waits. */
  size(now: number): number
  /** How long a part waits at most while fewer are there. */
  maxWaitMs(): number
}

export type ConvoyOptions = {
  /** Convoys that the lane falls into at its level: as many as work can be done at once. */
  convoys: number
  /** Processes at the other end, which share the parts. */
  replicas?: (now: number) => number
  /** Whether what is asked comes from outside, one by one: what gathers here stays together at every hop that follows. */
  isAtEntrance?: boolean
}

/** Pipelines that work at the same time: one for each processor, and one more, as there is always one that waits for its database. */
export const convoysAtOnce = availableParallelism() + 1

/** The level falls to a third within this time after a peak. */
const decayMs = 200
const shortestWaitMs = 2
/** Weight of the latest round trip. */
const latestWeight = 0.2
/** A part waits longer than this only where so many others come meanwhile. */
const cheapWaitMs = 10

/** How long a part waits at most, as a share of a recent round trip and in ms, and how many others have to come meanwhile. */
type Patience = { readonly share: number; readonly longestMs: number; readonly fewestCompanions: number }
const patienceInside: Patience = { share: 1 / 4, longestMs: 30, fewestCompanions: 3 }
const patienceAtEntrance: Patience = { share: 3 / 4, longestMs: 40, fewestCompanions: 2 }

/**
 * Keeps together what came together. The level of a lane is the most parts that were under way at once, fading with time. One request
 * that runs ahead of thirty others stays ahead of them at every hop and costs a packet and a statement at each; so a part waits for its
 * share of the level, for a fraction of a round trip. At level 3 and below the share is one part, and no part waits. Nor does one where the
 * level is of parts that take long: they come back too seldom to be waited for. Where requests enter the system a part waits longer: what
 * leaves one by one there is one by one at every hop, while what leaves together mostly stays together.
 */
export function createConvoy({ convoys, replicas = () => 1, isAtEntrance = false }: ConvoyOptions): Convoy {
  const { share, longestMs, fewestCompanions } = isAtEntrance ? patienceAtEntrance : patienceInside
  let underWay = 0
  let peak = 0
  let peakAt = 0
  let roundTrip = 0
  // Parts that came, each counting less with time; over `decayMs` it is how many come in a millisecond.
  let arrivals = 0
  let arrivedAt = 0

  const level = (now: number) => Math.max(underWay, peak * Math.exp((peakAt - now) / decayMs))

  const arrived = (now: number) => arrivals * Math.exp((arrivedAt - now) / decayMs)
  const maxWaitMs = () => Math.min(longestMs, Math.max(shortestWaitMs, roundTrip * share))
  /** Whether as many come while a part waits, as far as the last moments tell, as make its wait worth it. */
  function isWorthWaiting(now: number): boolean {
    const waitMs = maxWaitMs()
    return waitMs <= cheapWaitMs || (arrived(now) / decayMs) * waitMs >= fewestCompanions
  }

  return {
    joined(now) {
      arrivals = arrived(now) + 1
      arrivedAt = now
      underWay += 1
    },
    settled(now, roundTripMs) {
      peak = level(now)
      peakAt = now
      underWay -= 1
      if (roundTripMs !== undefined) {
        roundTrip = roundTrip === 0 ? roundTripMs : roundTrip + latestWeight * (roundTripMs - roundTrip)
      }
    },
    size(now) {
      if (!isWorthWaiting(now)) return 1
      const parts = Math.floor(level(now) / (convoys * Math.max(1, replicas(now))))
      return Math.min(maxParts, Math.max(1, parts))
    },
    maxWaitMs,
  }
}
