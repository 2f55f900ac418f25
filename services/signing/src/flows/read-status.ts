import type { ReceiptStatusV1 } from '@outturn/contracts'
import { onPool } from '@outturn/postgres'
import { issuedStatus, statusOf } from '../domain/receipts/receipt-status.ts'
import type { SigningDeps } from '../deps.ts'
import { findStanding } from '../store/status-store.ts'

/** The status of a receipt as it is now, with its proof while that can be signed; null for an id that names none. */
export async function readStatus(
  { pool, proveStatus }: Pick<SigningDeps, 'pool' | 'proveStatus'>,
  receiptId: string,
  now: Date,
): Promise<ReceiptStatusV1 | null> {
  const standing = await findStanding(onPool(pool), receiptId)
  if (standing === null) return null
  const proof = await proveStatus(receiptId, statusOf(standing.changes), now)
  return { ...issuedStatus(receiptId, standing, now), ...(proof !== null && { status_proof: { ...proof } }) }
}
