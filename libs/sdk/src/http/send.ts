import { OutturnError } from '../errors.ts'
import type { ApiResponse } from './api-promise.ts'
import type { ActOptions } from './call-options.ts'
import type { ServiceSettings } from './client-options.ts'
import { type Asked, noAnswer, type Outcome, readAnswer } from './read-answer.ts'
import { readBody } from './read-body.ts'
import { pauseBeforeRetry } from './retry.ts'
import { userAgent } from './user-agent.ts'

/** One call, with the values of the caller in it. */
export interface Call {
  readonly operation: string
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly isKeyless?: boolean
  /** A payment may occupy `Authorization`. */
  readonly isPaid?: boolean
  readonly answer?: Asked['answer']
  readonly accept?: string
}

export type Send = <T>(call: Call, options?: ActOptions) => Promise<ApiResponse<T>>

/** Timers take no more; a longer limit is none. */
export const maxTimerMs = 2 ** 31 - 1

/** One function that sends a call, repeats it where that is safe and useful, and returns the answer or throws. */
export function createSend(service: ServiceSettings): Send {
  return async <T>(call: Call, options: ActOptions = {}): Promise<ApiResponse<T>> => {
    const idempotencyKey = call.method !== 'GET' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    const limitMs = Math.min(options.deadlineMs ?? service.deadlineMs, maxTimerMs)
    // By a clock that does not go back.
    const endsAt = performance.now() + limitMs
    const deadline = AbortSignal.timeout(limitMs)
    const signal = options.signal === undefined ? deadline : AbortSignal.any([deadline, options.signal])
    const maxAttempts = options.maxAttempts ?? service.maxAttempts
    const request: RequestInit = {
      method: call.method,
      // A key must not follow a redirect to another address.
      redirect: 'manual',
      signal,
      headers: checkedHeaders(headersOf(service, call, options, idempotencyKey)),
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    }

    for (let attempt = 1; ; attempt += 1) {
      options.signal?.throwIfAborted()
      const begun = performance.now()
      const asked = { answer: call.answer ?? 'json', idempotencyKey } as const
      const outcome = await attemptOnce(service, call.path, request, asked)
      const pauseMs = outcome.kind === 'answered' ? undefined : nextPause(outcome, attempt, options)
      const retryInMs =
        pauseMs !== undefined && attempt < maxAttempts && performance.now() + pauseMs < endsAt
          ? pauseMs
          : undefined
      report(service, call, {
        attempt,
        outcome,
        durationMs: performance.now() - begun,
        retryInMs,
        idempotencyKey,
      })
      if (outcome.kind === 'answered') return toResponse<T>(outcome, attempt, idempotencyKey)
      options.signal?.throwIfAborted()
      if (retryInMs === undefined) throw outcome.error
      await service.pause(retryInMs, signal).catch((error: unknown) => {
        options.signal?.throwIfAborted()
        // The time is over: what the service said last tells more than that.
        throw deadline.aborted ? outcome.error : error
      })
    }
  }
}

function headersOf(
  { apiKey, headers: own }: ServiceSettings,
  { body, headers, isKeyless = false, isPaid = false, accept = 'application/json' }: Call,
  { ifMatch, ifNoneMatch, headers: given }: ActOptions,
  idempotencyKey: string | undefined,
): Record<string, string> {
  const agent = userAgent()
  return {
    accept,
    ...(agent !== undefined && { 'user-agent': agent }),
    ...lowerCase(own),
    ...lowerCase(given ?? {}),
    ...headers,
    ...(ifMatch !== undefined && { 'if-match': ifMatch }),
    ...(ifNoneMatch !== undefined && { 'if-none-match': ifNoneMatch }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(apiKey !== undefined && !isKeyless && keyHeader(apiKey, isPaid)),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
}

/** `fetch` would refuse these as if the service could not be reached, and quote their values. */
function checkedHeaders(headers: Record<string, string>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) throw new TypeError('A header has a name that none can have.')
    if (!/^[\t\x20-\x7E\x80-\xFF]*$/.test(value)) {
      throw new TypeError(`The header ${name} has a character that no header can have, such as a line break.`)
    }
  }
  return headers
}

function keyHeader(apiKey: string, isPaid: boolean): Record<string, string> {
  return isPaid ? { 'x-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

async function attemptOnce(
  { baseUrl, fetch: send, maxAnswerBytes }: ServiceSettings,
  path: string,
  request: RequestInit,
  asked: Asked,
): Promise<Outcome> {
  try {
    const response = await send(baseUrl + path, request)
    return readAnswer(response, await readBody(response, maxAnswerBytes), asked)
  } catch (cause) {
    return noAnswer(cause, (request.signal as AbortSignal).aborted, asked.idempotencyKey)
  }
}

function nextPause(
  { error, retryAfterMs }: Outcome & { kind: 'failed' },
  attempt: number,
  { ifMatch }: ActOptions,
): number | undefined {
  return pauseBeforeRetry(error, {
    attempt,
    retryAfterMs,
    random: Math.random,
    isConditional: ifMatch !== undefined,
  })
}

function toResponse<T>(
  { response: { status, headers }, data }: Outcome & { kind: 'answered' },
  attempts: number,
  idempotencyKey: string | undefined,
): ApiResponse<T> {
  return {
    data: data as T,
    status,
    headers,
    requestId: headers.get('request-id') ?? undefined,
    etag: headers.get('etag') ?? undefined,
    attempts,
    idempotencyKey,
  }
}

function report(
  { onAttempt }: ServiceSettings,
  { operation, method, path }: Call,
  ended: {
    attempt: number
    outcome: Outcome
    durationMs: number
    retryInMs: number | undefined
    idempotencyKey: string | undefined
  },
): void {
  if (onAttempt === undefined) return
  const { outcome, ...times } = ended
  const isRefusal = outcome.kind === 'failed' && outcome.error instanceof OutturnError
  try {
    onAttempt({
      operation,
      method,
      path,
      ...times,
      outcome: outcome.kind === 'answered' ? 'answered' : isRefusal ? 'refused' : 'unreachable',
      status: outcome.response?.status,
      code: isRefusal ? outcome.error.code : undefined,
      requestId: outcome.response?.headers.get('request-id') ?? undefined,
    })
  } catch {
    // A log that fails must not fail the call.
  }
}
