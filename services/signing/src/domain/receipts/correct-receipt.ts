import { conflict } from '@outturn/contracts'
import type { StatusChange } from './receipt-status.ts'
import { refuseRevoked } from './revocation.ts'

/** A receipt that takes the place of another. */
export type Replacement = {
  readonly receiptId: string
  /** What readers of the replaced one are told. */
  readonly advisory: string
  /** RFC 3339 in UTC. */
  readonly at: string
}

/** A receipt is replaced once, so that the chain of corrections is a line; a revoked one stays what it is. */
export function correctReceipt(
  receiptId: string,
  changes: readonly StatusChange[],
  { receiptId: replacementReceiptId, advisory: message, at }: Replacement,
): StatusChange {
  refuseRevoked(receiptId, changes)
  const [before] = changes
  if (before !== undefined) {
    throw conflict(`Receipt ${receiptId} was replaced by ${before.replacementReceiptId}.`, {
      reason: 'already_superseded',
      remediation: `Supersede ${before.replacementReceiptId} instead.`,
    })
  }
  return { status: 'corrected', code: 'superseded', message, at, replacementReceiptId }
}
