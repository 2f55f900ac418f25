import type { ErrorBody, ErrorCode, TextQuestion, UnsupportedText } from './generated/types.ts'

/** A refusal of the service. Branch on `code` and `retryable`; `message` is for people and may change. */
export class OutturnError extends Error {
  override readonly name = 'OutturnError'
  readonly code: ErrorCode
  /** Whether the same request can succeed later, after what `remediation` says. */
  readonly retryable: boolean
  /** What to do next. */
  readonly remediation: string
  /** Path of the member or name of the header that is refused. */
  readonly field: string | undefined
  /** Finer reason within the code. */
  readonly reason: string | undefined
  /** Names the request in the logs of the service; quote it when you ask for help. */
  readonly requestId: string | undefined
  /** Address of the page about this code. */
  readonly docs: string | undefined
  /** HTTP status; a few codes answer with 200. */
  readonly status: number
  /** Headers of the answer, such as `payment-required` with the challenge of a payment. */
  readonly headers: Headers
  /** Key of the call, to send it again as the same call. */
  readonly idempotencyKey: string | undefined
  /** Wait that the service asks for, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** With `ambiguity_required`, of a condition in plain text: what it leaves open, each with rewrites that can be sent in its place. */
  readonly questions: readonly TextQuestion[]
  /** With `ambiguity_required`, of a condition in plain text: what no checker decides, each with a condition for a Spool. */
  readonly unsupported: readonly UnsupportedText[]
  /** The whole error object, with the members that only some codes have: see `isRefused`. */
  readonly body: ErrorBody

  constructor(
    status: number,
    body: ErrorBody,
    more: {
      headers?: Headers
      idempotencyKey?: string | undefined
      retryAfterMs?: number | undefined
    } = {},
  ) {
    super(body.error)
    this.code = body.code
    this.retryable = body.retryable
    this.remediation = body.remediation
    this.field = body.field
    this.reason = body.reason
    this.headers = more.headers ?? new Headers()
    this.requestId = body.request_id ?? this.headers.get('request-id') ?? undefined
    this.docs = body.docs
    this.status = status
    this.idempotencyKey = body.idempotency_key ?? more.idempotencyKey
    this.retryAfterMs = more.retryAfterMs
    this.questions = body.questions ?? []
    this.unsupported = body.unsupported ?? []
    this.body = body
    nameInStack(this)
  }

  /** What a log needs: the code, what is wrong, what to do next, and the request. */
  override toString(): string {
    const { code, reason, message, remediation, requestId } = this
    const name = reason === undefined ? code : `${code}, ${reason}`
    const request = requestId === undefined ? '' : ` (${requestId})`
    return `OutturnError [${name}]: ${message} ${remediation}${request}`
  }
}

/**
 * There is no usable answer: nothing is known about the outcome. Sending the call again with the same idempotency key is safe.
 * `unexpected_answer` is an answer that is not of this service, such as the page of a proxy.
 */
export class OutturnUnreachable extends Error {
  override readonly name = 'OutturnUnreachable'
  readonly reason: 'connection_failed' | 'deadline_passed' | 'unexpected_answer'
  /** Key of the call, to send it again as the same call. */
  readonly idempotencyKey: string | undefined
  /** HTTP status of an unexpected answer. */
  readonly status: number | undefined
  /** Whether the cause can pass by itself, so that the client tries again. */
  readonly mayPass: boolean

  constructor(
    reason: OutturnUnreachable['reason'],
    message: string,
    more: {
      cause?: unknown
      idempotencyKey?: string | undefined
      status?: number | undefined
      mayPass?: boolean
    } = {},
  ) {
    super(message, { cause: more.cause })
    this.reason = reason
    this.idempotencyKey = more.idempotencyKey
    this.status = more.status
    this.mayPass = more.mayPass ?? false
    nameInStack(this)
  }

  /** What a log needs: why there is no answer, and the key that repeats the call. */
  override toString(): string {
    const key = this.idempotencyKey === undefined ? '' : ` (idempotency key ${this.idempotencyKey})`
    return `OutturnUnreachable [${this.reason}]: ${this.message}${key}`
  }
}

/** An error that no one handles is logged by its stack, whose first line is the error as a text. */
function nameInStack(error: Error): void {
  const { stack, message } = error
  const at = stack?.indexOf(message) ?? -1
  if (stack === undefined || at < 0) return
  Object.defineProperty(error, 'stack', {
    value: `${String(error)}${stack.slice(at + message.length)}`,
    configurable: true,
    writable: true,
  })
}

/** The body as an error object if it is one, whatever status it came with. */
export function asErrorBody(body: unknown): ErrorBody | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, code, retryable } = body as Partial<Record<keyof ErrorBody, unknown>>
  const isError = typeof error === 'string' && typeof code === 'string' && typeof retryable === 'boolean'
  return isError ? (body as ErrorBody) : undefined
}
