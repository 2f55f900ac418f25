import type { Range } from '../placeholders/placeholder.ts'
import { enclosureAt, findEnclosures } from './enclosures.ts'
import { type Sentence, sentenceOver } from './sentence.ts'

const listMark = /^(?:[-*•‣–—]|#{1,6}|\(?\d{1,3}[.)]|\(?[a-z][.)])[ \t\u00a0]+/
/** Quotes are read as straight ones, which have the same length. */
const curlyQuotes = /[“”„]/g
/** Punctuation that ends a sentence; a run of it is looked at once. */
const fullStop = /(?<![.!?;])[.!?;]+(?![.!?;])(?=\s)/g
/** A line that ends so goes on in the next one. */
const unfinished =
  /(?:,|\b(?:and|or|of|by|has|have|the|an?|with|in|at|for|to|no|is|are|must|than|every|each|exactly))$/i
const greeting = /^(?:hi|hello|hey|dear|greetings|good (?:morning|afternoon|evening))\b.{0,40},$/i
const abbreviation =
  /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|approx|ca|no|min|max|avg|mr|mrs|ms|dr|inc|ltd|co|corp|st|[a-z](?:\.[a-z])*)\.$/i

/**
 * Takes a text apart at full stops, semicolons, list items and line ends, but not within quotes or brackets. The extents
 * of the sentences are the whole text, from its first character to its last. Linear in the length of the text.
 */
export function splitSentences(text: string): readonly Sentence[] {
  const source = text.replace(curlyQuotes, '"')
  const contents = blocksOf(source).flatMap((block) => sentencesOf(source, block))
  return contents.map(({ mark, start, end }, index) =>
    sentenceOver(
      source,
      { start: index === 0 ? 0 : mark, end: contents[index + 1]?.mark ?? source.length },
      { start, end },
      {
        mark: mark === start ? 'none' : source.charAt(mark) === '#' ? 'heading' : 'item',
        opensParagraph: /\n[ \t\r]*\n/.test(source.slice(contents[index - 1]?.end ?? 0, mark)),
      },
    ),
  )
}

/** Content of a sentence, and where its list mark stands, if it has one. */
interface Content extends Range {
  readonly mark: number
}

/** Lines, each with those it goes on in, without surrounding white space. */
function blocksOf(source: string): Range[] {
  const blocks: { start: number; end: number }[] = []
  let isOpen = false
  for (const { 0: line, index } of source.matchAll(/[^\r\n]+/g)) {
    const text = line.trim()
    if (text === '') {
      isOpen = false
      continue
    }
    const start = index + line.indexOf(text)
    const end = start + text.length
    const last = blocks.at(-1)
    const follows =
      last !== undefined && isOpen && !listMark.test(text) && isNextLine(source, last.end, start)
    if (follows) last.end = end
    else blocks.push({ start, end })
    isOpen = unfinished.test(text.slice(-20)) && !greeting.test(text)
  }
  return blocks
}

function isNextLine(source: string, end: number, start: number): boolean {
  return !/\n[ \t]*\r?\n/.test(source.slice(end, start))
}

function sentencesOf(source: string, { start, end }: Range): Content[] {
  const block = source.slice(start, end)
  const markLength = listMark.exec(block.slice(0, 8))?.[0].length ?? 0
  const enclosures = findEnclosures(block)
  const contents: Content[] = []
  let from = markLength
  const close = (to: number): void => {
    const text = block.slice(from, to)
    const leading = text.length - text.trimStart().length
    if (text.trim() !== '') {
      const first = start + from + leading
      contents.push({
        mark: contents.length === 0 ? start : first,
        start: first,
        end: start + from + text.trimEnd().length,
      })
    }
    from = to
  }
  for (const { 0: stop, index } of block.matchAll(fullStop)) {
    if (index < from || enclosureAt(enclosures, index) !== undefined) continue
    const after = index + stop.length
    if (stop === '.' && abbreviation.test(block.slice(Math.max(from, index - 12), after))) continue
    close(after)
  }
  close(block.length)
  return contents
}
