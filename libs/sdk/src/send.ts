import { readJson } from '@outturn/canonical'
import { asErrorBody, OutturnError, OutturnUnreachable } from './errors.ts'
import { parseRetryAfter, pauseBeforeRetry } from './retry.ts'

export type ClientOptions = {
  /** Address of the service, without a path. */
  baseUrl: string
  /** An API key or a sandbox token; not needed for the open operations. */
  apiKey?: string
  fetch?: typeof fetch
  /** Longest time of one call with all its attempts, in milliseconds. */
  deadlineMs?: number
  /** Most attempts of one call. */
  maxAttempts?: number
  /** Waits between attempts; tests pass one that returns at once. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>
}

export type CallOptions = {
  /** Ends the call; nothing is known about its outcome then. */
  signal?: AbortSignal
  deadlineMs?: number
}

export type WriteOptions = CallOptions & {
  /** Names this call, so that sending it again repeats its answer and not its effect; drawn when left out. */
  idempotencyKey?: string
}

export type Call = {
  method: 'GET' | 'POST'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  /** False for the operations that need no key, so that none is sent. */
  authenticated?: boolean
  /** Leaves Authorization to a payment: the key goes into X-Api-Key. */
  paysInAuthorization?: boolean
}

/** An answer that is no refusal; the body of a 304 is undefined. */
export type Received<T> = {
  status: number
  body: T
  etag: string | undefined
  /** Whether the answer is a list that goes on after its last item. */
  hasNext: boolean
}

export type Send = <T>(call: Call, options?: WriteOptions) => Promise<Received<T>>

/** One function that sends a call, repeats it where that is safe and useful, and returns the answer or throws. */
export function createSend({
  baseUrl,
  apiKey,
  fetch: send = fetch,
  deadlineMs = 30_000,
  maxAttempts = 4,
  pause = pauseFor,
}: ClientOptions): Send {
  const base = baseUrl.replace(/\/+$/, '')

  return async <T>(call: Call, options: WriteOptions = {}): Promise<Received<T>> => {
    const idempotencyKey =
      call.method === 'POST' ? (options.idempotencyKey ?? crypto.randomUUID()) : undefined
    const limitMs = options.deadlineMs ?? deadlineMs
    const endsAt = performance.now() + limitMs
    const signals = [AbortSignal.timeout(limitMs), ...(options.signal === undefined ? [] : [options.signal])]
    const signal = AbortSignal.any(signals)
    const request: RequestInit = {
      method: call.method,
      // A key must not follow a redirect to another address.
      redirect: 'error',
      signal,
      headers: {
        accept: 'application/json',
        ...call.headers,
        ...(call.body !== undefined && { 'content-type': 'application/json' }),
        ...(apiKey !== undefined && call.authenticated !== false && keyHeader(apiKey, call)),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
      ...(call.body !== undefined && { body: JSON.stringify(call.body) }),
    }

    for (let attempt = 1; ; attempt += 1) {
      const outcome = await attemptOnce<T>(send, base + call.path, request, idempotencyKey)
      if (outcome.kind === 'answered') return outcome.received
      options.signal?.throwIfAborted()
      const pauseMs = pauseBeforeRetry(outcome.error, {
        attempt,
        retryAfterMs: outcome.retryAfterMs,
        random: Math.random,
        isConditional: call.headers?.['if-match'] !== undefined,
      })
      const mayRetry = pauseMs !== undefined && attempt < maxAttempts && performance.now() + pauseMs < endsAt
      if (!mayRetry) throw outcome.error
      await pause(pauseMs, signal)
    }
  }
}

function keyHeader(apiKey: string, { paysInAuthorization = false }: Call): Record<string, string> {
  return paysInAuthorization ? { 'x-api-key': apiKey } : { authorization: `Bearer ${apiKey}` }
}

type Outcome<T> =
  | { kind: 'answered'; received: Received<T> }
  | { kind: 'failed'; error: unknown; retryAfterMs: number | undefined }

async function attemptOnce<T>(
  send: typeof fetch,
  url: string,
  request: RequestInit,
  idempotencyKey: string | undefined,
): Promise<Outcome<T>> {
  let response: Response
  let text: string
  try {
    response = await send(url, request)
    text = await response.text()
  } catch (error) {
    const isLate = (request.signal as AbortSignal).aborted
    const [reason, message] = isLate
      ? (['deadline_passed', 'The call did not end before its deadline.'] as const)
      : (['connection_failed', 'The service could not be reached.'] as const)
    return failed(new OutturnUnreachable(reason, message, { cause: error, idempotencyKey }))
  }
  const body = parse(text)
  const refusal = asErrorBody(body)
  const retryAfterMs = parseRetryAfter(response.headers.get('retry-after'), Date.now())
  if (refusal !== undefined) {
    const requestId = response.headers.get('request-id') ?? undefined
    return failed(new OutturnError(response.status, refusal, requestId), retryAfterMs)
  }
  if ((response.ok && body !== undefined) || response.status === 304) {
    const etag = response.headers.get('etag') ?? undefined
    const hasNext = /;\s*rel="next"/.test(response.headers.get('link') ?? '')
    return { kind: 'answered', received: { status: response.status, body: body as T, etag, hasNext } }
  }
  // A proxy in between answers like this when the service is down.
  const message = `The answer with status ${response.status} is not one of the service.`
  return failed(new OutturnUnreachable('unexpected_answer', message, { idempotencyKey }), retryAfterMs)
}

function failed(
  error: Error,
  retryAfterMs?: number,
): { kind: 'failed'; error: Error; retryAfterMs: number | undefined } {
  return { kind: 'failed', error, retryAfterMs }
}

function parse(text: string): unknown {
  try {
    return readJson(text)
  } catch {
    return undefined
  }
}

function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      clearTimeout(timer)
      reject(signal.reason as Error)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', abort)
      resolve()
    }, ms)
    signal.addEventListener('abort', abort, { once: true })
  })
}
