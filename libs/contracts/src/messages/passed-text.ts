import { z } from 'zod'

/** JSON that is written already, in UTF-8. As a member of a message it is sent as it is, and never made into a value here. */
export class JsonText {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  toJSON(): never {
    throw new Error('JSON that is written already can only be a member of a message, not of a value in it')
  }
}

const lineFeed = 0x0a

/**
 * JSON that its receiver passes on as well: it arrives as the bytes that were sent, so that however long it is, no process on
 * its way spends time on what it says. It is one line, as JSON without white space is.
 */
export class PassedText extends JsonText {
  constructor(bytes: Uint8Array) {
    super(bytes)
    if (bytes.includes(lineFeed)) throw new Error('JSON that is passed on is one line')
  }
}

/** A member of a message that its receiver passes on unread. */
export const Passed = z.custom<PassedText>((value) => value instanceof PassedText)
