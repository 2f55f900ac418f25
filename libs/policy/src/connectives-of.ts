import type { Span } from './placeholders/placeholder.ts'
import type { PolicyReading } from './read-policy.ts'

const words = /[\p{L}\p{N}]+(?:[ '’-][\p{L}\p{N}]+)*/gu

/**
 * The words of a text that ask for nothing: headings and greetings, and what stands between two parts, such as list marks
 * and `and`. With the spans of all other parts they are every word of the text.
 */
export function connectivesOf(source: string, { parts }: PolicyReading): readonly Span[] {
  const spans: Span[] = []
  let from = 0
  const between = (to: number): void => {
    for (const { 0: text, index } of source.slice(from, to).matchAll(words)) {
      spans.push({ start: from + index, end: from + index + text.length, text })
    }
  }
  for (const { kind, span } of parts) {
    between(span.start)
    from = kind === 'connective' ? span.start : span.end
  }
  between(source.length)
  return spans
}
