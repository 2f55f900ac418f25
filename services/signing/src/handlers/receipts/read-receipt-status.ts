import type { readReceiptStatus } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { unknownStatus } from '../../domain/receipts/receipt-status.ts'
import type { SigningDeps } from '../../deps.ts'
import { readStatus } from '../../flows/read-status.ts'

export function handleReadReceiptStatus(deps: SigningDeps): Handler<typeof readReceiptStatus> {
  return async ({ receiptId }, { now }) =>
    (await readStatus(deps, receiptId, now)) ?? unknownStatus(receiptId, now)
}
