import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '../telemetry/log.ts'

const firstPauseMs = 200
const longestPauseMs = 5000

/**
 * Tries until it succeeds, with growing pauses, and says each time what it waits for. Rejects with the last error when
 * `timeoutMs` have passed, and at once when the signal is aborted.
 */
export async function waitUntil<T>(
  what: string,
  attempt: () => Promise<T>,
  { timeoutMs, log, signal }: { timeoutMs: number; log: Log; signal: AbortSignal },
): Promise<T> {
  const startedAt = performance.now()
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    signal.throwIfAborted()
    try {
      return await attempt()
    } catch (error) {
      const waitedMs = performance.now() - startedAt
      if (waitedMs + pauseMs > timeoutMs) {
        throw new Error(`${what} did not answer within ${timeoutMs} ms`, { cause: error })
      }
      log.warn({ reason: (error as Error).message, waitedMs: Math.round(waitedMs) }, `waiting for ${what}`)
      await pause(pauseMs, undefined, { signal })
    }
  }
}
