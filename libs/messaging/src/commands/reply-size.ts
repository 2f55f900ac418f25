import { busHeaders } from '@outturn/contracts'
import type { HeaderRecord } from '../messages/message-headers.ts'
import type { CommandContext } from './handler.ts'

/** A longer reply comes to who says how much room it has only when it has room for it. In bytes. */
export const ordinaryReplyBytes = 262_144

/** A reply is longer than its receiver has room for. Its length is the answer, so that it can be asked for again. */
export class ReplyTooLong extends Error {
  readonly bytes: number

  constructor(bytes: number) {
    super(`the reply has ${bytes} bytes`)
    this.bytes = bytes
  }
}

/** Throws when a reply of so many bytes does not fit: a handler that knows its length early need not load it. */
export function assertReplyFits({ replyRoom }: Pick<CommandContext, 'replyRoom'>, bytes: number): void {
  if (replyRoom !== undefined && bytes > replyRoom) throw new ReplyTooLong(bytes)
}

/** For how many bytes of a reply its receiver has room; undefined for any number. */
export function replyRoomIn(headers: HeaderRecord): number | undefined {
  const room = headers[busHeaders.replyRoom]
  return room === undefined ? undefined : Number(room)
}
