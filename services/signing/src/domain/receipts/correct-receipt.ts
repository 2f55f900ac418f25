import { conflict } from '@outturn/contracts'
import { type StatusChange, statusOf } from './receipt-status.ts'
import { refuseRevoked } from './revocation.ts'

/** A receipt that takes the place of another. */
export type Replacement = {
  readonly receiptId: string
  /** What readers of the replaced one are told. */
  readonly advisory: string
  /** RFC 3339 in UTC. */
  readonly at: string
  /** Whether a revoked receipt refuses to be replaced, or is kept as it is. */
  readonly ofRevoked: 'refuse' | 'keep'
}

/**
 * A receipt is replaced once, so that the chain of corrections is a line. A revoked one stays what it is: null where it is
 * kept so.
 */
export function correctReceipt(
  receiptId: string,
  changes: readonly StatusChange[],
  { receiptId: replacementReceiptId, advisory: message, at, ofRevoked }: Replacement,
): StatusChange | null {
  if (ofRevoked === 'refuse') refuseRevoked(receiptId, changes)
  const before = changes.find(({ status }) => status === 'corrected')
  if (before !== undefined) {
    throw conflict(`Receipt ${receiptId} was replaced by ${before.replacementReceiptId}.`, {
      reason: 'already_superseded',
      remediation: `Supersede ${before.replacementReceiptId} instead.`,
    })
  }
  if (statusOf(changes) === 'revoked') return null
  return { status: 'corrected', code: 'superseded', message, at, replacementReceiptId }
}
