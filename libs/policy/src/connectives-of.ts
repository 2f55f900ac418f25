import type { Span } from './grammar/placeholder.ts'
import type { PolicyReading } from './read-policy.ts'

const word = /[\p{L}\p{N}]/u

/**
 * The words of a text that ask for nothing: headings and greetings, and what stands between two parts, such as list marks
 * and `and`. With the spans of all other parts they are every word of the text.
 */
export function connectivesOf(source: string, { parts }: PolicyReading): readonly Span[] {
  const spans: Span[] = []
  let from = 0
  const between = (to: number): void => {
    const gap = source.slice(from, to)
    const text = gap.trim()
    const start = from + gap.indexOf(text)
    if (word.test(text)) spans.push({ start, end: start + text.length, text })
  }
  for (const { kind, span } of parts) {
    between(span.start)
    if (kind === 'connective' && word.test(span.text)) spans.push(span)
    from = span.end
  }
  between(source.length)
  return spans
}
