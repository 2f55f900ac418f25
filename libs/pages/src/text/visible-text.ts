/** Characters that turn the direction of writing, and controls, which HTML drops or rewrites. */
const unseen = /[\p{Cc}\p{Bidi_Control}]/gu
const kept = new Set(['\t', '\n'])

/** Text of others with such characters shown by their code, so that a page reads as what was written, in its order. */
export function visibleText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n')
  return lines.replaceAll(unseen, (sign) =>
    kept.has(sign) ? sign : `\\u{${sign.codePointAt(0)?.toString(16)}}`,
  )
}
