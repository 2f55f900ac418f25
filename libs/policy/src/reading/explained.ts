import { foldPlural } from '../fields/fold-name.ts'
import { isRowNoun } from '../fields/row-nouns.ts'
import { isFunctionWord } from '../lexicon/function-words.ts'
import { exceptions, hedges, revoking, wishes } from '../wordings/undoing.ts'
import { wordsOf } from '../wordings/words.ts'
import { headingKind } from '../sentences/connectives.ts'
import type { Token } from '../tokens/token.ts'
import type { Chart } from './chart.ts'
import type { ClauseReading, Part, Slot, TokenRange } from './clause-reading.ts'
import { slotOf } from './nouns.ts'

/** Two pieces of a text: words, and the sentence that says exactly what they mean. */
interface Pieces {
  readonly label: TokenRange
  readonly rest: TokenRange
}

/** Reads a range of tokens as a text of its own. */
type ReadRange = (range: TokenRange) => readonly ClauseReading[]

/**
 * Readings of a text that says something twice, in plain words and then exactly: `No free providers: email must not contain "gmail.com"`,
 * `only US leads (country = US)`. Where nothing of the words comes again in the exact sentence, they may ask for more, and are a question.
 */
export function explainedReadings(chart: Chart, read: ReadRange): readonly ClauseReading[] {
  return piecesOf(chart.tokens).flatMap(({ label, rest }) => {
    const said = chart.words(label.from, label.to)
    const kind = headingKind(said)
    if (kind !== 'unknown') return read(rest).map((one) => labelled(one, label, kind === 'optional', []))
    if (!mayExplain(chart, label) || read(label).length > 0) return []
    const isShared = sharesAWord(chart.tokens, label, rest)
    const question = isShared ? [] : [meaning(chart, label, rest)]
    return read(rest).map((one) => labelled(one, label, false, question))
  })
}

function piecesOf(tokens: readonly Token[]): readonly Pieces[] {
  const last = tokens.length - (tokens.at(-1)?.folded === '.' ? 1 : 0)
  const colon = tokens.findIndex(({ folded, kind }) => kind === 'mark' && folded === ':')
  const open = tokens.findIndex(({ folded, kind }) => kind === 'mark' && folded === '(')
  const pieces: Pieces[] = []
  if (colon > 0 && colon < last - 1)
    pieces.push({ label: { from: 0, to: colon }, rest: { from: colon + 1, to: last } })
  if (open > 0 && tokens[last - 1]?.folded === ')' && open < last - 2) {
    pieces.push({ label: { from: 0, to: open }, rest: { from: open + 1, to: last - 1 } })
  }
  return pieces
}

const leading = /^(?:no|only|do|don't|never|all|every|each|just|without)$/
const scoping =
  /^(?:if|when|whenever|where|unless|until|after|before|during|for|example|note|system|assistant|user|except|instead|not|or|maybe|i|we|you|that|one|no-one|anyone|asks?|asked|says?|said|thinks?|believes?|claims?|wants?|needs?|requires?|required|whether|who)$/

/** Whether words can be the same thing as the exact sentence after them: they narrow nothing, take nothing back, and set no scene. */
function mayExplain({ tokens }: Chart, { from, to }: TokenRange): boolean {
  const [first] = tokens.slice(from, from + 1)
  if (first === undefined || !leading.test(first.folded) || to - from > 12) return false
  const words = wordsOf(tokens)
  for (let at = from; at < to; at += 1) {
    const isSaid = tokens[at]?.kind === 'word'
    if (tokens[at]?.kind === 'percentage') return false
    if (isSaid && [revoking, exceptions, hedges, wishes].some((table) => table.at(words, at) !== null))
      return false
    const isDoNot = at === from + 1 && first.folded === 'do'
    if (isSaid && !isDoNot && scoping.test(tokens[at]?.folded ?? '')) return false
  }
  return true
}

function sharesAWord(tokens: readonly Token[], label: TokenRange, rest: TokenRange): boolean {
  const wordsIn = ({ from, to }: TokenRange): readonly string[] =>
    tokens
      .slice(from, to)
      .filter(
        ({ kind, folded, text }) =>
          kind !== 'mark' &&
          kind !== 'sign' &&
          !isRowNoun(text) &&
          (!isFunctionWord(folded) || /^[A-Z]{2,}$/.test(text)),
      )
      .map(({ kind, folded, value }) => (kind === 'word' ? foldPlural(folded) : value))
  const said = new Set(wordsIn(label))
  return wordsIn(rest).some((word) => said.has(word))
}

function meaning(chart: Chart, label: TokenRange, rest: TokenRange): Slot {
  return slotOf('meaning', chart, label.from, label.to, {
    replacesClause: true,
    options: [chart.words(rest.from, rest.to)],
  })
}

function labelled(
  reading: ClauseReading,
  label: TokenRange,
  isWish: boolean,
  slots: readonly Slot[],
): ClauseReading {
  const part: Part = { role: isWish ? 'wish' : 'label', ...label }
  return {
    ...reading,
    from: label.from,
    checks: isWish ? reading.checks.map((one) => ({ ...one, required: false })) : reading.checks,
    parts: [part, ...reading.parts],
    slots: [...slots, ...reading.slots],
  }
}
