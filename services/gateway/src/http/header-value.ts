const printable = /^[\t\x20-\x7e]*$/
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/

/** Whether a header can hold this text as it is. */
export function isHeaderText(text: string): boolean {
  return printable.test(text)
}

/** A text as a header can hold it: what is not printable ASCII is percent-encoded as UTF-8. */
export function headerValue(text: string): string {
  if (isHeaderText(text)) return text
  return text.replaceAll(/[^\t\x20-\x7e]+/gu, (part) =>
    Buffer.from(part, 'utf8')
      .toString('hex')
      .replaceAll(/../g, (byte) => `%${byte.toUpperCase()}`),
  )
}

/** Headers that Node writes without an exception: values that a header can hold, without names that are none. */
export function writableHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .filter(([name]) => token.test(name))
      .map(([name, value]) => [name.toLowerCase(), headerValue(value)]),
  )
}
