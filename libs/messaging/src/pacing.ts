import { setTimeout as wait } from 'node:timers/promises'

/** Doubling pause, ms, with the upper half at random so that many do not return at once. */
export function backoffMs(failures: number, firstMs: number, capMs: number): number {
  const full = Math.min(capMs, firstMs * 2 ** Math.min(failures, 20))
  return full / 2 + (Math.random() * full) / 2
}

/** Waits, or ends early when the signal is aborted. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return wait(ms, undefined, { signal }).catch(() => {})
}
