/**
 * Controls, line separators, and characters that take no room or turn the direction of writing: none of them can be seen. What comes before the
 * group is what spelling needs: joiners in scripts that join, and what makes one emoji of several.
 */
const unseen =
  /(?<=[\p{scx=Arab}\u094D\u09CD\u0A4D\u0ACD\u0B4D\u0BCD\u0C4D\u0CCD\u0D4D\u0DCA])[\u200C\u200D](?=\p{L})|(?<=[\p{ExtPict}\p{EMod}\uFE0F])\u200D(?=\p{ExtPict})|(?<=[\p{ExtPict}\d#*])\uFE0F|([\p{DI}\u2028\u2029\uFFF9-\uFFFB]|[^\P{Cc}\t\n])/gu

/** Text of others with such characters shown by their code, so that a page reads as what was written, in its order. */
export function visibleText(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replaceAll(unseen, (sign, hidden) => (hidden ? `\\u{${sign.codePointAt(0)?.toString(16)}}` : sign))
}
