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
  const apiKey = apiKeyOf(headers)
  if (apiKey !== undefined) return `Bearer ${apiKey}`
  return presentedPayment(headers) === null ? authorization : undefined
}

/** The Authorization that pays; null where it does not. */
export function presentedPayment({ authorization }: Headers): string | null {
  return authorization !== undefined && payment.test(authorization) ? authorization : null
}

/**
 * Refuses two credentials that differ, on every route: whichever of them is served, a proxy may have checked the other one.
 * A payment names no caller.
 */
export function assertOneCredential(headers: Headers): void {
  const { authorization } = headers
  const apiKey = apiKeyOf(headers)
  if (authorization === undefined || apiKey === undefined || presentedPayment(headers) !== null) return
  if (/^Bearer +(.*)$/i.exec(authorization)?.[1] === apiKey) return
  throw invalid('X-Api-Key', 'Authorization and X-Api-Key name different callers.', {
    reason: 'two_credentials',
    remediation: 'Send the key in one of them, or the same key in both.',
  })
}

/** The text of X-Api-Key; an empty one names no caller. */
function apiKeyOf(headers: Headers): string | undefined {
  const apiKey = headers['x-api-key']
  return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined
}
