const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const VALUES: ReadonlyMap<string, number> = new Map(Array.from(ALPHABET, (letter, value) => [letter, value]))

/** Base64url without padding (RFC 4648 §5). */
export function toBase64Url(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const letters = Math.min(bytes.length - at, 3) + 1
    for (let letter = 0; letter < letters; letter++) text += ALPHABET[(group >> (18 - 6 * letter)) & 63]
  }
  return text
}

/** Bytes of an unpadded base64url text, or undefined unless it is the one spelling of those bytes. */
export function fromBase64Url(text: string): Uint8Array | undefined {
  if (text.length % 4 === 1) return undefined
  const bytes = new Uint8Array(Math.floor((text.length * 3) / 4))
  let pending = 0
  let pendingBits = 0
  let at = 0
  for (const letter of text) {
    const value = VALUES.get(letter)
    if (value === undefined) return undefined
    pending = (pending << 6) | value
    pendingBits += 6
    if (pendingBits < 8) continue
    pendingBits -= 8
    bytes[at++] = pending >> pendingBits
    pending &= (1 << pendingBits) - 1
  }
  // Left-over bits other than zero would be a second spelling of the same bytes.
  return pending === 0 ? bytes : undefined
}
