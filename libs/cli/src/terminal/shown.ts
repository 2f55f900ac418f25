/** A text of others as a terminal may show it: control characters, which could move the cursor or hide words, are written out. */
export function shown(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    return `\\u{${code.toString(16)}}`
  })
}
