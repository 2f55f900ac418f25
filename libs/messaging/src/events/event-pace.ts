import type { BatchWindow } from '@outturn/concurrency'
import { maxParts } from '../packets/packet-bounds.ts'

/** What left lately counts for a third after this time, ms. */
const decayMs = 50
/** How many events may have left lately before further ones wait for each other: those that come more often than once in 30 ms do. */
const quietLevel = 1.2
const longestWaitMs = 100

/**
 * The rule for events: no caller waits for their effect, so while many are published they wait up to 100 ms for a full packet. A single
 * one leaves at the end of its turn, and so does a burst after a silence. `settled` is called when an event leaves.
 */
export function createEventPace(): BatchWindow {
  let lately = 0
  let at = 0
  const left = (now: number) => lately * Math.exp((at - now) / decayMs)
  return {
    joined: () => undefined,
    settled(now) {
      lately = left(now) + 1
      at = now
    },
    size: (now) => (left(now) > quietLevel ? maxParts : 1),
    maxWaitMs: () => longestWaitMs,
  }
}
