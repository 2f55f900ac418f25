import type { Range } from '../placeholders/placeholder.ts'

/**
 * One sentence of a source. `extent` reaches from its list mark to the next sentence, so that the extents of all
 * sentences are the whole source; `text` is its content on one line, and `at` leads from there back to the source.
 */
export interface Sentence {
  readonly extentStart: number
  readonly extentEnd: number
  /** Content in the source, without list mark and closing punctuation. */
  readonly start: number
  readonly end: number
  /** End of the content with its closing punctuation. */
  readonly closedEnd: number
  readonly text: string
  /** Whether it stands behind the mark of a list item, and whether the mark is that of a heading. */
  readonly mark: 'none' | 'item' | 'heading'
  /** Whether a blank line stands before it. */
  readonly opensParagraph: boolean
  /** Whether a colon ends it, so that it speaks of the lines that follow. */
  readonly introduces: boolean
  /** Whether a question mark or an ellipsis ends it, so that it demands nothing, or not all that it says. */
  readonly isOpen: boolean
  /** Where the character at this position of `text` stands in the source; `text.length` leads to `end`. */
  readonly at: (position: number) => number
}

const closing = new Set(['', '.', ';', '!', '?', ',', ':'])

/** A sentence over part of a text, with runs of white space read as one space. */
export function sentenceOver(
  source: string,
  extent: Range,
  content: Range,
  { mark, opensParagraph }: Pick<Sentence, 'mark' | 'opensParagraph'>,
): Sentence {
  const end = endOfWords(source, content)
  const origins: number[] = []
  let text = ''
  for (const { 0: piece, index } of source.slice(content.start, end).matchAll(/\s+|\S+/g)) {
    const word = piece.trim() === '' ? ' ' : piece
    text += word
    for (let offset = 0; offset < word.length; offset += 1) origins.push(content.start + index + offset)
  }
  return {
    extentStart: extent.start,
    extentEnd: extent.end,
    start: content.start,
    end,
    closedEnd: content.end,
    text,
    mark,
    opensParagraph,
    isOpen: /\?|\.\.\./.test(source.slice(end, content.end)),
    introduces:
      /^:[\s*_]*$/.test(source.slice(end, content.end)) && /^\s*(?:\n|\r|$)/.test(source.slice(content.end)),
    at: (position) => origins[position] ?? end,
  }
}

/** Where the closing punctuation starts; a content of nothing else is kept whole. */
function endOfWords(source: string, { start, end }: Range): number {
  let last = end
  while (last > start && closing.has(source.charAt(last - 1).trim())) last -= 1
  return last === start ? end : last
}
