import { OutturnError, OutturnUnreachable } from '../errors.ts'

const firstPauseMs = 200
const maxPauseMs = 5_000

/** Statuses whose cause passes by itself; a retryable 402 or 422 needs money or another body first. */
const passingStatuses = new Set([409, 429, 500, 503])

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
  // Clients that failed together must not come back together.
  return Math.max(retryAfterMs ?? 0, backoffMs(attempt) * (0.5 + random() / 2))
}

function backoffMs(attempt: number): number {
  return Math.min(firstPauseMs * 2 ** (attempt - 1), maxPauseMs)
}

function isPassing(error: unknown): boolean {
  if (error instanceof OutturnError) return error.retryable && passingStatuses.has(error.status)
  return error instanceof OutturnUnreachable && error.mayPass
}

/**
 * Milliseconds that a `Retry-After` header asks for, in either of its two forms. A date is compared with the `Date` of the same answer,
 * so that the clock of this machine does not count.
 */
export function parseRetryAfter(
  header: string | null,
  answeredAt: string | null,
  nowMs: number,
): number | undefined {
  if (header === null) return undefined
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1_000
  const at = Date.parse(header)
  if (Number.isNaN(at)) return undefined
  const sentAt = Date.parse(answeredAt ?? '')
  return Math.max(0, at - (Number.isNaN(sentAt) ? nowMs : sentAt))
}
