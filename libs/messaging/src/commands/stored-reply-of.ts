import { StoredReply } from '@outturn/postgres'
import { jsonTextOf } from '../messages/message-text.ts'
import { packed } from '../messages/packed-body.ts'

/** A longer reply is packed once, and is stored and sent as that file. In bytes. */
const packedAbove = 1_048_576

/** The reply that an answer is remembered as. Its members may be texts, which stay as they are. */
export async function storedReplyOf(
  answer: object,
  options: { readonly isRefusal?: boolean; readonly isReplayed?: boolean } = {},
): Promise<StoredReply> {
  const text = jsonTextOf(answer)
  if (typeof text === 'string') return new StoredReply(text, options)
  if (text.length <= packedAbove) return new StoredReply(Buffer.from(text).toString(), options)
  return new StoredReply(await packed(text), options)
}
