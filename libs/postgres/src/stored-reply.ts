/** A reply kept as the exact JSON text that the first caller got. */
export class StoredReply {
  readonly text: string
  readonly isRefusal: boolean
  /** Whether this is a repetition rather than the first answer. */
  readonly isReplayed: boolean

  constructor(text: string, { isRefusal = false, isReplayed = false } = {}) {
    this.text = text
    this.isRefusal = isRefusal
    this.isReplayed = isReplayed
  }
}
