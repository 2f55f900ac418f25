import type { ErrorBody, ErrorCode, TextQuestion, UnsupportedText } from '@outturn/contracts'

/** The service's refusal. Branch on `code` and `retryable`; `message` is for people and may change. */
export class OutturnError extends Error {
  readonly code: ErrorCode
  /** Whether the same request can succeed later, after what `remediation` says. */
  readonly retryable: boolean
  readonly remediation: string
  /** Path of the failed field or condition. */
  readonly field: string | undefined
  /** Finer reason within the code. */
  readonly reason: string | undefined
  /** Quote it when asking for help. */
  readonly requestId: string | undefined
  /** HTTP status; a few codes answer with 200. */
  readonly status: number
  /** With `ambiguity_required`, of a condition in plain text: what it leaves open, each with rewrites that can be sent in its place. */
  readonly questions: readonly TextQuestion[]
  /** With `ambiguity_required`, of a condition in plain text: what no checker decides, each with a condition for a Spool. */
  readonly unsupported: readonly UnsupportedText[]
  /** The whole error body, with the members that only some codes have. */
  readonly body: ErrorBody

  constructor(status: number, body: ErrorBody, requestId: string | undefined) {
    super(body.error)
    this.name = 'OutturnError'
    this.code = body.code
    this.retryable = body.retryable
    this.remediation = body.remediation
    this.field = body.field
    this.reason = body.reason
    this.requestId = body.request_id ?? requestId
    this.status = status
    this.questions = body.questions ?? []
    this.unsupported = body.unsupported ?? []
    this.body = body
  }
}

/** No answer of the service: nothing is known about the outcome. The same call with the same idempotency key is safe. */
export class OutturnUnreachable extends Error {
  readonly reason: 'connection_failed' | 'deadline_passed' | 'unexpected_answer'
  /** Key of the call, to send it again as the same call. */
  readonly idempotencyKey: string | undefined

  constructor(
    reason: OutturnUnreachable['reason'],
    message: string,
    { cause, idempotencyKey }: { cause?: unknown; idempotencyKey: string | undefined },
  ) {
    super(message, { cause })
    this.name = 'OutturnUnreachable'
    this.reason = reason
    this.idempotencyKey = idempotencyKey
  }
}

/** The body as an error object if it is one, whatever status it came with. */
export function asErrorBody(body: unknown): ErrorBody | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { error, code, retryable } = body as Partial<ErrorBody>
  const isError = typeof error === 'string' && typeof code === 'string' && typeof retryable === 'boolean'
  return isError ? (body as ErrorBody) : undefined
}
