import { type ErrorCode, errorCodes } from './codes.ts'
import type { ErrorReason } from './reasons.ts'

/** What a refusal may add to its code. */
export type RefusalOptions = {
  /** Path of the member, or name of the header, that is refused. */
  field?: string
  reason?: ErrorReason
  remediation?: string
  retryAfterSeconds?: number
  /** Extra members of the error body that the contract names for this code. */
  details?: Record<string, unknown>
  /** HTTP headers that the contract names for this code; the gateway sends them with the error body. */
  headers?: Record<string, string>
}

/**
 * A decision not to do what was asked, with a code of the contract. It crosses the bus as data and reaches the caller as the
 * error object. Where a function of `refusals.ts` makes the code, use that: it asks for everything the code requires.
 */
export class Refusal extends Error {
  readonly code: ErrorCode
  readonly options: RefusalOptions
  readonly status: number

  constructor(
    code: ErrorCode,
    message: string,
    options: RefusalOptions = {},
    status: number = errorCodes[code].status,
  ) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.options = options
    this.status = status
  }
}
