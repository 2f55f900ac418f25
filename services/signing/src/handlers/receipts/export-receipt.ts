import { nodeSha256 } from '@outturn/canonical/node'
import { absent, type Principal, type ReceiptExport, unavailable } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { OutcomeReceipt } from '@outturn/receipt-verifier'
import { type Exporter, exportReceipt, refuseOutdated } from '../../domain/receipts/export-receipt.ts'
import { mayReadReceipt } from '../../domain/receipts/may-read-receipt.ts'
import type { SigningDeps } from '../../deps.ts'
import { findReceipt } from '../../store/receipt-store.ts'

import { findReceiptState } from '../../store/status-store.ts'

export function handleExportReceipt(
  deps: SigningDeps,
  { format, query }: ReceiptExport,
): Handler<typeof query> {
  return async ({ receiptId }, { principal }) => {
    const receipt = await findExportable(deps, receiptId, principal)
    return rawReply(await exportReceipt(format, receipt, exporterOf(deps)))
  }
}

/** Someone else's receipt is answered exactly like one that does not exist. */
async function findExportable(
  { pool }: SigningDeps,
  receiptId: string,
  principal: Principal,
): Promise<OutcomeReceipt> {
  const [found, receiptState] = await Promise.all([
    findReceipt(pool, receiptId),
    findReceiptState(onPool(pool), receiptId),
  ])
  if (found === null || receiptState === null || !mayReadReceipt(principal, found)) {
    throw absent('There is no such receipt.')
  }
  refuseOutdated(receiptState)
  return JSON.parse(found.receipt) as OutcomeReceipt
}

/** An export is not stored: it is made anew, the same under the same key, and never under a key that was revoked since. */
function exporterOf({ publicUrl, signers }: SigningDeps): Exporter {
  const { export: signer } = signers
  if (signer === null) {
    throw unavailable('There is no key to sign exports of receipts with.', {
      reason: 'export_key_missing',
      retryAfterSeconds: 30,
    })
  }
  return { publicUrl, signer, sha256: nodeSha256 }
}
