import type { RandomBytes } from './token.ts'
import type { TokenHash } from './token-hash.ts'

/**
 * Bytes that no one without the pepper can tell from random ones, and that are the same for the same purpose: what is
 * minted from them can be handed out again without being stored. No token begins like a purpose.
 */
export function derivedBytes(hash: TokenHash, purpose: string): RandomBytes {
  let block = 0
  let left: Buffer = Buffer.alloc(0)
  return (count) => {
    while (left.length < count) {
      left = Buffer.concat([left, Buffer.from(hash(`derived|${block}|${purpose}`), 'hex')])
      block += 1
    }
    const bytes = left.subarray(0, count)
    left = left.subarray(count)
    return bytes
  }
}
