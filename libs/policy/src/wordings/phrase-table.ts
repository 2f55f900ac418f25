import type { Word } from './words.ts'

/** A place where words of a table stand; `end` is the position after the last word. */
export interface PhraseMatch {
  readonly start: number
  readonly end: number
}

/** Finds the wordings of a table in a text. */
export interface PhraseTable {
  /** The longest wording that starts at this word; null where none does. */
  readonly at: (words: readonly Word[], start: number) => PhraseMatch | null
  /** All wordings in order, without overlaps. */
  readonly all: (words: readonly Word[]) => readonly PhraseMatch[]
  readonly has: (words: readonly Word[]) => boolean
}

interface Step {
  readonly words: ReadonlySet<string>
  /** Beginnings of words. */
  readonly stems: readonly string[]
  readonly isAny: boolean
  readonly isOptional: boolean
}

/**
 * A table of wordings, one a line: words apart by a space, `a|b` for one of several, `stem~` for every word that begins so, `word?`
 * for one that may be left out, `_` for any one word. What stands in quotes in the text is never part of a wording.
 */
export function phraseTable(lines: string): PhraseTable {
  const phrases = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split(/\s+/).map(stepOf))
  const byFirst = new Map<string, Step[][]>()
  const open: Step[][] = []
  for (const phrase of phrases) {
    const [first] = phrase
    if (first === undefined) continue
    if (first.isAny || first.isOptional || first.stems.length > 0) open.push(phrase)
    else for (const word of first.words) byFirst.set(word, [...(byFirst.get(word) ?? []), phrase])
  }
  const at = (words: readonly Word[], start: number): PhraseMatch | null => {
    const word = words[start]
    if (word === undefined || word.isQuoted) return null
    let longest = start
    for (const phrase of [...(byFirst.get(word.folded) ?? []), ...open])
      longest = Math.max(longest, endOf(phrase, 0, words, start))
    return longest > start ? { start, end: longest } : null
  }
  const all = (words: readonly Word[]): readonly PhraseMatch[] => {
    const found: PhraseMatch[] = []
    for (let start = 0; start < words.length; ) {
      const match = at(words, start)
      if (match !== null) found.push(match)
      start = match?.end ?? start + 1
    }
    return found
  }
  return { at, all, has: (words) => words.some((_, start) => at(words, start) !== null) }
}

function stepOf(text: string): Step {
  const isOptional = text.endsWith('?')
  const alternatives = (isOptional ? text.slice(0, -1) : text).split('|')
  return {
    words: new Set(alternatives.filter((word) => !word.endsWith('~'))),
    stems: alternatives.filter((word) => word.endsWith('~')).map((word) => word.slice(0, -1)),
    isAny: text === '_',
    isOptional,
  }
}

/** The position after the longest match of the steps from `step` on; 0 where they do not match. */
function endOf(phrase: readonly Step[], step: number, words: readonly Word[], position: number): number {
  const wanted = phrase[step]
  if (wanted === undefined) return position
  const skipped = wanted.isOptional ? endOf(phrase, step + 1, words, position) : 0
  const word = words[position]
  if (word === undefined || word.isQuoted || !isMet(wanted, word.folded)) return skipped
  return Math.max(skipped, endOf(phrase, step + 1, words, position + 1))
}

function isMet({ words, stems, isAny }: Step, word: string): boolean {
  return isAny || words.has(word) || stems.some((stem) => word.startsWith(stem))
}
