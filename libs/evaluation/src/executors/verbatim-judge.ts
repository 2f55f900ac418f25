import { readJson } from '@outturn/canonical'
import type { ClaimText } from './claim-text.ts'
import type { ValueRules } from '@outturn/checkers'

/**
 * Whether one of the texts states the claim: a whole sentence, table cell or member of a row is the claim, both in NFKC, white
 * space evened out, without case, without quotes around it or punctuation at its end. The words alone are no statement: "it is
 * false that …" has them too.
 */
export function isSaidVerbatim(claim: string, texts: readonly ClaimText[], rules: ValueRules): boolean {
  const folded = (text: string) => withoutMarks(rules.comparedText(text, claimForm))
  const words = folded(claim)
  return words !== '' && texts.some(({ text }) => statementsOf(text).some((each) => folded(each) === words))
}

/** The parts of a text that stand for themselves. A line does not, because a sentence may go on over several. */
function statementsOf(text: string): string[] {
  const lines = text.split(/[\r\n]+/)
  const cells = lines.filter((line) => /[|\t]/.test(line)).flatMap((line) => line.split(/[|\t]/))
  const values = lines.flatMap(statementsOfJson)
  const paragraphs = text.split(/\r?\n\s*(?:\r?\n|[-*•]\s|\d+[.)]\s)/)
  return [...paragraphs, ...cells, ...values].flatMap((part) => [part, ...sentencesOf(part)])
}

function sentencesOf(part: string): string[] {
  return part.replace(/\s+/g, ' ').split(/(?<=[.!?…]["”’)\]]*) /u)
}

/** The members and texts of a line that is JSON, as rows are. */
function statementsOfJson(line: string): string[] {
  if (!line.startsWith('{') && !line.startsWith('[')) return []
  try {
    return membersOf(readJson(line))
  } catch {
    return []
  }
}

function membersOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  const own = Array.isArray(value)
    ? []
    : Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}:${JSON.stringify(member)}`)
  return [...own, ...Object.values(value).flatMap(membersOf)]
}

const claimForm = { form: 'NFKC', trims: true, folds: true } as const

function withoutMarks(words: string): string {
  return words.replace(/^(?:[-*•] )?["“‘'([]*/u, '').replace(/["”’')\].,;:!?…\s]+$/u, '')
}
