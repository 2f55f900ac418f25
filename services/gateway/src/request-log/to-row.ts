import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { idPattern } from '@outturn/agreement'
import { errorCodes } from '@outturn/contracts'
import type { TokenHash } from '../auth/token-hash.ts'
import type { RequestRow } from '../store/request-store.ts'
import type { LoggedCaller, LoggedRefusal, RequestEntry } from './entry.ts'
import { maxTexts, redactBody, type RedactedValue } from './redact-body.ts'
import { maskPath, maskQuotes, maskTokens, storable } from './redact-text.ts'

/** A longer body is kept as its length and digest. */
export const longestBodyBytes = 256 * 1_024

const longestMessage = 4_096
const unknownMessage =
  'The message is not kept, because it may quote a body that is too large to compare it with.'
const longestError = 2_048
const longestField = 512
const longestUserAgent = 200
/** Below this the two ends of an idempotency key would be most of it. */
const shownKeyLength = 20

type RowDeps = { readonly hash: TokenHash }

/** A request as the log keeps it: nothing of the caller's own words is left. */
export function toRow(
  entry: RequestEntry,
  caller: LoggedCaller,
  { hash }: RowDeps,
  { keepsBody = true }: { keepsBody?: boolean } = {},
): RequestRow {
  const [path = '', query] = entry.url.split(/\?(.*)/s, 2)
  const masked = maskPath(path, entry.pathWords)
  const { refusal, idempotencyKey: key } = entry
  const { shown, texts } = bodyOf(entry)
  const words =
    refusal === null
      ? null
      : wordsOf(
          refusal,
          texts === null ? null : [...texts, ...masked.texts, ...textsOfQuery(query), ...entry.headers],
        )
  return {
    id: entry.id,
    at: entry.at,
    is_refused: refusal !== null,
    took_ms: Math.max(0, Math.round(entry.tookMs)),
    method: entry.method,
    route: entry.route,
    path: storable(masked.path).slice(0, longestField),
    status: entry.status,
    code: refusal?.code ?? null,
    field: words?.field ?? null,
    reason: refusal?.reason ?? null,
    error: words?.error ?? null,
    remediation: words?.remediation ?? null,
    account_id: caller.accountId,
    key_id: caller.keyId,
    scope: caller.scope,
    user_agent: maskTokens(entry.userAgent).slice(0, longestUserAgent),
    address: networkOf(entry.address),
    idempotency_key:
      key === null || key.length < shownKeyLength ? null : maskTokens(`${key.slice(0, 8)}…${key.slice(-4)}`),
    idempotency_hash: key === null ? null : hash(`idempotency:${key}`).slice(0, 32),
    rate_limit: entry.rateLimit,
    weight: entry.weight,
    spool_id: entry.madeSpoolId ?? spoolIn(masked.path),
    body_bytes: entry.bodyBytes,
    body_hash: entry.body === null ? null : hash(`body:${sha256(entry.body)}`).slice(0, 32),
    body: keepsBody && shown !== null ? JSON.stringify(shown) : null,
  }
}

const ofSpool = new RegExp(`/(${idPattern('spool').source.replaceAll(/[$^]/g, '')})(?:/|$)`)

function spoolIn(path: string): string | null {
  return ofSpool.exec(path)?.[1] ?? null
}

/** The words of a refusal without what they quote; null for `quotable` where that cannot be told. */
function wordsOf({ code, error, field, remediation }: LoggedRefusal, quotable: readonly string[] | null) {
  if (quotable === null)
    return { error: unknownMessage, field: null, remediation: errorCodes[code].remediation }
  const masked = (text: string, longest: number) =>
    maskQuotes(text.slice(0, longestMessage), quotable).slice(0, longest)
  return {
    error: masked(error, longestError),
    field: field === null ? null : masked(field, longestField),
    remediation: masked(remediation, longestError),
  }
}

/** The body as the log keeps it, and what a message may quote of it; null for the texts where that cannot be told. */
function bodyOf(entry: RequestEntry): { shown: RedactedValue | null; texts: readonly string[] | null } {
  const { body, refusal, bodySchema } = entry
  if (entry.isBodyGone) return { shown: null, texts: null }
  if (body === null || body.byteLength === 0 || refusal === null) return { shown: null, texts: [] }
  if (body.byteLength > longestBodyBytes) {
    return { shown: { $redacted: 'body', bytes: body.byteLength, sha256: sha256(body) }, texts: null }
  }
  const { shown, texts } = redactBody(body, bodySchema)
  return { shown, texts: texts.length > maxTexts ? null : texts }
}

function textsOfQuery(query: string | undefined): string[] {
  if (query === undefined) return []
  return [...new URLSearchParams(query)].flat().filter((text) => text !== '')
}

/** The /24 of an IPv4 address or the /48 of an IPv6 one: the place of a caller, not the caller. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+)\.\d+$/i.exec(address)?.[1]
  const start = mapped ?? /^(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1]
  if (start !== undefined) return `${start}.0/24`
  if (!isIPv6(address)) return 'unknown'
  const [head = '', tail = ''] = address.split('%', 1)[0]?.split('::') ?? []
  const left = head === '' ? [] : head.split(':')
  const right = tail === '' ? [] : tail.split(':')
  const zeros = address.includes('::') ? Math.max(0, 8 - left.length - right.length) : 0
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right]
  return `${groups.slice(0, 3).join(':')}::/48`
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
