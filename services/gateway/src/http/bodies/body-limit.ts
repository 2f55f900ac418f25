import type { IncomingMessage } from 'node:http'
import { evidenceTooLarge, ordinaryBodyBytes, Refusal } from '@outturn/contracts'
import type { Route } from '../route.ts'

/** Largest form of a person who is signed in. */
const formBytes = 64 * 1_024

/** Largest body of a route in bytes: at most that of the deployment, but for files in strings. */
export function bodyLimitOf(
  { body, bodyLimit, access }: Pick<Route, 'body' | 'bodyLimit' | 'access'>,
  deploymentLimit: number,
): number {
  if (access.kind === 'person') return Math.min(bodyLimit?.bytes ?? formBytes, deploymentLimit)
  if (bodyLimit?.maxValues !== undefined) return bodyLimit.bytes
  // What takes nothing is sent `{}` in any spelling.
  const ordinary = body === undefined ? 'none' : isKeyed(access) ? 'keyed' : 'unkeyed'
  return Math.min(bodyLimit?.bytes ?? ordinaryBodyBytes[ordinary], deploymentLimit)
}

function isKeyed({ kind }: Route['access']): boolean {
  return kind === 'key' || kind === 'session'
}

/** Refuses a body that says itself that it is too long, before a byte of it is asked for. */
export function assertDeclaredLength(route: Route, { headers }: IncomingMessage, limit: number): void {
  if (Number(headers['content-length'] ?? 0) > limit) throw bodyTooLarge(route, limit)
}

/** Whether a body of so many bytes is larger than the ordinary ones of a caller with a key, which may have fewer of them at once. */
export function isLarge(bytes: number): boolean {
  return bytes > ordinaryBodyBytes.keyed
}

/** Whether a large body may come; one that does not say its length may be. */
export function mayBeLarge({ headers }: IncomingMessage, limit: number): boolean {
  if (!isLarge(limit)) return false
  return headers['transfer-encoding'] !== undefined || isLarge(Number(headers['content-length'] ?? 0))
}

/** The refusal of a body over the limit of its route. */
export function bodyTooLarge({ bodyLimit }: Pick<Route, 'bodyLimit'>, limit: number): Refusal {
  const message = `The body is over the limit of ${limit} bytes of this operation.`
  if (bodyLimit?.code === 'evidence_too_large') return evidenceTooLarge('metadata', message)
  return new Refusal('input_too_large', message)
}
