import { absent, type readPublicReceipt } from '@outturn/contracts'
import { type Handler, replyInParts } from '@outturn/messaging'
import { servedReceipt } from '../../domain/receipts/receipt-text.ts'
import type { SigningDeps } from '../../deps.ts'
import { findShownReceipt } from '../../store/receipt-store.ts'
import { readStatus } from '../../flows/read-status.ts'

export function handleReadPublicReceipt(deps: SigningDeps): Handler<typeof readPublicReceipt> {
  return async ({ receiptId }, { now }) => {
    const shown = await findShownReceipt(deps.pool, receiptId)
    if (shown === null) throw absent('There is no such receipt.')
    const [status, proof] = await Promise.all([
      readStatus(deps, receiptId, now),
      deps.transparencyLog.prove(receiptId),
    ])
    const receipt = servedReceipt({ receipt: shown, packedUnitResults: null }, proof)
    return replyInParts(['{"receipt":', ...receipt, `,"status":${JSON.stringify(status)}}`])
  }
}
