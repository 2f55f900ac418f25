import { type readPublicReceipt, Refusal } from '@outturn/contracts'
import { type Handler, rawReply } from '@outturn/messaging'
import { issuedStatus } from '../domain/receipt-status.ts'
import type { SigningDeps } from '../service.ts'
import { findReceipt } from '../store/receipt-store.ts'

export function handleReadPublicReceipt(deps: SigningDeps): Handler<typeof readPublicReceipt> {
  return async ({ receiptId }, { now }) => {
    const found = await findReceipt(deps.pool, receiptId)
    if (found === null) throw new Refusal('not_found', 'There is no such receipt.')
    const status = issuedStatus(receiptId, { slug: deps.slug, signer: deps.signers.status, now })
    return rawReply(`{"receipt":${found.receipt},"status":${JSON.stringify(status)}}`)
  }
}
