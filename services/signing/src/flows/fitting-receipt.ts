import { absent } from '@outturn/contracts'
import { type CommandContext, ReplyTooLong } from '@outturn/messaging'
import type { Pool } from '@outturn/postgres'
import type { ReceiptText } from '../domain/receipts/receipt-text.ts'
import { type FoundReceipt, findReceipt } from '../store/receipt-store.ts'

/** What an answer has beside the receipt: its status, its place in the log, its attestation. Ample, in bytes. */
const besideBytes = 65_536

/**
 * A receipt that the caller may read, with its text. Of one that its caller has no room for the length is answered, and its text, which
 * may be tens of megabytes, is not loaded. One that the caller may not read is answered exactly like one that does not exist.
 */
export async function fittingReceipt(
  pool: Pool,
  receiptId: string,
  { replyRoom }: Pick<CommandContext, 'replyRoom'>,
  mayRead: (receipt: FoundReceipt) => boolean,
): Promise<FoundReceipt & { text: ReceiptText }> {
  const found = await findReceipt(pool, receiptId, replyRoom)
  if (found === null || !mayRead(found)) throw absent('There is no such receipt.')
  const { text, bytes } = found
  if (text === null) throw new ReplyTooLong(bytes + besideBytes)
  return { ...found, text }
}
