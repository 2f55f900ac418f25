const quote = 0x22
const backslash = 0x5c
const commaByte = 0x2c
const openBracket = 0x5b

/** What a byte means outside of a string: most mean nothing here. */
const comma = 1
const opening = 2
const closing = 3
const stringStart = 4
const meanings = new Uint8Array(256)
for (const [meaning, characters] of [
  [comma, ','],
  [opening, '[{'],
  [closing, ']}'],
  [stringStart, '"'],
] as const) {
  for (const byte of Buffer.from(characters)) meanings[byte] = meaning
}

/**
 * The items of a JSON text in UTF-8 that is one list, as the texts that they are, one after another and unread: their reader
 * may let other work go on between two. Throws SyntaxError at the end of a text that is anything else or goes on after its list.
 */
export function* listItems(text: Uint8Array): Generator<Uint8Array> {
  let from = 1
  for (const end of itemEnds(text)) {
    yield text.subarray(from, end)
    from = end + 1
  }
}

/** Where the items of such a text end, in bytes. Throws as `listItems` does. */
export function* itemEnds(text: Uint8Array): Generator<number> {
  if (text[0] !== openBracket) throw notAList()
  let end = endOfItem(text, 1)
  while (text[end] === commaByte) {
    yield end
    end = endOfItem(text, end + 1)
  }
  if (end !== text.length - 1) throw notAList()
  if (end > 1) yield end
}

/** Where an item ends: at the comma behind it, at the end of its list, or with the text. One plain loop, as there may be megabytes. */
function endOfItem(text: Uint8Array, from: number): number {
  const { length } = text
  let depth = 0
  for (let at = from; at < length; at += 1) {
    const meaning = meanings[text[at] as number]
    if (meaning === 0) continue
    if (meaning === stringStart) {
      at += 1
      while (at < length && text[at] !== quote) at += text[at] === backslash ? 2 : 1
    } else if (meaning === opening) {
      depth += 1
    } else if (depth === 0) {
      return at
    } else if (meaning === closing) {
      depth -= 1
    }
  }
  return length
}

function notAList(): SyntaxError {
  return new SyntaxError('the text is not one JSON list')
}
