/** `bytea` in the catalog of Postgres. */
const byteaOid = 17
const headerBytes = 20
const lengthBytes = 4

/**
 * Long texts and files of the rows that one statement writes. They travel beside the JSON of the rows, each at a place that its row names: within it a
 * text would be escaped and a file be written in base64, and the database would read both character by character.
 */
export class BatchBytes {
  readonly #values: (string | Uint8Array)[] = []

  /** Takes a text or a file and returns its place. Throws for a text that has no form in UTF-8. */
  add(value: string | Uint8Array): number {
    if (typeof value === 'string' && !value.isWellFormed()) {
      throw new RangeError('a text with half a surrogate pair has no form in UTF-8')
    }
    return this.#values.push(value)
  }

  /**
   * All of them as a parameter of the type `bytea[]`, in the binary form of the protocol (`array_recv` in the source of Postgres): one dimension, no
   * nulls, the type of the elements, how many, from place 1 on, and each with its length before it.
   */
  toParameter(): Buffer {
    const lengths = this.#values.map((value) =>
      typeof value === 'string' ? Buffer.byteLength(value) : value.byteLength,
    )
    const size = lengths.reduce((sum, length) => sum + lengthBytes + length, headerBytes)
    const bytes = Buffer.allocUnsafe(size)
    let at = 0
    for (const header of [1, 0, byteaOid, this.#values.length, 1]) at = bytes.writeInt32BE(header, at)
    for (const [index, value] of this.#values.entries()) {
      at = bytes.writeInt32BE(lengths[index] as number, at)
      if (typeof value === 'string') bytes.write(value, at)
      else bytes.set(value, at)
      at += lengths[index] as number
    }
    return bytes
  }
}

/** SQL for the file at a place of `BatchBytes`, null where its row has none; `parameter` is `$2`. */
export function bytesAt(parameter: string, place: string): string {
  return `(${parameter}::bytea[])[${place}]`
}

/** The same for a text. */
export function textAt(parameter: string, place: string): string {
  return `convert_from(${bytesAt(parameter, place)}, 'UTF8')`
}
