import { Refusal } from '@outturn/contracts'

const [quote, backslash, comma, bracket, brace] = [0x22, 0x5c, 0x2c, 0x5b, 0x7b]

/** Refuses JSON with more values than this, without reading it: each may take a hundred times its length in memory. */
export function assertFewValues(bytes: Uint8Array, maxValues: number): void {
  let values = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at]
    if (byte === quote) at = endOfString(bytes, at)
    else if (byte === comma || byte === bracket || byte === brace) values += 1
    if (values > maxValues) throw tooManyValues(maxValues)
  }
}

/** Place of the quote that ends the string which begins at `start`; the end of the bytes where there is none. */
function endOfString(bytes: Uint8Array, start: number): number {
  for (let at = bytes.indexOf(quote, start + 1); at !== -1; at = bytes.indexOf(quote, at + 1)) {
    let escapes = 0
    while (bytes[at - 1 - escapes] === backslash) escapes += 1
    if (escapes % 2 === 0) return at
  }
  return bytes.length
}

function tooManyValues(maxValues: number): Refusal {
  return new Refusal('input_too_large', `The body has more than ${maxValues} values.`, {
    remediation: 'Send the members of the interface document alone; files go into their strings.',
  })
}
