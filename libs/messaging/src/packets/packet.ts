import type { HeaderRecord } from '../messages/message-headers.ts'
import { readMessageJson } from '../messages/message-json.ts'

/** One message among those that travel together: headers and a body of its own, and the number that its answer carries. */
export type Part = {
  readonly number: number
  readonly headers: HeaderRecord
  readonly body: string | Uint8Array
}

export type ReceivedPart = Part & { readonly body: Uint8Array }

export type ReceivedPacket = {
  /** Instance of the bus that sent it. */
  readonly sender: string
  readonly parts: readonly ReceivedPart[]
} & PacketNote

/** What answers alone say of their sender. */
export type PacketNote = {
  /** When it was sent by the clock of its sender, epoch ms. */
  readonly sentAt?: number
  /** How busy its event loop was lately, 0 to 1. */
  readonly load?: number
}

type Index = PacketNote & {
  sender: string
  parts: [number: number, headers: HeaderRecord, bytes: number][]
}

const lineEnd = 10

/**
 * Writes parts as one message: a line of JSON with the number, headers and length in bytes of each part, then the bodies one after
 * another. One part is written like many. Throws when the value of a header has a line break: where a part is kept, each value is a line.
 */
export function packetOf(sender: string, parts: readonly Part[], note: PacketNote = {}): Uint8Array {
  const index: Index = {
    sender,
    ...note,
    parts: parts.map(({ number, headers, body }) => [number, headers, bytesOf(body)]),
  }
  const first = JSON.stringify(index)
  const firstBytes = Buffer.byteLength(first)
  const packet = Buffer.allocUnsafe(index.parts.reduce((sum, [, , bytes]) => sum + bytes, firstBytes + 1))
  packet.write(first)
  packet[firstBytes] = lineEnd
  let at = firstBytes + 1
  for (const { body } of parts) {
    if (typeof body === 'string') at += packet.write(body, at)
    else {
      packet.set(body, at)
      at += body.length
    }
  }
  return packet
}

/** The parts of a message; their bodies are views of it. Throws when its lengths are not those that its first line names. */
export function readPacket(bytes: Uint8Array): ReceivedPacket {
  const end = bytes.indexOf(lineEnd)
  const { sender, sentAt, load, parts } = readMessageJson(bytes.subarray(0, Math.max(0, end))) as Index
  let at = end + 1
  const received = parts.map(([number, headers, length]) => {
    const body = bytes.subarray(at, at + length)
    at += length
    return { number, headers, body }
  })
  if (at !== bytes.length) throw new Error(`a packet of ${bytes.length} bytes names ${at}`)
  return {
    sender,
    ...(sentAt !== undefined && { sentAt }),
    ...(load !== undefined && { load }),
    parts: received,
  }
}

export function bytesOf(body: string | Uint8Array): number {
  return typeof body === 'string' ? Buffer.byteLength(body) : body.length
}
