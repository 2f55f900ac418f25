import { errorCodes } from '@outturn/contracts'

/** The error object of a code, with more members. */
export function refusal(code: keyof typeof errorCodes, more: Record<string, unknown> = {}) {
  const { retryable, remediation } = errorCodes[code]
  const docs = `https://outturn.example/docs/errors#${code}`
  return {
    ...{ error: 'No.', code, retryable, remediation, docs, request_id: 'req_0123456789abcdef01234567' },
    ...more,
  }
}
