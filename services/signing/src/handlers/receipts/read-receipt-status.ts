import type { readReceiptStatus } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { unknownStatus } from '../../domain/receipts/receipt-status.ts'
import type { SigningDeps } from '../../deps.ts'
import { readStatus } from '../../flows/read-status.ts'

export function handleReadReceiptStatus(deps: SigningDeps): Handler<typeof readReceiptStatus> {
  return async ({ receiptId }, { now }) => {
    // A revocation of the time that was lost would be missing.
    deps.floor.assertNotRestored()
    return (await readStatus(deps, receiptId, now)) ?? unknownStatus(receiptId, now)
  }
}
