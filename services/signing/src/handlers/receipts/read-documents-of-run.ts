import type { readDocumentsOfRun } from '@outturn/contracts'
import { type Handler, replyInParts } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { SigningDeps } from '../../deps.ts'
import { servedReceipt } from '../../domain/receipts/receipt-text.ts'
import { findReceiptOfRun } from '../../store/receipt-store.ts'

export function handleReadDocumentsOfRun({
  pool,
}: Pick<SigningDeps, 'pool'>): Handler<typeof readDocumentsOfRun> {
  return async ({ runId }) => {
    const stored = await findReceiptOfRun(onPool(pool), runId)
    if (stored === null) throw new Error(`run ${runId} has no receipt`)
    return replyInParts(['{}\n', ...servedReceipt(stored), `\n${stored.attestation}`], {
      passed: ['receipt', 'attestation'],
    })
  }
}
