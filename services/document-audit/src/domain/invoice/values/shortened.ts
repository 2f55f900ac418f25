/** The beginning of a text, by whole characters, with an ellipsis where more follows. */
export function shortened(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const isWithinPair = /[\uD800-\uDBFF]/.test(text.charAt(maxLength - 1))
  return `${text.slice(0, isWithinPair ? maxLength - 1 : maxLength)}…`
}
