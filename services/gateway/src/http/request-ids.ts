import { randomFillSync } from 'node:crypto'
import { idPrefixes } from '@outturn/agreement'

const idBytes = 12
const pooled = 512

/** Draws the id of each request; random bytes come in blocks, because a draw for each costs more than the id. */
export function requestIds(): () => string {
  const block = Buffer.alloc(idBytes * pooled)
  let offset = block.length
  return () => {
    if (offset === block.length) {
      randomFillSync(block)
      offset = 0
    }
    const id = block.toString('hex', offset, offset + idBytes)
    offset += idBytes
    return `${idPrefixes.request}_${id}`
  }
}
