import {
  absent,
  type Endpoint,
  pathTo,
  type readReceipt,
  readReceiptBundle,
  readReceiptStatus,
} from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import { mayReadReceipt } from '../../domain/receipts/may-read-receipt.ts'
import { withLogProof } from '../../flows/log/prove-receipt.ts'
import type { SigningDeps } from '../../deps.ts'
import { findReceipt } from '../../store/receipt-store.ts'
import { readStatus } from '../../flows/read-status.ts'

/** Someone else's receipt is answered exactly like one that does not exist. */
export function handleReadReceipt(deps: SigningDeps): Handler<typeof readReceipt> {
  return async ({ receiptId }, { principal, now }) => {
    const found = await findReceipt(deps.pool, receiptId)
    if (found === null || !mayReadReceipt(principal, found)) {
      throw absent('There is no such receipt.')
    }
    const [status, proof] = await Promise.all([
      readStatus(deps, receiptId, now),
      deps.transparencyLog.prove(receiptId),
    ])
    const receipt = withLogProof(found.receipt, proof)
    const address = (endpoint: Endpoint) => deps.publicUrl + pathTo(endpoint, { receipt_id: receiptId })
    const links = { bundle: address(readReceiptBundle), status: address(readReceiptStatus.http) }
    const members = [
      `"receipt":${receipt}`,
      `"status":${JSON.stringify(status)}`,
      `"receipt_url":${JSON.stringify(`${deps.publicUrl}/r/${receiptId}`)}`,
      `"spool_id":"${found.spoolId}"`,
      `"attestation":${found.attestation}`,
      `"links":${JSON.stringify(links)}`,
    ]
    return rawReply(`{${members.join(',')}}`)
  }
}
