import { characterNames, formAdjectives, formNouns } from './formats.ts'
import { alphabets, measures } from './measures.ts'
import { duplicateNouns, repeatedWords, uniqueWords } from './uniqueness.ts'
import { givenWords, missingThings, missingWords } from './presence.ts'
import { wholes } from './rows.ts'

const words = new Set(
  [
    ...[...formNouns, ...formAdjectives, ...characterNames, ...measures, ...alphabets].map(
      ([wordings]) => wordings,
    ),
    duplicateNouns,
    givenWords,
    missingThings,
    missingWords,
    repeatedWords,
    uniqueWords,
    wholes,
    'row|rows|record|records|long|short|reachable|working|broken|better|worse|later|earlier|format|pattern|regex|url|link|length|count|sorted|ordered|ascending|descending|optional|so|yet|anything|something|nothing|everything|anyone|someone|constant|consistent|stable|same|different|varied|various|whatever|other|others|similar|related|again|uniform|soon|today|tomorrow|needed|whole|needed',
  ].flatMap((wordings) => wordings.split('|').filter((wording) => !wording.includes(' '))),
)

/** Whether a word alone belongs to a class of the lexicon, so that it is no value without quotes. */
export function isLexiconWord(word: string): boolean {
  return words.has(word)
}
