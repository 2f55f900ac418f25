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

/** The body of a message as it travels, and the headers that say how it is read. */
export type Body = { readonly data: string | Uint8Array; readonly headers: HeaderRecord }

const noHeaders: HeaderRecord = {}
const leastPieceBytes = 1_024
/** What zlib hands over at once, bytes: each time costs the event loop a turn. */
const pieceBytes = 1_048_576

/** Headers of a body that is the gzip file of a text of so many bytes. */
export function packedHeaders(textBytes: number): HeaderRecord {
  return { [busHeaders.encoding]: 'gzip', [busHeaders.textBytes]: String(textBytes) }
}

/** The body for a text, packed off the event loop where it is long. */
export async function bodyOf(text: string | Uint8Array): Promise<Body> {
  if (!isLong(text)) return { data: text, headers: noHeaders }
  const bytes = textLength(text)
  if (bytes > longestText) throw tooLong(bytes)
  return { data: await packed(text), headers: packedHeaders(bytes) }
}

/** The gzip file of a text, made off the event loop. */
export function packed(text: string | Uint8Array): Promise<Uint8Array> {
  return oneByOne(() => zip(text, { level: 1, chunkSize: pieceBytes }))
}

/** The text of a body that arrived, in UTF-8; a packed one is unpacked off the event loop. */
export async function textOf(data: Uint8Array, headers: HeaderRecord): Promise<Uint8Array> {
  if (headers[busHeaders.encoding] !== 'gzip') return data
  // Unpacked in one piece there is nothing to put together afterwards.
  const textBytes = Number(headers[busHeaders.textBytes] ?? pieceBytes)
  const chunkSize = Math.min(longestText, Math.max(textBytes, leastPieceBytes)) + 1
  return oneByOne(() => unpack(data, { maxOutputLength: longestText, chunkSize }))
}

let before = Promise.resolve()

/**
 * Begins the work on a text when that on the one before has ended. At once they would take a thread of libuv each, whose priority for the
 * processor is that of the event loops.
 */
function oneByOne<Result>(work: () => Promise<Result>): Promise<Result> {
  const result = before.then(work)
  const ended = () => {}
  before = result.then(ended, ended)
  return result
}

/** The length of a text in bytes of UTF-8. */
export function textLength(text: string | Uint8Array): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.length
}

/** The length of the text in a gzip file of one part, which ends with it. */
export function unpackedLength({ buffer, byteOffset, byteLength }: Uint8Array): number {
  return new DataView(buffer, byteOffset, byteLength).getUint32(byteLength - 4, true)
}

function isLong(text: string | Uint8Array): boolean {
  // A UTF-16 unit is at most three bytes of UTF-8: short texts need no count.
  return text.length * 3 > packedAbove && textLength(text) > packedAbove
}

function tooLong(bytes: number): Refusal {
  return new Refusal(
    'input_too_large',
    `This takes a message of ${bytes} bytes; at most ${longestText} are sent.`,
  )
}
