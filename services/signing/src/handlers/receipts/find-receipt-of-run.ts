import type { findReceiptOfRun } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { SigningDeps } from '../../deps.ts'
import { findReceiptOfRun as receiptOfRun } from '../../store/receipt-store.ts'

export function handleFindReceiptOfRun({
  pool,
}: Pick<SigningDeps, 'pool'>): Handler<typeof findReceiptOfRun> {
  return async ({ runId }) => {
    const found = await receiptOfRun(onPool(pool), runId)
    return { receiptId: found?.receiptId ?? null }
  }
}
