import { gzipSync } from 'node:zlib'
import { type RawOptions, type RawReply, rawReply } from './handler.ts'

/** A text as its gzip file. */
export type PackedText = {
  readonly file: Uint8Array
  /** Length of the text in UTF-8. */
  readonly bytes: number
}

/** Answers with the JSON text that these parts are together. Those that are packed are sent as they are. */
export function replyInParts(
  parts: readonly (string | PackedText)[],
  options: Omit<RawOptions, 'packedBytes'> = {},
): RawReply {
  if (parts.every((part) => typeof part === 'string')) return rawReply(parts.join(''), options)
  // The files of parts, one after the other, are a file of the whole.
  const files = parts.map((part) => (typeof part === 'string' ? gzipSync(part) : part.file))
  const packedBytes = parts.reduce((sum, part) => sum + lengthOf(part), 0)
  return rawReply(Buffer.concat(files), { ...options, packedBytes })
}

function lengthOf(part: string | PackedText): number {
  return typeof part === 'string' ? Buffer.byteLength(part) : part.bytes
}
