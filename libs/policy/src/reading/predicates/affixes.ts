import { alt, list, map, maybe, memo, part, type Rule, said, seq, words } from '../chart.ts'
import type { Predicate } from './predicate.ts'
import { form, masked, patterned, standard } from './qualities.ts'
import { literalText } from './values.ts'
import { tests, turned, verb } from './verb.ts'

export const matched: Rule<Predicate> = memo(
  turned(
    map(
      seq(verb('match'), alt(patterned, standard, masked, form)),
      ([isAffirmed, one]) => [isAffirmed, one] as const,
    ),
  ),
)

/** `https://` without quotes, which is no whole address. */
const scheme: Rule<string> = part(
  'value',
  map(seq(said('http|https|ftp|sftp'), said(':'), said('/'), said('/')), (_, chart, at, end) =>
    chart.tokens.slice(at + 1, end).every(({ isSpaced }) => !isSpaced) ? chart.words(at, end) : null,
  ),
)

/** `INV-` and `-DE` without quotes: a word and the mark that ends or begins it. */
const edgeMark = said('-|_|#|/')
export const withMark: Rule<string> = part(
  'value',
  map(alt<unknown>(seq(literalText, edgeMark), seq(edgeMark, literalText)), (_, chart, at, end) => {
    const [first, last] = chart.tokens.slice(at, end)
    const hasWord = first?.kind === 'word' || last?.kind === 'word'
    return hasWord && last?.isSpaced === false ? chart.words(at, end) : null
  }),
)

/** `starts with DE`, `ends in .jpg or .png`. */
const firstLetters = words([
  [
    'a capital letter|an uppercase letter|a capital|an upper case letter|a capitalized letter|uppercase',
    String.raw`\p{Lu}`,
  ],
  ['a lowercase letter|a lower case letter|a small letter|lowercase', String.raw`\p{Ll}`],
  ['a letter', String.raw`\p{L}`],
  ['a digit|a number', String.raw`\d`],
])
const lastMarks = words([
  ['a period|a full stop|a dot', String.raw`\.`],
  ['a question mark', String.raw`\?`],
  ['an exclamation mark', '!'],
  ['a digit|a number', String.raw`\d`],
  ['punctuation|a punctuation mark', '[.!?]'],
])
export const affixed: Rule<Predicate> = memo(
  turned(
    alt(
      map(
        seq(verb('start'), firstLetters),
        ([isAffirmed, letter]) =>
          [isAffirmed, tests({ kind: 'matches', pattern: `${letter}[\\s\\S]*` })] as const,
      ),
      map(
        seq(verb('end'), lastMarks),
        ([isAffirmed, mark]) =>
          [isAffirmed, tests({ kind: 'matches', pattern: `[\\s\\S]*${mark}` })] as const,
      ),
      map(
        seq(verb('start'), literals()),
        ([isAffirmed, texts]) =>
          [isAffirmed, tests({ kind: 'matches', pattern: `${choice(texts)}.*` })] as const,
      ),
      map(
        seq(verb('end'), literals()),
        ([isAffirmed, texts]) =>
          [isAffirmed, tests({ kind: 'matches', pattern: `.*${choice(texts)}` })] as const,
      ),
    ),
  ),
)

function literals(): Rule<readonly string[]> {
  return map(
    seq(
      maybe(
        'either|one of|the prefix|the suffix|the letters|the characters|the extension|the string|the text',
      ),
      list(alt(scheme, withMark, literalText), said(', or|,|or')),
    ),
    ([, texts], chart, at, end) =>
      texts.length === 1 ||
      chart.tokens
        .slice(at, end)
        .some(({ kind, folded }) => kind === 'word' && (folded === 'or' || folded === 'of'))
        ? texts
        : null,
  )
}

function choice(texts: readonly string[]): string {
  const escaped = texts.map((text) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`))
  return escaped.length === 1 ? (escaped[0] ?? '') : `(${escaped.join('|')})`
}
