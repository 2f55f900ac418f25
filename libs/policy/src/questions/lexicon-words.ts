import * as comparisons from '../lexicon/comparisons.ts'
import { isFunctionWord } from '../lexicon/function-words.ts'
import { isRowNoun } from '../fields/row-nouns.ts'

/** Words of sentences that state checks, beside those of the comparisons. */
const more = `
every each rows records entries items leads products companies contacts invoices tickets images posts
must should shall have has contain contains include includes including present required mandatory filled missing empty blank null
unique distinct duplicate duplicates duplicated repeated exactly between from equal equals equal greater less more fewer than least most above below under over
valid email emails address phone number numbers integer boolean text date link links https format pattern matches match starts ends begins
characters character words digits letters long longer shorter length percent average mean total median maximum minimum
delivered before after later earlier until returns status lowercase uppercase positive negative zero exceed always never
whole with without where when only both either field fields column columns values value share same combination
`
const listed = [
  ...more.trim().split(/\s+/),
  ...[
    ...comparisons.degrees,
    ...comparisons.bounds,
    ...comparisons.equalities,
    ...comparisons.temporal,
  ].flatMap(([wordings]) => wordings.split(/[| ]/)),
].filter((word) => /^[a-z]+$/.test(word))

/** Words that a slip of the pen is compared with. */
export const lexiconWords: readonly string[] = [...new Set(listed)]
const known: ReadonlySet<string> = new Set(lexiconWords)

/** Whether a word, in lower case, has a meaning of its own in sentences that state checks. */
export function isLexiconWord(word: string): boolean {
  return known.has(word) || isFunctionWord(word) || isRowNoun(word)
}
