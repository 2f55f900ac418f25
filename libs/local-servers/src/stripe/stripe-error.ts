/** An answer of the API that is not a success. */
export class StripeError extends Error {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>

  constructor(status: number, error: Readonly<{ type: string; message: string; [member: string]: unknown }>) {
    super(error.message)
    this.status = status
    this.body = { error }
  }
}

export function invalidRequest(message: string, code = 'parameter_invalid', status = 400): StripeError {
  return new StripeError(status, { type: 'invalid_request_error', code, message })
}
