import { indexFields } from '../fields/field-index.ts'
import { wordsOf } from '../wordings/words.ts'
import type { Circumstances, Question, ReadCheck, TextOutcome } from '../outcome.ts'
import type { ClauseReading } from '../reading/clause-reading.ts'
import type { Exclusion } from '../exclusions/exclusions.ts'
import { tokenize } from '../tokens/tokenize.ts'
import { explain } from './explain.ts'
import { type Inquiry, namesIn } from './inquiry.ts'

/** The longest text that is read as one condition, in UTF-16 code units. */
const maxChars = 2_000
/** The most tokens of a condition, and of one about which anything is proposed. */
const maxTokens = 400
const maxTokensOfProposals = 60
/** The most texts that the questions about one text may read. */
export const readsPerText = 150

/** The steps that all their readings may take. */
export const stepsPerText = 60_000

/** What the questions may still read. */
export interface ReadBudget {
  reads: number
  steps: number
}

/** What reading a text finds. */
export interface Findings {
  /** Only where the text has exactly one reading. */
  readonly checks: readonly ReadCheck[] | null
  /** Complete readings after the exclusions; several, or none. */
  readonly complete: readonly ClauseReading[]
  readonly open: readonly ClauseReading[]
  /** Why complete readings are not used. */
  readonly excluded: readonly Exclusion[]
}

export type Read = (text: string) => Findings

/** Thrown where no more texts may be read. */
class OutOfReads extends Error {}

/** Says why a text has no reading, or several: with questions whose rewrites compile, or with what no checker decides. */
export function inquire(
  text: string,
  circumstances: Circumstances,
  read: Read,
  budget: ReadBudget,
): TextOutcome {
  const tokens = tokenize(text)
  if (text.length > maxChars || tokens.length > maxTokens) return tooLong(text)
  const found = new Map<string, Findings>()
  const readOnce: Read = (other) => {
    const known = found.get(other)
    if (known !== undefined) return known
    if (
      found.size >= readsPerText ||
      budget.reads <= 0 ||
      budget.steps <= 0 ||
      tokens.length > maxTokensOfProposals
    )
      throw new OutOfReads()
    budget.reads -= 1
    const findings = read(other)
    found.set(other, findings)
    return findings
  }
  try {
    return explain(inquiryOf(text, circumstances, readOnce))
  } catch (error) {
    if (!(error instanceof OutOfReads)) throw error
    return explain(inquiryOf(text, circumstances, () => unread, true))
  }
}

const unread: Findings = { checks: null, complete: [], open: [], excluded: [] }

function inquiryOf(text: string, circumstances: Circumstances, read: Read, isPart = false): Inquiry {
  const tokens = tokenize(text)
  const { complete, open, excluded } = read(text)
  const words = wordsOf(tokens)
  const index = indexFields(circumstances.fields)
  return {
    text,
    tokens,
    words,
    circumstances,
    index,
    ...namesIn(tokens, words, index),
    complete,
    open,
    excluded,
    compile: (other) => read(other).checks,
    ask: (part) => (isPart ? [] : explain(inquiryOf(part, circumstances, read, true)).questions),
  }
}

function tooLong(text: string): TextOutcome {
  const question: Question = {
    text,
    start: 0,
    end: text.length,
    reason: 'inexact_value',
    question: `A condition has at most ${maxChars} characters and ${maxTokens} words. Send each requirement as a condition of its own.`,
    wants: 'sentence',
    candidates: [],
    rewrites: [],
  }
  return { checks: [], questions: [question], undecided: [] }
}
