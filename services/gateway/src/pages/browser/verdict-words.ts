import type { LogInclusion, ReceiptVerdict } from '@outturn/receipt-verifier'

/** A verification in words, for a person. */
export type VerdictWords = {
  readonly tone: 'good' | 'bad' | 'unknown'
  readonly summary: string
  readonly checks: readonly { readonly mark: 'passed' | 'failed' | 'skipped'; readonly text: string }[]
}

const marks = { ok: 'passed', failed: 'failed', not_checked: 'skipped' } as const
const words = { ok: 'Passed', failed: 'Failed', not_checked: 'Not checked' } as const

/** What this browser found of the proof that a receipt is in the transparency log. */
export const logWords = {
  included: 'Checked in this browser: it holds, and the log signed it.',
  invalid: 'Checked in this browser: the proof does NOT show that this receipt is in the log.',
  absent: 'No proof to check.',
  not_checked: 'Not checked: the receipt is malformed, or the keys name no log.',
} as const satisfies Record<LogInclusion, string>

/** `misprinted` is what the page shows otherwise than the receipt does: it makes the page bad, not the receipt. */
export function describeVerdict(verdict: ReceiptVerdict, misprinted: readonly string[]): VerdictWords {
  const checks = verdict.checks.map(({ name, status, detail }) => ({
    mark: marks[status],
    text: `${words[status]}: ${name.replaceAll('_', ' ')}. ${detail}`,
  }))
  const misprint = `This page does not show what the receipt states: ${misprinted.join(', ')}.`
  if (verdict.valid && misprinted.length > 0) return { tone: 'bad', summary: misprint, checks }
  if (verdict.valid) {
    const isStatusKnown = !verdict.advisories.includes('status_source_unavailable')
    const statusText = isStatusKnown
      ? 'and it was neither corrected nor revoked'
      : 'but its present status could not be read'
    const isDisputed = verdict.advisories.includes('disputed')
    const dispute = isDisputed ? ' A party disputes it.' : ''
    return {
      tone: isDisputed ? 'unknown' : 'good',
      summary: `Verified in this browser: the receipt is intact and signed by a trusted key, ${statusText}.${dispute}`,
      checks,
    }
  }
  const reasons = verdict.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')
  const found = verdict.signature_valid
    ? `The receipt is authentic and must not be relied on: ${reasons}.`
    : `Not valid: ${reasons || 'the signature could not be checked'}.`
  return { tone: 'bad', summary: misprinted.length > 0 ? `${found} ${misprint}` : found, checks }
}
