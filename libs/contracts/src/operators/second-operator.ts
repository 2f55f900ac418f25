import { forbidden, invalidState } from '../errors/refusals.ts'

/** How long a request waits for its second operator. */
export const approvalWindowMs = 24 * 60 * 60 * 1_000

export type RequestToApprove = {
  readonly requestId: string
  readonly requestedBy: string
  /** RFC 3339 in UTC. */
  readonly expiresAt: string
}

/** It takes two people: the operator that asked cannot approve, under any spelling of the name. */
export function assertSecondOperator(request: RequestToApprove, approver: string, at: string): void {
  if (at >= request.expiresAt) {
    throw invalidState(`Request ${request.requestId} was open until ${request.expiresAt}.`, {
      reason: 'request_expired',
      remediation: 'Make the request again and have it approved within 24 hours.',
    })
  }
  if (spelling(approver) !== spelling(request.requestedBy)) return
  throw forbidden(`${request.requestedBy} made this request and cannot approve it.`, {
    reason: 'same_operator',
    remediation: 'Have another operator approve it under their own name.',
  })
}

/** Characters that no one sees, or that only shape adjacent ones. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}]/gu

function spelling(name: string): string {
  return name.normalize('NFKC').replace(invisible, '').replace(/\s+/gu, ' ').trim().toLowerCase()
}
