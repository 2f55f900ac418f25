import { nodeSha256 } from '@outturn/canonical/node'
import { absent, type ReceiptExport, unavailable } from '@outturn/contracts'
import { type CommandContext, type Handler, rawReply } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import type { OutcomeReceipt } from '@outturn/receipt-verifier'
import { type Exporter, exportReceipt, refuseOutdated } from '../../domain/receipts/export-receipt.ts'
import { mayReadReceipt } from '../../domain/receipts/may-read-receipt.ts'
import type { SigningDeps } from '../../deps.ts'
import { fittingReceipt } from '../../flows/fitting-receipt.ts'
import { findReceiptState } from '../../store/status-store.ts'

export function handleExportReceipt(
  deps: SigningDeps,
  { format, query }: ReceiptExport,
): Handler<typeof query> {
  return async ({ receiptId }, context) => {
    const receipt = await findExportable(deps, receiptId, context)
    return rawReply(await exportReceipt(format, receipt, exporterOf(deps)))
  }
}

async function findExportable(
  { pool }: SigningDeps,
  receiptId: string,
  context: CommandContext,
): Promise<OutcomeReceipt> {
  const [found, receiptState] = await Promise.all([
    fittingReceipt(pool, receiptId, context, (each) => mayReadReceipt(context.principal, each)),
    findReceiptState(onPool(pool), receiptId),
  ])
  if (receiptState === null) throw absent('There is no such receipt.')
  refuseOutdated(receiptState)
  return JSON.parse(found.text.receipt) as OutcomeReceipt
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
