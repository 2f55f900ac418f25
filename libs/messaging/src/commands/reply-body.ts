import { StoredReply } from '@outturn/postgres'
import type { HeaderRecord } from '../messages/message-headers.ts'
import { messageTextOf, passedHeaders } from '../messages/message-text.ts'
import { bodyOf, packedHeaders, textLength } from '../messages/packed-body.ts'
import { RawReply } from './handler.ts'
import { ordinaryReplyBytes } from './reply-size.ts'

/** What a handler returned, as it is sent, with the headers that say how it is read. `assertFits` is told its length before it is packed. */
export async function replyBody(
  reply: unknown,
  assertFits: (bytes: number) => void = () => {},
): Promise<{ data: string | Uint8Array; headers: HeaderRecord }> {
  const { text, isPacked, textBytes, headers } = replyText(reply)
  // A UTF-16 unit is at most three bytes of UTF-8: short texts need no count.
  if (isPacked || text.length * 3 > ordinaryReplyBytes) assertFits(textBytes ?? textLength(text, isPacked))
  return sent(text, isPacked, headers)
}

function replyText(reply: unknown) {
  if (reply instanceof StoredReply) {
    const isPacked = typeof reply.text !== 'string'
    return { text: reply.text, isPacked, textBytes: null, headers: noHeaders }
  }
  if (reply instanceof RawReply) {
    const { payload, isPacked, textBytes, passed } = reply
    const headers = passed.length === 0 ? noHeaders : passedHeaders(passed)
    return { text: payload, isPacked, textBytes, headers }
  }
  return { ...messageTextOf(reply), isPacked: false, textBytes: null }
}

const noHeaders: HeaderRecord = {}

async function sent(text: string | Uint8Array, isPackedAlready: boolean, headers: HeaderRecord) {
  const { data, isPacked } = isPackedAlready ? { data: text, isPacked: true } : await bodyOf(text)
  return { data, headers: isPacked ? { ...headers, ...packedHeaders } : headers }
}
