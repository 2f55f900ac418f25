import { readJson } from '@outturn/canonical'

/** JSON of a message as it was sent; member names may be a caller's, which is why this is not `JSON.parse`. */
export function readMessageJson(bytes: Uint8Array): unknown {
  return readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
}
