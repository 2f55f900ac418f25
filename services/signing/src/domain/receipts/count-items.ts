import { isUtf8 } from 'node:buffer'
import { itemEnds } from '@outturn/contracts'

/** Bytes of items that are counted before other work has its turn; 28 MB of unit results are some tens of milliseconds of work. */
const sliceBytes = 1_048_576

/**
 * How many items the one list has that a JSON text is, or null for a text that is anything else or goes on after its list. The
 * items themselves are not read: text that is put into a receipt must not be able to end the member that it stands for.
 */
export async function countItems(text: Uint8Array, pause: () => Promise<unknown>): Promise<number | null> {
  if (!isUtf8(text)) return null
  let count = 0
  let pauseAt = sliceBytes
  try {
    for (const end of itemEnds(text)) {
      count += 1
      if (end < pauseAt) continue
      pauseAt = end + sliceBytes
      await pause()
    }
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
  return count
}
