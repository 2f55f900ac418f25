import { isRowNoun } from '../../fields/row-nouns.ts'
import type { Question } from '../../outcome.ts'
import type { PhraseMatch } from '../../wordings/phrase-table.ts'
import type { Word } from '../../wordings/words.ts'
import { exactUses, exceptions, hedges, revoking, wishes } from '../../wordings/undoing.ts'
import {
  type Asker,
  extractOf,
  type Inquiry,
  type Proposal,
  readable,
  replaced,
  withoutWords,
} from '../inquiry.ts'

export type UndoingKind = 'wish' | 'exception' | 'hedge' | 'revoked'

/** Words that take back, narrow or soften a sentence, and how. */
export interface Undoing extends PhraseMatch {
  readonly kind: UndoingKind
}

const tables = [
  ['revoked', revoking],
  ['exception', exceptions],
  ['hedge', hedges],
  ['wish', wishes],
] as const

/** The words of a text that take back, narrow or soften it, in order; words of a known field's name are none. */
function undoingIn(words: readonly Word[], isName: (index: number) => boolean): readonly Undoing[] {
  const exact = exactUses.all(words)
  const found: Undoing[] = []
  for (const [kind, table] of tables) {
    for (const match of table.all(words)) {
      const isExact = exact.some((use) => use.start <= match.start && match.end <= use.end)
      const isNamed = Array.from(
        { length: match.end - match.start },
        (_, offset) => match.start + offset,
      ).every(isName)
      const isFound = found.some((other) => other.start < match.end && match.start < other.end)
      const isDeniedBefore =
        /^(?:can|may)$/.test(words[match.start]?.folded ?? '') &&
        words.slice(0, match.start).some(({ folded }) => /^(?:no|neither|none|nothing)$/.test(folded))
      if (!isExact && !isNamed && !isFound && !isDeniedBefore) found.push({ kind, ...match })
    }
  }
  return found.toSorted((a, b) => a.start - b.start)
}

/** Asks what a text requires that some of its words take back, narrow or soften. */
export const askQualified: Asker = (inquiry) => {
  const [first] = undoingIn(inquiry.words, (index) => isNameAt(inquiry, index))
  return first === undefined ? null : askAbout(inquiry, first)
}

function askAbout(inquiry: Inquiry, { kind, start, end }: Undoing): Question {
  const range =
    kind === 'exception' && start > 0 ? { from: start, to: inquiry.tokens.length } : { from: start, to: end }
  const extract = extractOf(inquiry, range.from, kind === 'hedge' ? hedgedEnd(inquiry, end) : range.to)
  const proposals = kind === 'revoked' ? [] : readable(inquiry, proposalsFor(inquiry, kind, range))
  return {
    ...extract,
    reason: 'qualified',
    question: wordings[kind](JSON.stringify(extract.text), proposals.length > 0),
    wants: 'sentence',
    candidates: proposals.map(({ candidate }) => candidate),
    rewrites: proposals.map(({ rewrite }) => rewrite),
  }
}

/** The end of a hedge with the number or the rows that it is about: `about 50`, `most rows`. */
function hedgedEnd({ tokens }: Inquiry, end: number): number {
  const next = tokens[end]
  if (next === undefined) return end
  const isHedged =
    next.kind === 'number' || next.kind === 'percentage' || (next.kind === 'word' && isRowNoun(next.folded))
  return isHedged ? end + 1 : end
}

function* proposalsFor(
  inquiry: Inquiry,
  kind: UndoingKind,
  { from, to }: { from: number; to: number },
): Generator<Proposal> {
  const rest = withoutWords(inquiry, from, to)
  if (kind === 'wish' || /^if possible$/i.test(extractOf(inquiry, from, to).text)) {
    const wish = `Ideally ${rest}`
    yield { candidate: wish, rewrite: wish }
    const each = (inquiry.compile(rest) ?? []).map(({ text }) => `Ideally ${text}`)
    if (each.length > 1) yield { candidate: each.join('; '), rewrite: each }
  }
  if (inquiry.tokens[from]?.folded === 'but') {
    const both = replaced(inquiry, from, from + 1, 'and')
    yield { candidate: both, rewrite: both }
  }
  yield { candidate: rest, rewrite: rest }
  if (kind === 'hedge') {
    const text = JSON.stringify(extractOf(inquiry, from, to).text)
    yield { candidate: text, rewrite: replaced(inquiry, from, to, text) }
  }
  const instead = inquiry.text.replace(
    /\b(?:is|are|must be) (?:anything|everything) (?:but|except|other than) (\S+)/i,
    'is not $1',
  )
  if (instead !== inquiry.text) yield { candidate: instead, rewrite: instead }
}

const wordings: Readonly<Record<UndoingKind, (words: string, hasRewrite: boolean) => string>> = {
  wish: (words) => `${words} says that this is wished for. Is it required, or optional?`,
  exception: (words, hasRewrite) =>
    `${words} leaves open for what the rest does not hold, and no check does so.${hasRewrite ? ' Without these words it holds always, which asks for more.' : ''}`,
  hedge: (words, hasRewrite) =>
    `${words} is not exact.${hasRewrite ? ' Without these words the requirement is exact, which asks for more.' : ' Write exactly what is required.'}`,
  revoked: (words) =>
    `${words} takes back or denies what the rest says. Write only what is required, or leave the sentence out.`,
}

/** Whether a token belongs to the name of a known field. */
export function isNameAt({ isName }: Inquiry, at: number): boolean {
  return isName[at] === true
}
