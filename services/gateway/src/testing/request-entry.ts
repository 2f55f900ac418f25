import type { LoggedRefusal, RequestEntry } from '../request-log/entry.ts'

export const caller = {
  accountId: 'acc_000000000000000000000001',
  keyId: 'key_000000000000000000000001',
  scope: 'full',
} as const

export const refusal: LoggedRefusal = {
  code: 'validation_failed',
  error: 'max_amount_cents: must be at least 1',
  remediation: 'Correct the named field and send the request again.',
  field: 'max_amount_cents',
  reason: null,
}

let drawn = 0

/** A refused request to verify, with these changes. */
export function entryOf(changes: Partial<RequestEntry> = {}): RequestEntry {
  drawn += 1
  return {
    id: `req_${drawn.toString(16).padStart(24, '0')}`,
    at: new Date('2026-11-27T11:24:06.318Z'),
    tookMs: 4,
    method: 'POST',
    route: '/api/v1/verify',
    url: '/api/v1/verify',
    pathWords: new Set(['', 'api', 'v1', 'verify']),
    status: 422,
    caller,
    address: '203.0.113.7',
    userAgent: 'curl/8.14.1',
    headers: [],
    idempotencyKey: null,
    rateLimit: null,
    refusal,
    madeSpoolId: null,
    weight: 1,
    bodyBytes: 0,
    body: null,
    isBodyGone: false,
    bodySchema: undefined,
    ...changes,
  }
}
