import type { readReceiptStatus } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { issuedStatus, unknownStatus } from '../domain/receipt-status.ts'
import type { SigningDeps } from '../service.ts'
import { isReceiptIssued } from '../store/receipt-store.ts'

export function handleReadReceiptStatus(deps: SigningDeps): Handler<typeof readReceiptStatus> {
  return async ({ receiptId }, { now }) =>
    (await isReceiptIssued(deps.pool, receiptId))
      ? issuedStatus(receiptId, { slug: deps.slug, signer: deps.signers.status, now })
      : unknownStatus(receiptId, now)
}
