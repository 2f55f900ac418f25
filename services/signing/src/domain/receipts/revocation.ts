import { forbidden, invalidState } from '@outturn/contracts'
import type { StatusChange } from './receipt-status.ts'

/** An operator's wish to revoke a receipt. Times are RFC 3339 in UTC. */
export type RevocationRequest = {
  readonly requestId: string
  readonly receiptId: string
  readonly code: string
  readonly message: string
  readonly requestedBy: string
  readonly expiresAt: string
}

/** How long a request waits for its second operator. */
export const approvalWindowMs = 24 * 60 * 60 * 1_000

/** A revocation is permanent, so it takes two people: the operator that asked cannot approve, under any spelling of the name. */
export function approveRevocation(request: RevocationRequest, approver: string, at: string): StatusChange {
  if (at >= request.expiresAt) {
    throw invalidState(`Request ${request.requestId} was open until ${request.expiresAt}.`, {
      reason: 'request_expired',
      remediation: 'Request the revocation again and have it approved within 24 hours.',
    })
  }
  if (spelling(approver) === spelling(request.requestedBy)) {
    throw forbidden(`${request.requestedBy} made this request and cannot approve it.`, {
      reason: 'same_operator',
      remediation: 'Have another operator approve it under their own name.',
    })
  }
  return { status: 'revoked', code: request.code, message: request.message, at, replacementReceiptId: null }
}

/** Characters that no one sees, or that only shape adjacent ones. */
const invisible = /[\p{Default_Ignorable_Code_Point}\p{C}]/gu

function spelling(name: string): string {
  return name.normalize('NFKC').replace(invisible, '').replace(/\s+/gu, ' ').trim().toLowerCase()
}

/** Refuses what a revoked receipt cannot undergo once more. */
export function refuseRevoked(receiptId: string, changes: readonly StatusChange[]): void {
  if (!changes.some(({ status }) => status === 'revoked')) return
  throw invalidState(`Receipt ${receiptId} is revoked already.`, {
    reason: 'receipt_revoked',
    remediation: 'Nothing brings it back. Verify the Spool again where it can be, for a receipt of its own.',
  })
}
