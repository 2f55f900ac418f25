/** A place in a text; `end` is exclusive, in UTF-16 code units. */
export interface Range {
  readonly start: number
  readonly end: number
}

/** A part of a text with its place. */
export interface Span extends Range {
  readonly text: string
}

const blankWords = String.raw`\b(?:amount|date|name|price|number|tbd|x+)\b`
const placeholderForms: readonly RegExp[] = [
  new RegExp(String.raw`\[[^[\]]{0,200}\]`, 'gi'),
  new RegExp(String.raw`<[^<>]{0,200}>`, 'gi'),
  /\{\{[^{}]{0,200}\}\}/g,
  /\$(?:x+\b|_{2,})/gi,
  // Underscores inside a name, as in first__name, are not a blank to fill in.
  /(?<![a-z0-9_])_{2,}|_{2,}(?![a-z0-9_])/gi,
  /\b(?:tbd|tbc|tba)\b/gi,
]
const bracketed = /^[[<]/
const blankWord = new RegExp(blankWords, 'i')
/** A JSONPath, so that `$['name']` and `$.rows[?@.date]` are not taken for blanks. */
const jsonPaths = /\$(?:\.{1,2}[\w*]+|\.{0,2}\[[^\]]{0,200}\])+/g

/**
 * Finds the first blank that somebody still has to fill in: `[amount]`, `<date>`, `{{…}}`, `$X`, `__` or TBD. Citations
 * such as `[1]` and JSONPaths are not blanks.
 */
export function findPlaceholder(text: string): Span | null {
  const searched = text.replace(jsonPaths, (path) => ' '.repeat(path.length))
  let first: Span | null = null
  for (const form of placeholderForms) {
    for (const match of searched.matchAll(form)) {
      if (bracketed.test(match[0]) && !blankWord.test(match[0])) continue
      const span = { start: match.index, end: match.index + match[0].length, text: match[0] }
      if (first === null || span.start < first.start) first = span
      break
    }
  }
  return first
}
