import { type ErrorCode, errorCodes, errorDocsUrl, Refusal } from '@outturn/contracts'
import { storeRefusal } from '@outturn/postgres'

/** The code that the contract answers with HTTP 200, and the `status` word its body carries for clients that read it. */
const outcomeWords: Partial<Record<ErrorCode, string>> = {
  limit_reached: 'limit_reached',
  sandbox_resting: 'resting',
  trusted_key_unavailable: 'unavailable',
}

/** What an error says of its request. `publicUrl` is the address that callers use. */
type ErrorContext = {
  readonly requestId: string
  readonly publicUrl: string
  readonly idempotencyKey?: string | null
}

/** The error object of the contract for a refusal. */
export function errorBody(
  refusal: Refusal,
  { requestId, publicUrl, idempotencyKey = null }: ErrorContext,
): Record<string, unknown> {
  const { code, message, options } = refusal
  const rule = errorCodes[code]
  const word = outcomeWords[code]
  return {
    // First, so that nothing a service adds can stand in for a member of the contract.
    ...options.details,
    error: message,
    code,
    retryable: rule.retryable,
    remediation: options.remediation ?? rule.remediation,
    ...(options.field !== undefined && { field: options.field }),
    ...(options.reason !== undefined && { reason: options.reason }),
    ...(word !== undefined && { status: word, message }),
    ...(code === 'trusted_key_unavailable' && { valid: false }),
    ...(idempotencyKey !== null && { idempotency_key: idempotencyKey }),
    docs: errorDocsUrl(publicUrl, code),
    request_id: requestId,
  }
}

/** Seconds for the Retry-After header, or null where the contract sends none. A 402 never has one: waiting adds no credit. */
export function retryAfterSeconds(refusal: Refusal): number | null {
  if (refusal.options.retryAfterSeconds !== undefined) return refusal.options.retryAfterSeconds
  return refusal.status === 503 ? defaultRetryAfterSeconds : null
}

const defaultRetryAfterSeconds = 5

/** Any failure as a refusal: an outage of our store as one to come back after; a defect says nothing of itself. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  return (
    storeRefusal(error, 'The database of keys and sessions') ??
    new Refusal('internal_error', 'The service failed, and not because of the request.')
  )
}
