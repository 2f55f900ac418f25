import { conflict, type importReceipt as importReceiptCommand, unprocessable } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { inTransaction } from '@outturn/postgres/typed'
import { nodeSuite } from '@outturn/canonical/node'
import { packed } from '@outturn/messaging'
import { parseKeyDocument } from '@outturn/receipt-verifier'
import { derivedId } from '@outturn/service'
import type { SigningDeps } from '../../deps.ts'
import { readImportedReceipt } from '../../domain/receipts/import-receipt.ts'
import { findKeyDocument } from '../../store/key-store.ts'
import { findReceiptOfRun } from '../../store/receipt-store.ts'
import { isLogged, readersOfSpool, recordImported } from '../../store/imported-receipt-store.ts'

/** A receipt is what its signatures say it is: it is taken back once, and never in place of another one. */
export function handleImportReceipt(deps: SigningDeps): Handler<typeof importReceiptCommand> {
  return async ({ receipt, attestation, accountIds }, { now }) => {
    const document = await findKeyDocument(deps.db)
    if (document === null)
      throw unprocessable('receipt', 'This service has no keys that it could be judged by.')
    const trustSet = parseKeyDocument(JSON.parse(document.text))
    const { environment, slug } = deps
    const attestationIdOf = (runId: string) => derivedId('attestation', runId)
    const facts = { trustSet, environment, slug, now, suite: nodeSuite, pack: packed, attestationIdOf }
    const imported = await readImportedReceipt({ receipt, attestation }, facts)
    const { receiptId, runId, spoolId } = imported
    const known = await findReceiptOfRun(onPool(deps.pool), runId)
    if (known !== null) {
      if (known.receiptId === receiptId)
        return { receiptId, runId, spoolId, isNew: false, hasLostStatus: false, visibleTo: [] }
      throw conflict(`Run ${runId} already has another receipt.`, {
        reason: 'receipt_exists',
        details: { receipt_id: known.receiptId },
      })
    }
    return inTransaction(deps.db, async (tx) => {
      const readers = await readersOfSpool(tx, spoolId)
      const visibleTo = [...new Set([...readers, ...accountIds])]
      await recordImported(tx, { ...imported, visibleTo }, { slug, now })
      const hasLostStatus = await isLogged(tx, 'status', receiptId, slug)
      return { receiptId, runId, spoolId, isNew: true, hasLostStatus, visibleTo }
    })
  }
}
