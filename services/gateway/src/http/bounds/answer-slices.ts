import { Readable } from 'node:stream'
import { ownTurn } from '@outturn/messaging'

/** What the kernel takes of one answer in one turn of the event loop, bytes: given megabytes it copies all that its buffers hold. */
export const sliceBytes = 262_144

/**
 * A large answer as a stream of slices, each of which is sent in a turn of its own: however many large answers there are at once, those
 * to others wait for one slice.
 */
export function answerSlices(bytes: Uint8Array): Readable {
  return Readable.from(slicesOf(bytes), { highWaterMark: 1 })
}

/** The bytes in slices, as views of them; between any two of all that are being read the event loop has a turn. */
export async function* slicesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.byteLength; at += sliceBytes) {
    await ownTurn()
    yield bytes.subarray(at, at + sliceBytes)
  }
}
