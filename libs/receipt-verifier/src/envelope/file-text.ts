/** Why a file cannot be read as UTF-8, or its bytes without a byte order mark. */
export type FileText = { readonly bytes: Uint8Array } | { readonly problem: string }

/**
 * The text of a file as editors save it. A byte order mark of UTF-8 is left out; UTF-16 and UTF-32 are named, by their mark or by the zero bytes
 * that the first characters of JSON have there.
 */
export function fileText(bytes: Uint8Array): FileText {
  const [first = -1, second = -1, third = -1, fourth = -1] = bytes
  if (first === 0xef && second === 0xbb && third === 0xbf) return { bytes: bytes.subarray(3) }
  if ((first === 0 && second === 0) || (third === 0 && fourth === 0)) return { problem: wide('UTF-32') }
  const hasMark = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (hasMark || first === 0 || second === 0) return { problem: wide('UTF-16') }
  return { bytes }
}

function wide(name: string): string {
  return `it is ${name}, and JSON files are UTF-8: save it as UTF-8`
}
