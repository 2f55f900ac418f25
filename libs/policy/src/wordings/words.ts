import type { Token } from '../tokens/token.ts'

/** A token as the tables of wordings compare it. */
export interface Word {
  /** Lower case, without apostrophes: `dont`, `isnt`. */
  readonly folded: string
  /** Quoted text, addresses, paths and the like, which no wording matches. */
  readonly isQuoted: boolean
  /** Written in capitals, as codes and names of zones are. */
  readonly isCode: boolean
}

const plainKinds: ReadonlySet<Token['kind']> = new Set([
  'word',
  'number',
  'percentage',
  'odd',
  'mark',
  'money',
  'day',
])

/** The tokens of a text as words, one for each. */
export function wordsOf(tokens: readonly Token[]): readonly Word[] {
  return tokens.map(({ kind, folded, text }) => ({
    folded: folded.replaceAll("'", ''),
    isQuoted: !plainKinds.has(kind),
    isCode: text.length < 5 && text === text.toUpperCase() && /\p{Lu}/u.test(text),
  }))
}
