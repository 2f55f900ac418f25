import {
  AnsweredError,
  CreditsRequired,
  type Endpoint,
  ErrorBody,
  type ErrorCode,
  errorCodes,
} from '@outturn/contracts'
import { z } from 'zod'
import { refusalExample } from './examples/refusal-examples.ts'
import { headersOf, paymentHeaders } from './response-headers.ts'
import type { OperationParts } from './operation-parts.ts'

type Json = Record<string, unknown>

/** Codes that operations have in common. A status with no other codes is part of the answer by default. */
const commonCodes: ReadonlySet<ErrorCode> = new Set([
  'configuration_unavailable',
  'input_too_large',
  'internal_error',
  'invalid_json',
  'not_acceptable',
  'validation_failed',
])

type StatusKind = { readonly name: string; readonly usual: readonly ErrorCode[] }

/** What each other status means, as the name of its component, and the codes that most operations with it have. */
const statusKinds: Readonly<Record<number, StatusKind>> = {
  200: { name: 'Answered', usual: ['limit_reached'] },
  400: { name: 'BadRequest', usual: ['validation_failed'] },
  401: { name: 'Unauthenticated', usual: ['unauthenticated', 'session_expired'] },
  402: { name: 'PaymentRequired', usual: ['credits_required'] },
  403: { name: 'Forbidden', usual: ['forbidden', 'account_suspended'] },
  404: { name: 'NotFound', usual: ['not_found'] },
  409: { name: 'Conflict', usual: ['conflict', 'store_conflict', 'invalid_state'] },
  413: { name: 'TooLarge', usual: ['input_too_large', 'evidence_too_large'] },
  422: { name: 'Unprocessable', usual: ['validation_failed', 'ambiguity_required'] },
  429: { name: 'RateLimited', usual: ['rate_limited'] },
  500: { name: 'Failed', usual: ['internal_error', 'checker_error'] },
  503: { name: 'Unavailable', usual: ['configuration_unavailable', 'grants_paused'] },
}

const spoolNotFound: StatusKind = { name: 'SpoolNotFound', usual: ['spool_not_found'] }

/** The error object of a status; with the status of a success it is one that is told from a success. */
export function errorSchema(status: number): z.ZodType {
  return status === 200 ? AnsweredError : ErrorBody
}

/**
 * The answers by which a route refuses, each shared with other routes: one for each status that has codes of its own, and one for all
 * others. The description beside a reference names the codes of this operation; it is left out where they are the usual ones.
 */
export function refusalsOf(route: Endpoint, parts: OperationParts): Json {
  const all = [...codesByStatus(route)]
  const own = all.filter(([, codes]) => codes.some((code) => !commonCodes.has(code)))
  // Readers and linters expect that each operation names a mistake of its caller.
  const named = own.some(([status]) => isMistake(status))
    ? own
    : [...own, ...all.filter(([status]) => status === 400)]
  return {
    ...Object.fromEntries(
      named.map(([status, codes]) => [status, refusalOf(status, codes, { route, parts })]),
    ),
    default: parts.responses.reference(isPage(route) ? 'ErrorPage' : 'Error', {
      description: commonWords,
      headers: headersOf(true, ['Retry-After', 'Idempotency-Key']),
      content: contentOf('default', { route, parts }),
    }),
  }
}

function isMistake(status: number): boolean {
  return status >= 400 && status < 500
}

