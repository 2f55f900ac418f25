import {
  type Endpoint,
  pathTo,
  type readReceipt,
  readReceiptBundle,
  readReceiptStatus,
} from '@outturn/contracts'
import { type Handler, replyInParts } from '@outturn/messaging'
import { mayReadReceipt } from '../../domain/receipts/may-read-receipt.ts'
import { servedReceipt } from '../../domain/receipts/receipt-text.ts'
import type { SigningDeps } from '../../deps.ts'
import { fittingReceipt } from '../../flows/fitting-receipt.ts'
import { readStatus } from '../../flows/read-status.ts'

export function handleReadReceipt(deps: SigningDeps): Handler<typeof readReceipt> {
  return async ({ receiptId }, context) => {
    const { principal, now } = context
    const found = await fittingReceipt(deps.pool, receiptId, context, (each) =>
      mayReadReceipt(principal, each),
    )
    const [status, proof] = await Promise.all([
      readStatus(deps, receiptId, now),
      deps.transparencyLog.prove(receiptId),
    ])
    const address = (endpoint: Endpoint) => deps.publicUrl + pathTo(endpoint, { receipt_id: receiptId })
    const links = { bundle: address(readReceiptBundle), status: address(readReceiptStatus.http) }
    const members = [
      `"status":${JSON.stringify(status)}`,
      `"receipt_url":${JSON.stringify(`${deps.publicUrl}/r/${receiptId}`)}`,
      `"spool_id":"${found.spoolId}"`,
      `"attestation":${found.attestation}`,
      `"links":${JSON.stringify(links)}`,
    ]
    return replyInParts(['{"receipt":', ...servedReceipt(found.text, proof), `,${members.join(',')}}`])
  }
}
