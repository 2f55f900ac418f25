import { isRowNoun } from '../fields/row-nouns.ts'
import { fieldCandidates } from '../fields/field-candidates.ts'
import type { Question, Undecided } from '../outcome.ts'
import { fieldsIn, type Inquiry, wholeOf } from './inquiry.ts'
import { isLexiconWord } from './lexicon-words.ts'

/** The words of a text that are neither known nor a field, as runs. */
function unknownRuns(inquiry: Inquiry): readonly { readonly from: number; readonly to: number }[] {
  const named = fieldsIn(inquiry)
  const isUnknown = inquiry.tokens.map(
    ({ kind, folded }, at) =>
      (kind === 'word' || kind === 'odd') &&
      !(kind === 'word' && isLexiconWord(folded)) &&
      !named.some(({ from, to }) => from <= at && at < to),
  )
  const runs: { from: number; to: number }[] = []
  for (const [at, unknown] of isUnknown.entries()) {
    const last = runs.at(-1)
    if (!unknown) continue
    if (last?.to === at) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}

/** Whether a text tries to state a check: it compares, counts, or names a field or the rows. */
export function triesACheck(inquiry: Inquiry): boolean {
  const { tokens } = inquiry
  return (
    fieldsIn(inquiry).length > 0 ||
    tokens.some(
      ({ kind, folded }) => (kind !== 'word' && kind !== 'mark') || (kind === 'word' && isRowNoun(folded)),
    )
  )
}

/** Whether a text is English that asks for something, and not words without any that is known. */
export function isSentence({ tokens }: Inquiry): boolean {
  return tokens.length > 2 && tokens.some(({ kind, folded }) => kind === 'word' && isLexiconWord(folded))
}

/** The question where nothing else could be asked: the words that were not recognised, and sentences that are. */
export function askUnrecognised(inquiry: Inquiry): Question {
  const runs = unknownRuns(inquiry)
  const words = runs.map(({ from, to }) =>
    JSON.stringify(inquiry.text.slice(inquiry.tokens[from]?.start, inquiry.tokens[to - 1]?.end)),
  )
  const nearest = nearestSentences(inquiry).map((sentence) => JSON.stringify(sentence))
  const examples = nearest.length === 0 ? '' : ` Sentences that can be checked: ${nearest.join(', ')}.`
  const what =
    words.length === 0
      ? 'The words are known, but not in this order.'
      : `No check has a place for ${words.slice(0, 3).join(', ')}.`
  return {
    ...wholeOf(inquiry),
    reason: 'inexact_value',
    question: `${what}${examples}`,
    wants: 'sentence',
    candidates: [],
    rewrites: ['{}'],
  }
}

/** How the reason begins where no word tells why no check decides a text. */
export const unreadReason = 'no check says it'

/** What no check says, and no word tells why. */
export function noCheckFor(inquiry: Inquiry): Undecided {
  const nearest = nearestSentences(inquiry).map((sentence) => JSON.stringify(sentence))
  return {
    ...wholeOf(inquiry),
    code: 'no_checker',
    reason: `${unreadReason}${nearest.length === 0 ? '' : `; sentences that can be checked: ${nearest.join(', ')}`}`,
    method: inquiry.circumstances.isSoftware ? 'external_tool' : 'human_confirmed',
  }
}

/** The two sentences nearest to a text that can be made with the fields of the request. */
function nearestSentences(inquiry: Inquiry): readonly string[] {
  const { circumstances, tokens, text } = inquiry
  const [named] = fieldsIn(inquiry)
  const [first] = fieldCandidates(named?.name ?? text, circumstances.fields)
  if (first === undefined)
    return circumstances.evidence === 'rows'
      ? ['exactly 50 rows']
      : ['text contains "summary"', 'delivered by 2026-12-01T17:00:00Z'].filter(
          (one) => inquiry.compile(one) !== null,
        )
  const name = JSON.stringify(first)
  const number = tokens.find(({ kind }) => kind === 'number' || kind === 'percentage')?.value
  const field = circumstances.fields.find((one) => one.name === first)
  const isNumber = number !== undefined && (field?.type === undefined || field.type === 'number')
  const value = field?.values?.[0]
  return [
    ...(isNumber ? [`${name} is at least ${number}`, `${name} is at most ${number}`] : []),
    ...(/uniq|dup|same|twice|repeat/i.test(text) ? [`no duplicates by ${name}`] : []),
    ...(value === undefined ? [] : [`${name} is ${JSON.stringify(value)}`]),
    `every row has ${name}`,
    `no duplicates by ${name}`,
  ]
    .filter((sentence) => inquiry.compile(sentence) !== null)
    .slice(0, 2)
}
