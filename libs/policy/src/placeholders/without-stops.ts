/** A text without the full stops and white space at its end, at most so many; looked at from the end, since a text is long and they are few. */
export function withoutStops(text: string, most = text.length): string {
  let end = text.length
  while (end > 0 && text.length - end < most && /[.\s]/.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}
