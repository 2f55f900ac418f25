import { gzipSync } from 'node:zlib'
import { type RawReply, rawReply } from '@outturn/messaging'
import type { TextInParts } from '../domain/receipts/receipt-text.ts'

export type ReceiptReply = {
  readonly before: string
  readonly receipt: TextInParts
  readonly after: string
  /** Members that follow the first line of the text, each on one of its own. */
  readonly passed?: readonly string[]
}

/** Answers with the text of a receipt between two others. Packed unit results are sent as they are stored. */
export function receiptReply({ before, receipt, after, passed = [] }: ReceiptReply): RawReply {
  const first = before + receipt.before
  const last = receipt.after + after
  if (receipt.packed === null) return rawReply(first + last, { passed })
  const { file, bytes } = receipt.packed
  // The files of parts, one after the other, are a file of the whole.
  return rawReply(Buffer.concat([gzipSync(first), file, gzipSync(last)]), {
    passed,
    isPacked: true,
    textBytes: Buffer.byteLength(first) + bytes + Buffer.byteLength(last),
  })
}
