import type { Range } from '../placeholders/placeholder.ts'

const closingOf = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])
const closings = new Set(closingOf.values())
const ranges = /\bbetween [^,;"`]{1,60}? and \S{1,60}/gi

/**
 * Finds what must not be taken apart (quoted, in brackets, between two ends), in order and without overlaps, in linear time. Quotes pair up from the left and
 * a last one alone is a character like any other, as is a bracket without its partner.
 */
export function findEnclosures(text: string): readonly Range[] {
  const quotes = [...pairsOf(text, '"'), ...pairsOf(text, '`')]
  const all = [...quotes, ...bracketsOf(text, merged(quotes)), ...rangesOf(text)]
  return merged(all)
}

/** Whether a position lies within one of the enclosures; `from` where to look first, as positions only grow. */
export function enclosureAt(enclosures: readonly Range[], position: number): Range | undefined {
  let low = 0
  let high = enclosures.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((enclosures[middle]?.end ?? 0) <= position) low = middle + 1
    else high = middle
  }
  const found = enclosures[low]
  return found !== undefined && found.start <= position ? found : undefined
}

function pairsOf(text: string, quote: string): Range[] {
  const pairs: Range[] = []
  for (let start = text.indexOf(quote); start >= 0; ) {
    const close = text.indexOf(quote, start + 1)
    if (close < 0) break
    pairs.push({ start, end: close + 1 })
    start = text.indexOf(quote, close + 1)
  }
  return pairs
}

function bracketsOf(text: string, quotes: readonly Range[]): Range[] {
  const open: { readonly closing: string; readonly start: number }[] = []
  const pairs: Range[] = []
  let next = 0
  for (let at = 0; at < text.length; at += 1) {
    const quote = quotes[next]
    if (quote !== undefined && at >= quote.start) {
      at = quote.end - 1
      next += 1
      continue
    }
    const character = text.charAt(at)
    const closing = closingOf.get(character)
    if (closing !== undefined) open.push({ closing, start: at })
    else if (closings.has(character) && open.at(-1)?.closing === character) {
      pairs.push({ start: open.pop()?.start ?? at, end: at + 1 })
    }
  }
  return pairs
}

function rangesOf(text: string): Range[] {
  return Array.from(text.matchAll(ranges), ({ index, 0: { length } }) => ({
    start: index,
    end: index + length,
  }))
}

function merged(enclosures: readonly Range[]): Range[] {
  const result: { start: number; end: number }[] = []
  for (const { start, end } of enclosures.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = result.at(-1)
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end)
    else result.push({ start, end })
  }
  return result
}
