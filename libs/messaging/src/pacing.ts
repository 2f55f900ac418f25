import { setTimeout as wait } from 'node:timers/promises'
import type { BusLog } from './bus-log.ts'

/** Doubling pause, ms, with the upper half at random so that many do not return at once. */
export function backoffMs(failures: number, firstMs: number, capMs: number): number {
  const full = Math.min(capMs, firstMs * 2 ** Math.min(failures, 20))
  return full / 2 + (Math.random() * full) / 2
}

/** Waits, or ends early when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal }).catch(() => {})
}

/** Settles when the work of this turn of the event loop is done. */
export function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}

let lastOwnTurn = Promise.resolve()

/**
 * Settles in a turn of the event loop that no other caller of it has, in the order in which they ask: what is some milliseconds of work
 * then keeps the others waiting no longer than that, however much of it arrives at once. A process has one event loop and one row.
 */
export function ownTurn(): Promise<void> {
  lastOwnTurn = lastOwnTurn.then(endOfTurn)
  return lastOwnTurn
}

/** Tries again what fails, with growing pauses, and throws its last error once `patienceMs` have passed. */
export async function patiently<T>(patienceMs: number, log: BusLog, attempt: () => Promise<T>): Promise<T> {
  const giveUpAt = Date.now() + patienceMs
  for (let failures = 1; ; failures += 1) {
    try {
      return await attempt()
    } catch (error) {
      const pauseMs = backoffMs(failures, 100, 2_000)
      if (Date.now() + pauseMs > giveUpAt) throw error
      log.warn({ reason: (error as Error).message }, 'waiting for the bus')
      await wait(pauseMs)
    }
  }
}
