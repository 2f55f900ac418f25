import type { PaymentProtocol } from '@outturn/contracts'

type Json = Record<string, unknown>

/** Headers in which each protocol asks for a payment and confirms it. */
export const paymentHeaders = {
  mpp: { challenge: 'WWW-Authenticate', receipt: 'Payment-Receipt' },
  x402: { challenge: 'PAYMENT-REQUIRED', receipt: 'PAYMENT-RESPONSE' },
} as const satisfies Record<PaymentProtocol, object>

export const deprecationNames = ['Deprecation', 'Sunset', 'Link'] as const

const text = { type: 'string' }

/** Every header that an answer of the interface can have, in the order in which they are documented. */
const responseHeaders = {
  'Request-Id': {
    description: 'ID of the request in the logs of the service.',
    schema: text,
    example: 'req_0123456789abcdef01234567',
  },
  'RateLimit-Policy': {
    description: 'Name of the rate limit, its quota `q` and its window `w` in seconds.',
    schema: text,
    example: '"api-v1";q=120;w=60',
  },
  RateLimit: {
    description: 'Remaining requests `r`, and seconds `t` until more are available.',
    schema: text,
    example: '"api-v1";r=117;t=42',
  },
  ETag: {
    description: 'Version of the answer. Send it as `If-None-Match` to read, or as `If-Match` to write.',
    schema: text,
    example: '"7.Upx7zfWuha9jafZbc9yyYxMLtZN"',
  },
  Deprecation: {
    description: 'Time since which a member of the answer is deprecated (RFC 9745).',
    schema: text,
    example: '@1767225600',
  },
  Sunset: {
    description: 'Time from which the deprecated member can be missing (RFC 8594).',
    schema: text,
    example: 'Fri, 01 Jan 2027 00:00:00 GMT',
  },
  Link: {
    description:
      'URL of the next page (`rel="next"`), or of the list of deprecated members (`rel="deprecation"`).',
    schema: text,
    example: '</api/v1/spools?after=spl_0123456789abcdef01234567>; rel="next"',
  },
  'Idempotency-Key': {
    description: 'Key to repeat a POST request with. Present if the work may have started.',
    schema: text,
    example: 'order-42-delivery-1',
  },
  'WWW-Authenticate': {
    description: 'Payment challenge of the scheme `Payment`. Send the payment in `Authorization`.',
    schema: text,
    example: 'Payment id="pay_0123456789abcdef01234567", method="stripe"',
  },
  'Payment-Receipt': {
    description: 'The received payment, as base64url-encoded JSON.',
    schema: text,
    example: 'eyJzdGF0dXMiOiJzdWNjZXNzIn0',
  },
  'PAYMENT-REQUIRED': {
    description:
      'The required payment, as base64-encoded JSON of x402 version 2, with the extensions `payment-identifier`, `offer-receipt` and `bazaar`. Absent while an earlier payment may still succeed.',
    schema: text,
    example: 'eyJ4NDAyVmVyc2lvbiI6Mn0=',
  },
  'PAYMENT-RESPONSE': {
    description:
      'Result of the payment, as base64-encoded JSON of x402 version 2. The extension `offer-receipt` has the signed receipt of the payment.',
    schema: text,
    example: 'eyJzdWNjZXNzIjp0cnVlfQ==',
  },
  'Retry-After': {
    description: 'Number of seconds to wait before the next attempt.',
    schema: { type: 'integer', minimum: 0 },
    example: 5,
  },
}

export type ResponseHeader = keyof typeof responseHeaders

/** Name of the component that describes a header. */
function componentOf(header: string): string {
  return header.replaceAll('-', '')
}

export function headerComponents(): Json {
  return Object.fromEntries(
    Object.entries(responseHeaders).map(([name, header]) => [componentOf(name), header]),
  )
}

/** References to the headers of an answer; those of the rate limit where its operation is limited. */
export function headersOf(isRateLimited: boolean, more: readonly ResponseHeader[]): Json {
  const names = ['Request-Id', ...(isRateLimited ? ['RateLimit-Policy', 'RateLimit'] : []), ...more]
  return Object.fromEntries(
    names.map((name) => [name, { $ref: `#/components/headers/${componentOf(name)}` }]),
  )
}
