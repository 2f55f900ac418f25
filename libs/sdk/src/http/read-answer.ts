import { readJson } from '@outturn/receipt-verifier'
import { asErrorBody, OutturnError, OutturnUnreachable } from '../errors.ts'
import type { AnswerTooLarge } from './read-body.ts'
import { parseRetryAfter } from './retry.ts'

/** Statuses of what stands in front of a service that is busy or being restarted. */
const passingStatuses = new Set([408, 425, 429, 500, 502, 503, 504])

/** How one attempt ended. */
export type Outcome =
  | { readonly kind: 'answered'; readonly response: Response; readonly data: unknown }
  | {
      readonly kind: 'failed'
      readonly error: OutturnError | OutturnUnreachable
      readonly response: Response | undefined
      readonly retryAfterMs: number | undefined
    }

/** What is known of the request when its answer comes. */
export interface Asked {
  readonly answer: 'json' | 'text' | 'bytes'
  readonly idempotencyKey: string | undefined
}

/** The answer as what was asked for, as a refusal, or as something that is not of this service. */
export function readAnswer(
  response: Response,
  bytes: Uint8Array<ArrayBuffer>,
  { answer, idempotencyKey }: Asked,
): Outcome {
  const { status, headers } = response
  const retryAfterMs = parseRetryAfter(headers.get('retry-after'), headers.get('date'), Date.now())
  const isJson = /^application\/(?:[\w.-]+\+)?json\b/i.test(headers.get('content-type') ?? '')
  // Bytes and texts may be JSON of their own, in which a refusal is told by its status alone.
  const body = answer === 'json' || (isJson && !response.ok) ? parseJson(bytes) : undefined
  const refusal = asErrorBody(body)
  if (refusal !== undefined) {
    const error = new OutturnError(status, refusal, { headers, idempotencyKey, retryAfterMs })
    return { kind: 'failed', error, response, retryAfterMs }
  }
  if (status === 304) return { kind: 'answered', response, data: null }
  if (response.ok && answer === 'bytes') return { kind: 'answered', response, data: bytes }
  if (response.ok && answer === 'text') {
    return { kind: 'answered', response, data: new TextDecoder().decode(bytes) }
  }
  if (response.ok && body !== undefined) return { kind: 'answered', response, data: body }
  const error = new OutturnUnreachable('unexpected_answer', unexpectedMessage(response, answer), {
    idempotencyKey,
    status,
    mayPass: passingStatuses.has(status) || (response.ok && isJson),
  })
  return { kind: 'failed', error, response, retryAfterMs }
}

function unexpectedMessage({ status, headers, type }: Response, answer: Asked['answer']): string {
  if (type === 'opaqueredirect' || (status >= 300 && status < 400)) {
    return 'The address answers with a redirect, which is not followed, because it would carry the key elsewhere. Set baseUrl to the address of the service itself.'
  }
  const media = headers.get('content-type') ?? 'no content type'
  // A page that cannot be shown is answered with one that says why, for people.
  if (answer === 'text' && media.startsWith('text/')) return `The page cannot be shown: status ${status}.`
  return `The answer with status ${status} (${media}) is not one of the service. Check baseUrl, and what stands between this program and the service.`
}

function parseJson(bytes: Uint8Array<ArrayBuffer>): unknown {
  try {
    return readJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

/** A request that got no whole answer. */
export function noAnswer(cause: unknown, isLate: boolean, idempotencyKey: string | undefined): Outcome {
  const [reason, message] = isLate
    ? (['deadline_passed', 'The call did not end before its deadline.'] as const)
    : isTooLarge(cause)
      ? (['unexpected_answer', `${cause.message} Read less, or raise maxAnswerBytes.`] as const)
      : (['connection_failed', 'The service could not be reached, or closed the connection.'] as const)
  const mayPass = reason === 'connection_failed'
  const error = new OutturnUnreachable(reason, message, { cause, idempotencyKey, mayPass })
  return { kind: 'failed', error, response: undefined, retryAfterMs: undefined }
}

function isTooLarge(cause: unknown): cause is AnswerTooLarge {
  return cause instanceof Error && cause.name === 'AnswerTooLarge'
}
