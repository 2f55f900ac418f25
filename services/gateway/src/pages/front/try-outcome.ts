import type { ErrorBody, OneCallResponse, TextQuestion } from '@outturn/contracts'

/** The result of a form that was sent. */
export type TryOutcome =
  | { readonly kind: 'verified'; readonly answer: OneCallResponse }
  | { readonly kind: 'unclear'; readonly line: number; readonly problem: ErrorBody }
  | {
      readonly kind: 'refused'
      readonly problem: Pick<ErrorBody, 'error' | 'code' | 'remediation' | 'request_id'>
    }

/** A text that a question offers in place of the condition: one line, or several. */
export type Choice = { readonly shown: string; readonly lines: readonly string[] }

/**
 * The whole texts that a question about a condition offers. One that waits for a word of the reader is none, nor is one that puts
 * a column in the place of another word where the condition names that column already.
 */
export function choicesOf({ rewrites, reason, candidates }: TextQuestion, condition: string): Choice[] {
  const words = new Set(condition.toLowerCase().split(/[^\p{L}\p{N}_]+/u))
  const isNamed = (place: number) =>
    reason === 'field_unmarked' && words.has((candidates[place] ?? '').toLowerCase())
  return rewrites
    .filter((_, place) => !isNamed(place))
    .map((rewrite) => (typeof rewrite === 'string' ? [rewrite] : rewrite))
    .filter((lines) => !lines.some((line) => line.includes('{}')))
    .map((lines) => ({ lines, shown: lines.join(' and ') }))
}
