const quote = 0x22
const backslash = 0x5c
const comma = 0x2c
const openBracket = 0x5b
const opening = new Set([openBracket, 0x7b])
const closing = new Set([0x5d, 0x7d])

/**
 * The items of a JSON text in UTF-8 that is one list, as the texts that they are, one after another and unread: their reader
 * may let other work go on between two. Throws SyntaxError at the end of a text that is anything else or goes on after its list.
 */
export function* listItems(text: Uint8Array): Generator<Uint8Array> {
  if (text[0] !== openBracket) throw notAList()
  let depth = 0
  let from = 1
  for (let at = 0; at < text.length; at += 1) {
    const byte = text[at] as number
    if (byte === quote) {
      at = endOfString(text, at)
    } else if (byte === comma) {
      if (depth > 1) continue
      yield text.subarray(from, at)
      from = at + 1
    } else if (byte < openBracket) {
      // Digits, signs and what stands between members.
    } else if (opening.has(byte)) {
      depth += 1
    } else if (closing.has(byte)) {
      depth -= 1
      if (depth > 0) continue
      if (at !== text.length - 1) throw notAList()
      if (at > 1) yield text.subarray(from, at)
      return
    }
  }
  throw notAList()
}

/** Where the string that begins at a quote ends; beyond the text where it does not. */
function endOfString(text: Uint8Array, from: number): number {
  let at = from + 1
  while (at < text.length && text[at] !== quote) at += text[at] === backslash ? 2 : 1
  return at
}

function notAList(): SyntaxError {
  return new SyntaxError('the text is not one JSON list')
}
