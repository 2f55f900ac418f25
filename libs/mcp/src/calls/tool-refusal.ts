import { errorCodes, errorDocsUrl, type Refusal } from '@outturn/contracts'

/** The error object of a refusal that no request was made for; `publicUrl` is the address of the service. */
export function refusedHere({ code, message, options }: Refusal, publicUrl: string): Record<string, unknown> {
  const { retryable, remediation } = errorCodes[code]
  return {
    error: message,
    code,
    retryable,
    remediation: options.remediation ?? remediation,
    ...(options.field !== undefined && { field: options.field }),
    ...(options.reason !== undefined && { reason: options.reason }),
    docs: errorDocsUrl(publicUrl, code),
  }
}
