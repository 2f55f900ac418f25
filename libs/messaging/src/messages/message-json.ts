import { readJson } from '@outturn/canonical'
import { z } from 'zod'

/** JSON of a message as it was sent; member names may be a caller's, which is why this is not `JSON.parse`. */
export function readMessageJson(bytes: Uint8Array): unknown {
  return readJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString())
}

/** The message as its schema types it; the error names it and each member that does not fit. */
export function readMessage<S extends z.ZodType>(bytes: Uint8Array, schema: S, name: string): z.output<S> {
  const read = schema.safeParse(readMessageJson(bytes))
  if (read.success) return read.data
  throw new Error(`${name} does not match its schema:\n${z.prettifyError(read.error)}`)
}
