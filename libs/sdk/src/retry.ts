import { OutturnError, OutturnUnreachable } from './errors.ts'

const firstPauseMs = 200
const longestPauseMs = 5000

/** Statuses whose cause passes by itself; a retryable 402 or 422 needs money or another body first. */
const passing = new Set([409, 429, 500, 503])

/**
 * Milliseconds to wait before the next attempt, or `undefined` when there must be none. Every call of this client is safe
 * to repeat: reads by nature, writes by their idempotency key.
 */
export function pauseBeforeRetry(
  error: unknown,
  {
    attempt,
    retryAfterMs,
    random,
    isConditional = false,
  }: { attempt: number; retryAfterMs: number | undefined; random: () => number; isConditional?: boolean },
): number | undefined {
  if (!isPassing(error)) return undefined
  // A Spool that has moved on from the state a call was made for never comes back to it.
  if (isConditional && error instanceof OutturnError && error.code === 'store_conflict') return undefined
  const backoffMs = Math.min(firstPauseMs * 2 ** (attempt - 1), longestPauseMs)
  // Clients that failed together must not come back together.
  return Math.max(retryAfterMs ?? 0, backoffMs * (0.5 + random() / 2))
}

function isPassing(error: unknown): boolean {
  if (error instanceof OutturnError) return error.retryable && passing.has(error.status)
  return error instanceof OutturnUnreachable && error.reason !== 'deadline_passed'
}

/** Milliseconds that a `Retry-After` header asks for, in either of its two forms. */
export function parseRetryAfter(header: string | null, nowMs: number): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, at - nowMs)
}
