import { alphabets } from '../../lexicon/measures.ts'
import { being } from '../../lexicon/modals.ts'
import { alt, list, map, maybe, memo, part, type Rule, said, seq, words } from '../chart.ts'
import { slotOf } from '../nouns.ts'
import { withMark } from './affixes.ts'
import { predicate, type Predicate } from './predicate.ts'
import { count } from './quantities.ts'
import { literalText } from './values.ts'
import { verb } from './verb.ts'

/** One piece of a text: `9 digits`, `a letter`, `DE`. */
interface Piece {
  readonly pattern: string
  readonly isCounted: boolean
}

const counted: Rule<Piece> = map(
  seq(maybe('a|an|exactly'), count, maybe('-'), words(alphabets)),
  ([, amount, , letters]) => ({ pattern: `${letters}{${amount}}`, isCounted: true }),
)
const single: Rule<Piece> = map(seq(said('a|an|one'), words(alphabets)), ([, letters]) => ({
  pattern: letters,
  isCounted: true,
}))
const literalPiece: Rule<Piece> = map(
  seq(maybe('the letters|the prefix|the characters|the text'), part('value', alt(withMark, literalText))),
  ([, text]) => ({
    pattern: text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`),
    isCounted: false,
  }),
)
const joint = said(
  'followed by|, followed by|and followed by|immediately followed by|then|, then|and then|, and then|plus|+',
)

/** The pattern of pieces whose order the words say. */
const sequence: Rule<string> = memo(
  map(list(alt(counted, single, literalPiece), joint, 6), (pieces) =>
    pieces.length > 1 && pieces.some(({ isCounted }) => isCounted)
      ? pieces.map(({ pattern }) => pattern).join('')
      : null,
  ),
)

/** `is DE followed by 9 digits`; after `starts with` it is asked whether more may follow. */
export const sequenced: Rule<Predicate> = memo(
  alt(
    map(
      seq(
        alt(words(being), verb('have'), verb('match')),
        maybe('of|of the form|in the form|in the format|the format|the pattern|made up of|composed of'),
        sequence,
      ),
      ([isAffirmed, , pattern], _, from, to) => (isAffirmed ? ofPattern(pattern, [], from, to) : null),
    ),
    map(seq(verb('start'), sequence), ([isAffirmed, pattern], _, from, to) =>
      isAffirmed ? ofPattern(pattern, [pattern, `${pattern}.*`], from, to) : null,
    ),
  ),
)

function ofPattern(pattern: string, open: readonly string[], from: number, to: number): Predicate {
  return predicate((field, chart) => {
    if (field.known?.type !== undefined && field.known.type !== 'text') return []
    const options = open.map((one) => `${JSON.stringify(field.name)} matches "${one}"`)
    return [
      {
        value: [{ kind: 'matches', pattern }],
        slots:
          open.length === 0 ? [] : [slotOf('meaning', chart, from, to, { replacesClause: true, options })],
      },
    ]
  })
}
