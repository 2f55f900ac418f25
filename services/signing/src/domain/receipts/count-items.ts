const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const opening = new Set([0x5b, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * How many items the one list has that a JSON text is, or null for a text that is anything else or goes on after its list. The
 * items themselves are not read: text that is put into a receipt must not be able to end the member that it stands for.
 */
export function countItems(text: Uint8Array): number | null {
  if (text[0] !== 0x5b || text.length < 2) return null
  let depth = 0
  let commas = 0
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number
    if (byte === quote) {
      at = endOfString(text, at)
    } else if (byte === comma) {
      if (depth === 1) commas += 1
    } else if (byte < 0x5b) {
      // Digits, signs and what stands between members.
    } else if (opening.has(byte)) {
      depth += 1
    } else if (closing.has(byte)) {
      depth -= 1
      if (depth === 0 && at !== text.length - 1) return null
    }
  }
  if (depth !== 0) return null
  return text.length === 2 ? 0 : commas + 1
}

/** Where the string that begins at a quote ends; beyond the text where it does not. */
function endOfString(text: Uint8Array, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1
  return at
}
