import { readFileSync } from 'node:fs'

/** A private word, what to write in its place, and where it may stand because the name is stored or published. */
export type PrivateWord = {
  readonly word: RegExp
  readonly write: string
  readonly allowed?: readonly RegExp[]
}

/** Words that only we would know, or that hide who does what. A line that has one of them is refused. */
export const privateWords: readonly PrivateWord[] = [
  {
    word: /(?<!out)standing(?!s? (?:open|still))/i,
    write: 'state, summary, receipt status or admission, whichever it is',
    // The column of the table `spool` and the name of the event are stored.
    allowed: [
      /^services\/spool\/src\/(?:store|reactions)\/.*(?:standing ->>|row\.standing|\bstanding(?:,| json|::jsonb|\)\)|: toStoredState|: StoredState| = ))|won\.standing/,
      /receipt-standing-changed/,
      /^test\/bench\/programs\/.*\bstanding\b/,
      /^(?:test\/e2e|services\/spool)\/.*jsonb_set\(standing::/,
      // The member of a review, and of its entries in the history, is of the contract.
      /^(?:[^:]*(?:review|casework)[^:]*|libs\/openapi\/src\/examples\/answers\.json|libs\/sdk(?:-python)?\/[^:]*): .*\b[Ss]tanding\b/,
    ],
  },
  { word: /hear-?of|\bheard\b|tell-?won/i, write: 'confirmations, apply…, reaction' },
  { word: /\bstrikes?\b|\bstruck\b|clockStruck/i, write: 'timers, expireDue, asOf' },
  { word: /brokenGuard|\bobjection/i, write: 'denial' },
  { word: /stand-ins?\b/i, write: 'fakes' },
  { word: /neighbours?\b/i, write: 'fakes, adjacent, nearest' },
  { word: /surroundings/i, write: 'environment' },
  { word: /offline-?desk/i, write: 'offline verifier' },
  { word: /\blinger/i, write: 'drain' },
  { word: /\bbury|\bburied|\bburies/i, write: 'dead-letter' },
  { word: /give-?back/i, write: 'release' },
  { word: /even-?text/i, write: 'normalise' },
  { word: /\bmend(?:s|ed|ing)?\b/i, write: 'fix' },
  { word: /\bwhoever\b/i, write: 'the actor: the caller, the holder of the key' },
  {
    word: /\bnobody\b/i,
    write: 'no caller, no party, or a sentence with an actor',
    // The Unix account of this name.
    allowed: [/^libs\/local-servers\/(?:README|src\/postgres-account)/],
  },
  { word: /\bfor ever\b/i, write: 'permanently, without limit, until it is stopped' },
  { word: /what (?:it|they) comes? to/i, write: 'the result, the sum' },
  { word: /this is over/i, write: 'what ended' },
  { word: /(?<!needs_)judgement/i, write: 'judgment' },
  { word: /meaning: true/, write: '`unprocessable(field, …)`', allowed: [/refusal-message\.ts/] },
]

/** Text that was written by others, is stored, lists the words, or is wording of users that the reader of plain text knows. */
const exempt =
  /^(?:test\/vectors\/|test\/gates\/words|libs\/policy\/src\/(?:lexicon|wordings)\/|pnpm-lock\.yaml)|(?:^|\/)LICENSE$|\/migrations\/|\.(?:png|woff2|tar|gz|pem|bin)$/

/** Private words in these files of the repository, each with its place. */
export function findPrivateWords(root: string, files: readonly string[]): string[] {
  return files
    .filter((file) => !exempt.test(file))
    .flatMap((file) => findIn(file, readFileSync(`${root}/${file}`, 'utf8')))
}

export function findIn(file: string, text: string): string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      privateWords
        .filter(
          ({ word, allowed = [] }) =>
            word.test(line) && !allowed.some((place) => place.test(`${file}: ${line}`)),
        )
        .map(({ word, write }) => `${file}:${index + 1}: ${word.exec(line)?.[0]}: write ${write}`),
    )
}
