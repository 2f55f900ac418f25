import { bytesOf, type Part } from './packet.ts'

/** Most parts of one packet. */
export const maxParts = 32
/** Most bytes of the bodies of one packet. */
const maxBytes = 1_048_576
/** A longer part travels alone: those beside it would wait until it is read. In bytes. */
const aloneAbove = 262_144

/** Splits parts into packets within the bounds; parts keep their order, except that one which travels alone may leave earlier. */
export function packetsOf<P extends Pick<Part, 'body'>>(parts: readonly P[]): P[][] {
  const packets: P[][] = []
  let open: P[] = []
  let openBytes = 0
  for (const part of parts) {
    const bytes = bytesOf(part.body)
    if (bytes > aloneAbove) {
      packets.push([part])
      continue
    }
    if (open.length === maxParts || openBytes + bytes > maxBytes) {
      packets.push(open)
      open = []
      openBytes = 0
    }
    open.push(part)
    openBytes += bytes
  }
  return open.length === 0 ? packets : [...packets, open]
}

export function travelsAlone({ body }: Pick<Part, 'body'>): boolean {
  return bytesOf(body) > aloneAbove
}
