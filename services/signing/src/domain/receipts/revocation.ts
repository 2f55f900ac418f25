import { assertSecondOperator, invalidState } from '@outturn/contracts'
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

/** A revocation is permanent, so it takes two people: the operator that asked cannot approve, under any spelling of the name. */
export function approveRevocation(request: RevocationRequest, approver: string, at: string): StatusChange {
  assertSecondOperator(request, approver, at)
  return { status: 'revoked', code: request.code, message: request.message, at, replacementReceiptId: null }
}

/** Refuses what a revoked receipt cannot undergo once more. */
export function refuseRevoked(receiptId: string, changes: readonly StatusChange[]): void {
  if (!changes.some(({ status }) => status === 'revoked')) return
  throw invalidState(`Receipt ${receiptId} is revoked already.`, {
    reason: 'receipt_revoked',
    remediation: 'Nothing brings it back. Verify the Spool again where it can be, for a receipt of its own.',
  })
}
