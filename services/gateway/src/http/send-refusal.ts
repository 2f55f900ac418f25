import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Refusal } from '@outturn/contracts'
import type { Clock, Log } from '@outturn/service'
import { errorBody, refusalFor, retryAfterSeconds } from '../wire/error-body.ts'
import { acceptedTypes } from '../wire/media-types.ts'
import type { LostTime } from '../adapters/lost-time.ts'
import { restoredHeader, withLostTime } from '../wire/lost-time.ts'
import { inPayersWords } from '../wire/paid-refusal.ts'
import { discardBody } from './bodies/discard-body.ts'
import type { RefusedWork } from './bounds/refused-work.ts'
import { cutOffUnread } from './bounds/unread-answer.ts'
import { awaitsContinue } from './expectations.ts'
import { isHeaderText, writableHeaders } from './header-value.ts'
import { pathOf } from './read-call.ts'
import type { Answer, Route } from './route.ts'
import { hangUpWhenStopping, jsonType } from './send-answer.ts'
import { transportRefusal } from './transport-refusal.ts'

export type RefusalSender = (error: unknown, request: FastifyRequest, reply: FastifyReply) => void

export type RefusalSenderDeps = {
  readonly log: Log
  readonly refused: RefusedWork
  readonly writeTimeoutMs: number
  /** The address that callers use. */
  readonly publicUrl: string
  readonly routeOf: (request: FastifyRequest) => Partial<Pick<Route, 'access' | 'paidBy'>>
  readonly addressOf: (request: FastifyRequest) => string
  /** The time whose records a restore lost, in the environment of the request. */
  readonly lostTimeOf: (request: FastifyRequest) => LostTime | null
  readonly clock: Clock
  /** The page that a browser is shown for a refusal. */
  readonly errorPage: (failure: { refusal: Refusal; requestId: string; now: Date; path: string }) => Answer
  /** Returns the request to the quota of its caller. */
  readonly release: (request: FastifyRequest, reply: FastifyReply) => void
}

/** Headers of every answer, kept where the answer that they were set for could not be written. */
const keptHeaders: readonly string[] = [
  'allow',
  'connection',
  restoredHeader,
  'ratelimit',
  'ratelimit-policy',
  'request-id',
  'x-content-type-options',
]

/**
 * Answers any failure of a request with the error object. It writes to the connection itself, because the server library
 * answers a failure to write with a body of its own; whatever fails here is answered as a defect.
 */
export function refusalSender(deps: RefusalSenderDeps): RefusalSender {
  const { log } = deps

  function prepare(error: unknown, request: FastifyRequest, reply: FastifyReply): Refusal {
    const told = inPayersWords(refusalFor(transportRefusal(error, request.raw)), deps.routeOf(request))
    const refusal = withLostTime(told, deps.lostTimeOf(request), pathOf(request))
    if (refusal.code === 'internal_error') {
      log.error({ err: error, requestId: request.id, url: request.routeOptions.url }, 'a request failed')
    }
    request.refusal = refusal
    if (refusal.status >= 500) deps.release(request, reply)
    if (refusal.status === 413) deps.refused.count('body_bytes')
    if (isHeldBack(request)) reply.header('connection', 'close')
    else if (!request.raw.complete) discardBody(request.raw, reply, deps.addressOf(request))
    hangUpWhenStopping(reply)
    return refusal
  }

  function writePage(refusal: Refusal, request: FastifyRequest, reply: FastifyReply): void {
    const { status, body, contentType, headers } = deps.errorPage({
      refusal,
      requestId: request.id,
      now: deps.clock.now(),
      path: pathOf(request),
    })
    reply.raw.writeHead(
      status,
      writableHeaders({
        ...headersKept(reply),
        ...refusal.options.headers,
        ...headers,
        'content-type': contentType ?? 'text/html; charset=utf-8',
        'content-length': String(Buffer.byteLength(body)),
        vary: 'accept',
      }),
    )
    reply.raw.end(request.method === 'HEAD' ? undefined : body)
  }

  return (error, request, reply) => {
    reply.hijack()
    // An answer has begun: nothing can be said any more but that it is not whole.
    if (reply.raw.headersSent) {
      reply.raw.destroy()
      return
    }
    cutOffUnread(reply.raw, deps.writeTimeoutMs, () => deps.refused.note('unread_answer'))
    try {
      const refusal = prepare(error, request, reply)
      if (prefersPage(request)) writePage(refusal, request, reply)
      else writeRefusal(refusal, request, reply, deps)
    } catch (defect) {
      log.error({ err: defect, requestId: request.id }, 'a refusal could not be written')
      if (reply.raw.headersSent) reply.raw.destroy()
      else writeRefusal(refusalFor(defect), request, reply, deps)
    }
  }
}

/** Whether a browser asks for a page: programs are answered with the error object, as is everything under /api/. */
function prefersPage(request: FastifyRequest): boolean {
  const { accept } = request.raw.headers
  if (accept?.includes('text/html') !== true || pathOf(request).startsWith('/api/')) return false
  return acceptedTypes(accept, ['application/json', 'text/html'])[0] === 'text/html'
}

function writeRefusal(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl }: Pick<RefusalSenderDeps, 'publicUrl'>,
): void {
  const key = mayBeDone(refusal) ? request.commandKey : null
  const body = JSON.stringify(errorBody(refusal, { requestId: request.id, publicUrl, idempotencyKey: key }))
  const retryAfter = retryAfterSeconds(refusal)
  reply.raw.writeHead(
    refusal.status,
    writableHeaders({
      ...headersKept(reply),
      ...refusal.options.headers,
      ...(refusal.status === 401 && { 'www-authenticate': 'Bearer realm="outturn"' }),
      ...(retryAfter !== null && { 'retry-after': String(retryAfter) }),
      'cache-control': 'no-store',
      'content-type': jsonType,
      'content-length': String(Buffer.byteLength(body)),
      // Encoded it would be another key: the body has it as it is.
      ...(key !== null && isHeaderText(key) && { 'idempotency-key': key }),
    }),
  )
  reply.raw.end(body)
}

function headersKept(reply: FastifyReply): Record<string, string> {
  const names = keptHeaders.filter((name) => reply.hasHeader(name))
  return Object.fromEntries(names.map((name) => [name, String(reply.getHeader(name))]))
}

/** Whether the work of a refused request may have been begun, so that its sender must ask again under the same key. */
function mayBeDone({ code, status }: Refusal): boolean {
  return code === 'internal_error' || code === 'store_conflict' || status === 503
}

/** Whether the body of a refused request was never asked for; its connection cannot go on, because it may still come. */
function isHeldBack({ admitted, raw }: FastifyRequest): boolean {
  return admitted === null && awaitsContinue(raw)
}
