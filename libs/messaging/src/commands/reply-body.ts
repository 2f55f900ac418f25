import { StoredReply } from '@outturn/postgres'
import type { HeaderRecord } from '../messages/message-headers.ts'
import { messageTextOf, passedHeaders } from '../messages/message-text.ts'
import { bodyOf, packedHeaders } from '../messages/packed-body.ts'
import { RawReply } from './handler.ts'

/** What a handler returned, as it is sent, with the headers that say how it is read. */
export async function replyBody(
  reply: unknown,
): Promise<{ data: string | Uint8Array; headers: HeaderRecord }> {
  if (reply instanceof StoredReply) return sent(reply.text, typeof reply.text !== 'string', noHeaders)
  if (reply instanceof RawReply) {
    const { payload, isPacked, passed } = reply
    return sent(payload, isPacked, passed.length === 0 ? noHeaders : passedHeaders(passed))
  }
  const { text, headers } = messageTextOf(reply)
  return sent(text, false, headers)
}

const noHeaders: HeaderRecord = {}

async function sent(text: string | Uint8Array, isPackedAlready: boolean, headers: HeaderRecord) {
  const { data, isPacked } = isPackedAlready ? { data: text, isPacked: true } : await bodyOf(text)
  return { data, headers: isPacked ? { ...headers, ...packedHeaders } : headers }
}
