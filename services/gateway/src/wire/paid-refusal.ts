import { type Endpoint, type ErrorCode, type ErrorReason, Refusal } from '@outturn/contracts'

type PaidEndpoint = Partial<Pick<Endpoint, 'paidBy' | 'access'>>
type Words = { readonly message?: string; readonly remediation: string }

/** Where a payment stands, by its protocol. */
const headers = { x402: 'PAYMENT-SIGNATURE', mpp: 'Authorization' } as const

/**
 * A refusal in the words of the payer of a call: what is repeated is the payment. A call that needs no API key needs no idempotency key
 * either, because its payment tells its repetitions.
 */
export function inPayersWords(refusal: Refusal, { paidBy, access }: PaidEndpoint): Refusal {
  if (paidBy === undefined) return refusal
  const { code, message, options, status } = refusal
  const { reason } = options
  const open = access?.kind === 'open' ? (byReason[reason as ErrorReason] ?? byCode[code]) : undefined
  const words = open ?? (options.remediation === undefined ? repeated(code, headers[paidBy]) : undefined)
  if (words === undefined) return refusal
  const { message: said = message, remediation } = words
  return new Refusal(code, said, { ...options, remediation }, status)
}

function repeated(code: ErrorCode, header: string): Words | undefined {
  const same = `send the same request again, with the same ${header} if it carried a payment`
  switch (code) {
    case 'configuration_unavailable':
    case 'store_conflict':
      return { remediation: `Wait for the seconds in Retry-After and ${same}. Do not pay again.` }
    case 'internal_error':
      return { remediation: `Wait a moment and ${same}. If it persists, report the request id.` }
    default:
      return undefined
  }
}

const byReason: Partial<Record<ErrorReason, Words>> = {
  in_progress: {
    message: 'The first request with this payment has not finished.',
    remediation:
      'Wait for the seconds in Retry-After and send the same request with the same PAYMENT-SIGNATURE. Sign no other.',
  },
  verification_unclaimed: {
    remediation: 'The payment was not made. Send the request without it, and sign what the answer offers.',
  },
}

const byCode: Partial<Record<ErrorCode, Words>> = {
  unauthenticated: {
    remediation:
      'Send the call without a key: it needs none. Where the payment is to belong to an account, send a valid key of it. This call does not use the payment.',
  },
  checker_error: {
    remediation:
      'The payment was not made. Send the request again without it and sign what the answer offers; report the request id if it persists.',
  },
}
