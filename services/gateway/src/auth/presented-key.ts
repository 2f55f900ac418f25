import type { IncomingHttpHeaders } from 'node:http'
import { type Endpoint, invalid } from '@outturn/contracts'

type Headers = Pick<IncomingHttpHeaders, 'authorization'> & Readonly<Record<string, unknown>>

const payment = /^Payment(?=\s)/i

/**
 * The Authorization that says who asks. Where a payment may occupy that header, the key may stand in X-Api-Key instead, on a
 * call with a payment and on one without.
 */
export function presentedKey(headers: Headers, { paidBy }: Pick<Endpoint, 'paidBy'>): string | undefined {
  const { authorization } = headers
  if (paidBy === undefined) return authorization
  const apiKey = headers['x-api-key']
  if (typeof apiKey === 'string') return `Bearer ${apiKey}`
  return presentedPayment(headers) === null ? authorization : undefined
}

/** The Authorization that pays; null where it does not. */
export function presentedPayment({ authorization }: Headers): string | null {
  return authorization !== undefined && payment.test(authorization) ? authorization : null
}

/** Refuses two keys that differ: a proxy may have checked the other one. */
export function assertOneKey(headers: Headers, { paidBy }: Pick<Endpoint, 'paidBy'>): void {
  const { authorization } = headers
  const apiKey = headers['x-api-key']
  if (paidBy === undefined || authorization === undefined || typeof apiKey !== 'string') return
  if (presentedPayment(headers) !== null || /^Bearer +(.*)$/i.exec(authorization)?.[1] === apiKey) return
  throw invalid('X-Api-Key', 'Authorization and X-Api-Key name different keys.', {
    reason: 'repeated_header',
    remediation: 'Send the key in one of them, or the same key in both.',
  })
}
