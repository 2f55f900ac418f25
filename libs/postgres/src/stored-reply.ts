/** A reply kept as the exact JSON text that the first caller got, or as the gzip file of one that is long. */
export class StoredReply {
  readonly text: string | Uint8Array
  readonly isRefusal: boolean
  /** Whether this is a repetition rather than the first answer. */
  readonly isReplayed: boolean

  constructor(text: string | Uint8Array, { isRefusal = false, isReplayed = false } = {}) {
    this.text = text
    this.isRefusal = isRefusal
    this.isReplayed = isReplayed
  }
}
