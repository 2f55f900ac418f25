import { readText } from '../read-text.ts'
import type { Circumstances, TextOutcome } from '../outcome.ts'
import { holds } from './claim.ts'
import { areAccepted } from './judged-checks.ts'
import type { MadeSentence } from './made-sentence.ts'
import { nearRows } from './near-rows.ts'

/** What became of a made sentence: its meaning, nothing that binds, or something that judges rows otherwise. */
export type Comparison =
  | { readonly kind: 'same' | 'unread' | 'asked' }
  | { readonly kind: 'wrong'; readonly why: string }

export function circumstancesOf(fields: readonly string[], isSuggestion = false): Circumstances {
  return {
    fields: fields.map((name) => ({ name })),
    fieldsFrom: 'request',
    evidence: 'rows',
    isSuggestion,
    isSoftware: false,
  }
}

export function isCompiled({ checks, questions, undecided }: TextOutcome): boolean {
  return checks.length > 0 && questions.length === 0 && undecided.length === 0
}

/** Reads the sentence and compares the verdicts of its checks with those of its claims over rows near the boundary. */
export function compareReading({ text, fields, claims, isUndone }: MadeSentence): Comparison {
  const outcome = readText(text, circumstancesOf(fields))
  if (!isCompiled(outcome)) return { kind: outcome.questions.length > 0 ? 'asked' : 'unread' }
  const required = outcome.checks.filter((each) => each.required)
  if (isUndone) {
    if (required.length === 0) return { kind: 'same' }
    return { kind: 'wrong', why: `requires ${JSON.stringify(required.map(({ check }) => check))}` }
  }
  const lists = nearRows(claims)
  if (lists === null) return { kind: 'wrong', why: 'it compiled, and no rows are as it says' }
  for (const rows of lists) {
    const expected = claims.every((claim) => holds(claim, rows))
    if (
      areAccepted(
        required.map(({ check }) => check),
        rows,
      ) === expected
    )
      continue
    const shown = JSON.stringify([...new Set(rows.map((row) => JSON.stringify(row)))].slice(0, 3))
    const made = JSON.stringify(required.map(({ check }) => check))
    return {
      kind: 'wrong',
      why: `${rows.length} rows such as ${shown} should ${expected ? 'pass' : 'fail'} ${made}`,
    }
  }
  return { kind: 'same' }
}
