const LENGTH_BYTES = 2
/** Longest entry that a bundle can carry, in bytes. */
export const MAX_ENTRY_BYTES = 0xffff

/** Entries as a log serves them, each behind its length in two bytes. Throws RangeError for one that is too long. */
export function formatEntryBundle(entries: readonly Uint8Array[]): Uint8Array {
  const bundle = new Uint8Array(entries.reduce((sum, { length }) => sum + LENGTH_BYTES + length, 0))
  const view = new DataView(bundle.buffer)
  let at = 0
  for (const entry of entries) {
    if (entry.length > MAX_ENTRY_BYTES) throw new RangeError(`An entry has at most ${MAX_ENTRY_BYTES} bytes.`)
    view.setUint16(at, entry.length)
    bundle.set(entry, at + LENGTH_BYTES)
    at += LENGTH_BYTES + entry.length
  }
  return bundle
}

/** The entries of a bundle; undefined for bytes that end within one. */
export function readEntryBundle(bundle: Uint8Array): Uint8Array[] | undefined {
  const view = new DataView(bundle.buffer, bundle.byteOffset, bundle.byteLength)
  const entries: Uint8Array[] = []
  for (let at = 0; at < bundle.length; ) {
    const end = at + LENGTH_BYTES + (at + LENGTH_BYTES <= bundle.length ? view.getUint16(at) : 0)
    if (end > bundle.length) return undefined
    entries.push(bundle.subarray(at + LENGTH_BYTES, end))
    at = end
  }
  return entries
}
