import type { ReceiptStatusV1 } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import { issuedStatus, statusOf } from '../domain/receipts/receipt-status.ts'
import type { SigningDeps } from '../deps.ts'
import { findReceiptState } from '../store/status-store.ts'

/** The status of a receipt as it is now, with its proof while that can be signed; null for an id that names none. */
export async function readStatus(
  { pool, proveStatus }: Pick<SigningDeps, 'pool' | 'proveStatus'>,
  receiptId: string,
  now: Date,
): Promise<ReceiptStatusV1 | null> {
  const receiptState = await findReceiptState(onPool(pool), receiptId)
  if (receiptState === null) return null
  const proof = await proveStatus(receiptId, statusOf(receiptState.changes), now)
  return {
    ...issuedStatus(receiptId, receiptState, now),
    ...(proof !== null && { status_proof: { ...proof } }),
  }
}
