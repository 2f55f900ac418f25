import { StoredReply } from '@outturn/postgres'
import type { HeaderRecord } from '../messages/message-headers.ts'
import { messageTextOf, passedHeaders } from '../messages/message-text.ts'
import { bodyOf, packedHeaders, textLength, unpackedLength } from '../messages/packed-body.ts'
import { RawReply } from './handler.ts'
import { ordinaryReplyBytes } from './reply-size.ts'

/** What a handler returned, as it is sent, with the headers that say how it is read. `assertFits` is told its length before it is packed. */
export async function replyBody(
  reply: unknown,
  assertFits: (bytes: number) => void = () => {},
): Promise<{ data: string | Uint8Array; headers: HeaderRecord }> {
  const { text, packedBytes, headers } = replyText(reply)
  if (packedBytes !== null) {
    assertFits(packedBytes)
    return { data: text, headers: { ...headers, ...packedHeaders(packedBytes) } }
  }
  // A UTF-16 unit is at most three bytes of UTF-8: short texts need no count.
  if (text.length * 3 > ordinaryReplyBytes) assertFits(textLength(text))
  const body = await bodyOf(text)
  return { data: body.data, headers: { ...headers, ...body.headers } }
}

function replyText(reply: unknown) {
  if (reply instanceof StoredReply) {
    const { text } = reply
    return { text, packedBytes: typeof text === 'string' ? null : unpackedLength(text), headers: noHeaders }
  }
  if (reply instanceof RawReply) {
    const { payload, packedBytes, passed } = reply
    return { text: payload, packedBytes, headers: passed.length === 0 ? noHeaders : passedHeaders(passed) }
  }
  return { ...messageTextOf(reply), packedBytes: null }
}

const noHeaders: HeaderRecord = {}