/** Each common code with its status. */
const commonWords = `Errors that any operation can have: ${[...commonCodes]
  .map((code) => `\`${code}\` (${code === 'validation_failed' ? '400 or 422' : errorCodes[code].status})`)
  .join(', ')}.`

type Context = { readonly route: Endpoint; readonly parts: OperationParts }

function refusalOf(status: number, codes: readonly ErrorCode[], { route, parts }: Context): Json {
  const isAboutSpool = status === 404 && codes.every((code) => code === 'spool_not_found')
  const kind = isAboutSpool ? spoolNotFound : statusKinds[status]
  if (kind === undefined) throw new Error(`no answer with the status ${status} has a name`)
  const { paidBy } = route
  const isPaid = status === 402 && paidBy !== undefined
  const name = `${kind.name}${isPaid ? protocolNames[paidBy] : ''}${isPage(route) ? 'Page' : ''}`
  const reference = parts.responses.reference(name, {
    description: codesInWords(kind.usual),
    headers: headersOf(true, [
      ...(status === 503 || status === 429 ? (['Retry-After'] as const) : []),
      ...(isPaid ? [paymentHeaders[paidBy].challenge] : []),
      // Of a payment that failed, and of one whose outcome is not known yet.
      ...(isPaid && paidBy === 'x402' ? (['PAYMENT-RESPONSE', 'Retry-After'] as const) : []),
      ...(status >= 500 || status === 409 ? (['Idempotency-Key'] as const) : []),
    ]),
    content: contentOf(status, { route, parts }),
  })
  const isUsual = codes.length === kind.usual.length && codes.every((code) => kind.usual.includes(code))
  return isUsual ? reference : { ...reference, description: codesInWords(codes) }
}

const protocolNames = { mpp: 'Mpp', x402: 'X402' } as const

function codesInWords(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `\`${code}\``).join(', ')
}

/** A page that cannot be shown is answered with one that says why. */
function contentOf(status: number | 'default', { route, parts }: Context): Json {
  const { paidBy } = route
  const isPaid = status === 402 && paidBy !== undefined
  const name = `${refusalName(status)}${isPaid ? protocolNames[paidBy] : ''}`
  const example = parts.examples.reference(name, { value: refusalExample(status, paidBy) })
  return {
    'application/json': { schema: schemaOf(status, isPaid, parts), examples: { [name]: example } },
    ...(isPage(route) && { 'text/html': {} }),
  }
}

/** The error object of `credits_required`, with how to go on. */
const creditsError = z.intersection(ErrorBody, CreditsRequired)

function schemaOf(status: number | 'default', isPaid: boolean, { schemas }: OperationParts): object {
  if (status === 402 && !isPaid) return schemas.schemaFor(creditsError, 'output')
  return schemas.schemaFor(errorSchema(Number(status)), 'output')
}

/** Name of the example of a refusal. */
export function refusalName(status: number | 'default'): string {
  return status === 'default' ? 'Error' : (statusKinds[status]?.name ?? 'Error')
}

function isPage({ success: { content } }: Endpoint): boolean {
  return !(content instanceof z.ZodType) && content.mediaType === 'text/html'
}

function codesByStatus(route: Endpoint): Map<number, ErrorCode[]> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of new Set<ErrorCode>([...commonRefusals(route), ...route.refuses])) {
    const { status: own } = errorCodes[code]
    const statuses = code === 'validation_failed' && route.body !== undefined ? [400, 422] : [own]
    for (const status of statuses) byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  for (const success of [route.success, route.otherSuccess]) if (success) byStatus.delete(success.status)
  return byStatus
}

/** Codes of a kind of operation beside those that all have. */
function commonRefusals(route: Endpoint): ErrorCode[] {
  const { access, method, body, isRateLimited } = route
  return [
    ...credentialRefusals(route),
    ...(isRateLimited ? (['rate_limited'] as const) : []),
    'internal_error',
    'configuration_unavailable',
    'validation_failed',
    ...(method === 'POST' ? (['input_too_large'] as const) : []),
    ...(access.kind === 'key' && !access.sandbox && access.ignoresSessions === undefined
      ? (['unsupported_environment_capability'] as const)
      : []),
    // A key that belongs to another request, and one whose first request has not finished.
    ...(method !== 'GET' && access.kind !== 'open' ? (['conflict', 'store_conflict'] as const) : []),
    ...(body === undefined ? [] : (['invalid_json'] as const)),
  ]
}

/** How a caller is refused for what it presents. */
function credentialRefusals({ access, paidBy }: Endpoint): ErrorCode[] {
  switch (access.kind) {
    case 'open':
      // Who presents a key with a payment presents one that is good.
      return paidBy === undefined ? [] : ['unauthenticated', 'session_expired', 'account_suspended']
    case 'session':
      return access.scopes.includes('counterparty') ? ['session_expired'] : ['session_expired', 'forbidden']
    case 'person':
      return ['unauthenticated', 'forbidden']
    case 'shared':
    case 'key':
      return ['unauthenticated', 'session_expired', 'forbidden', 'account_suspended']
    default:
      return access satisfies never
  }
}
