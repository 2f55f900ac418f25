import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { busHeaders, Refusal } from '@outturn/contracts'
import type { HeaderRecord } from './message-headers.ts'

const zip = promisify(gzip)
const unpack = promisify(gunzip)

/** A longer text travels packed: the bus takes 8 MB, and what is longest is text that repeats itself. In bytes. */
const packedAbove = 4 * 1_048_576
/** The longest text that a message may carry, bytes; packing ends nowhere near it, and unpacking stops there. */
export const longestText = 64 * 1_048_576

/** The body of a message as it travels. */
export type Body = { readonly data: string | Uint8Array; readonly isPacked: boolean }

export const packedHeaders: HeaderRecord = { [busHeaders.encoding]: 'gzip' }

/** The body for a text, packed off the event loop where it is long. */
export async function bodyOf(text: string | Uint8Array): Promise<Body> {
  if (!isLong(text)) return { data: text, isPacked: false }
  if (byteLength(text) > longestText) throw tooLong(byteLength(text))
  return { data: await packed(text), isPacked: true }
}

/** The gzip file of a text, made off the event loop. */
export function packed(text: string | Uint8Array): Promise<Uint8Array> {
  return zip(text, { level: 1 })
}

/** The text of a body that arrived, in UTF-8. */
export async function textOf(data: Uint8Array, headers: HeaderRecord): Promise<Uint8Array> {
  return headers[busHeaders.encoding] === 'gzip' ? unpack(data, { maxOutputLength: longestText }) : data
}

/** The length of a text, or of the text in a gzip file, in bytes of UTF-8. */
export function textLength(data: string | Uint8Array, isPacked: boolean): number {
  if (!isPacked || typeof data === 'string') return byteLength(data)
  // A gzip file ends with it.
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getUint32(data.byteLength - 4, true)
}

function isLong(text: string | Uint8Array): boolean {
  // A UTF-16 unit is at most three bytes of UTF-8: short texts need no count.
  return text.length * 3 > packedAbove && byteLength(text) > packedAbove
}

function byteLength(text: string | Uint8Array): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.length
}

function tooLong(bytes: number): Refusal {
  return new Refusal(
    'input_too_large',
    `This takes a message of ${bytes} bytes; at most ${longestText} are sent.`,
  )
}
