import type { ReceiptStatusV1 } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import { issuedStatus, statusOf } from '../domain/receipts/receipt-status.ts'
import type { SigningDeps } from '../deps.ts'
import { findReceiptHistory } from '../store/status-store.ts'

/** The status of a receipt as it is now, with its proof while that can be signed; null for an id that names none. */
export async function readStatus(
  { pool, proveStatus }: Pick<SigningDeps, 'pool' | 'proveStatus'>,
  receiptId: string,
  now: Date,
): Promise<ReceiptStatusV1 | null> {
  const history = await findReceiptHistory(onPool(pool), receiptId)
  if (history === null) return null
  const proof = await proveStatus(receiptId, statusOf(history.changes), now)
  return { ...issuedStatus(receiptId, history, now), ...(proof !== null && { status_proof: { ...proof } }) }
}
