import { errorCodes, type Refusal } from '@outturn/contracts'
import type { IncomingHttpHeaders } from 'node:http'
import type { Credential } from '../auth/credential.ts'
import type { Identity } from '../auth/identify.ts'
import type { GatewayInstance, Instances } from '../deps.ts'
import type { Route } from '../http/route.ts'
import type { LoggedCaller, LoggedRefusal, RequestEntry } from './entry.ts'

/** A request whose answer is out, as the server knows it. */
export type AnsweredRequest = {
  readonly id: string
  readonly at: Date
  readonly tookMs: number
  readonly method: string
  readonly url: string
  readonly pathWords: ReadonlySet<string>
  readonly status: number
  readonly route: Pick<Route, 'path' | 'body'> | null
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
  /** Null where it was refused before its key was read. */
  readonly caller: { readonly credential: Credential; readonly identity: Identity | null } | null
  readonly address: string
  readonly idempotencyKey: string | null
  readonly rateLimit: string | null
  readonly refusal: Refusal | null
  readonly madeSpoolId: string | null
}

export type Captured = { readonly instance: GatewayInstance; readonly entry: RequestEntry }

/** Headers whose values are words of HTTP or kept anyway, and are not looked for in messages. */
const ordinaryHeaders: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'accept-language',
  'connection',
  'content-length',
  'content-type',
  'host',
  'user-agent',
])

/**
 * What the log of an environment takes of a request, or null where it belongs to no account: what anyone may call, sandbox sessions, and
 * refusals before the key was read. `weigh` says how many successes it stands for, or null to leave it out.
 */
export function capture(
  answered: AnsweredRequest,
  instances: Instances,
  weigh: (accountId: string, at: Date) => number | null,
): Captured | null {
  const found = whose(answered, instances)
  if (found === null) return null
  const { instance, caller } = found
  const { refusal, headers } = answered
  const weight = refusal !== null ? 1 : 'accountId' in caller ? weigh(caller.accountId, answered.at) : null
  if (weight === null) return null
  const bytes = answered.body instanceof Uint8Array ? answered.body : null
  const length = Number(headers['content-length'] ?? 0) || 0
  // A body that is read in a thread goes there.
  const isBodyGone = bytes?.byteLength === 0 && (length > 0 || headers['transfer-encoding'] !== undefined)
  const key = headers['idempotency-key']
  const entry: RequestEntry = {
    id: answered.id,
    at: answered.at,
    tookMs: answered.tookMs,
    method: answered.method,
    route: answered.route?.path ?? null,
    url: answered.url,
    pathWords: answered.pathWords,
    status: answered.status,
    caller,
    address: answered.address,
    userAgent: headers['user-agent'] ?? '',
    headers: refusal === null ? [] : quotableHeaders(headers),
    idempotencyKey: (typeof key === 'string' ? key : null) ?? answered.idempotencyKey,
    rateLimit: answered.rateLimit,
    refusal: refusal === null ? null : toLoggedRefusal(refusal),
    madeSpoolId: answered.madeSpoolId,
    weight,
    bodyBytes: isBodyGone ? length : (bytes?.byteLength ?? length),
    body: refusal === null || isBodyGone ? null : bytes,
    isBodyGone,
    bodySchema: answered.route?.body,
  }
  return { instance, entry }
}

function whose(
  { caller, status }: AnsweredRequest,
  { started }: Instances,
): { instance: GatewayInstance; caller: LoggedCaller | { tokenHash: string } } | null {
  if (caller === null) return null
  const { identity, credential } = caller
  if (identity !== null) {
    const { instance, principal } = identity
    if (principal.kind !== 'account') return null
    const { accountId, via } = principal
    return { instance, caller: { accountId, keyId: via.keyId, scope: via.scope } }
  }
  // A key that is not in force may have been revoked, which its account wants to know.
  if (status !== 401 || credential.kind !== 'live' || started.production === undefined) return null
  const { production } = started
  return { instance: production, caller: { tokenHash: production.hashToken(credential.token) } }
}

function quotableHeaders(headers: IncomingHttpHeaders): string[] {
  return Object.entries(headers).flatMap(([name, value]) =>
    ordinaryHeaders.has(name) || value === undefined ? [] : [value].flat(),
  )
}

function toLoggedRefusal({ code, message, options }: Refusal): LoggedRefusal {
  return {
    code,
    error: message,
    remediation: options.remediation ?? errorCodes[code].remediation,
    field: options.field ?? null,
    reason: options.reason ?? null,
  }
}
