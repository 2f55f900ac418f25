import { bytesToHex } from '@noble/hashes/utils.js'

const HEX_64 = /^[0-9a-f]{64}$/

/** Lower-case hexadecimal of bytes. */
export function toHex(bytes: Uint8Array): string {
  return bytesToHex(bytes)
}

/** Whether a text is 64 lower-case hexadecimal digits, the form of every digest and key id in a receipt. */
export function isHex64(text: string): boolean {
  return HEX_64.test(text)
}

/** Bytes of 64 lower-case hexadecimal digits, or undefined for any other text. */
export function fromHex64(text: string): Uint8Array | undefined {
  if (!isHex64(text)) return undefined
  return Uint8Array.from({ length: 32 }, (_, index) =>
    Number.parseInt(text.slice(2 * index, 2 * index + 2), 16),
  )
}
