import type { LogInclusion, ReceiptVerdict } from '@outturn/receipt-verifier'

/** A verification in words, for a person. */
export type VerdictWords = {
  readonly tone: 'good' | 'bad' | 'unknown'
  readonly summary: string
  readonly detail: string
}

/** What this browser found of the proof that a receipt is in the transparency log. */
export const logWords = {
  included: 'Checked here: it holds, and the log signed it.',
  invalid: 'Checked here: it does NOT show this receipt in the log.',
  absent: 'No proof to check.',
  not_checked: 'Not checked: it is malformed, or the keys name no log.',
} as const satisfies Record<LogInclusion, string>

/** `misprinted` is what the page shows otherwise than the receipt does: it makes the page bad, not the receipt. */
export function describeVerdict(verdict: ReceiptVerdict, misprinted: readonly string[]): VerdictWords {
  const misprint =
    misprinted.length > 0 ? `This page does not show what the receipt states: ${misprinted.join(', ')}.` : ''
  const { valid, checks, advisories } = verdict
  const passed = checks.filter(({ status }) => status === 'ok').length
  const count = `${passed} of ${checks.length} checks`
  if (valid && misprint !== '') return { tone: 'bad', summary: misprint, detail: count }
  if (valid) {
    const isDisputed = advisories.includes('disputed')
    const statusText = advisories.includes('status_source_unavailable')
      ? 'Its status could not be read.'
      : 'It was neither corrected nor revoked.'
    return {
      tone: isDisputed ? 'unknown' : 'good',
      summary: `Verified in this browser, ${count}.`,
      detail: `The content is unchanged and signed by a trusted key. ${statusText}${isDisputed ? ' A party disputes it.' : ''}`,
    }
  }
  const reasons = verdict.reasons.map((reason) => reason.replaceAll('_', ' ')).join(', ')
  return {
    tone: 'bad',
    summary: verdict.signature_valid
      ? `The receipt is authentic and must not be relied on: ${reasons}.`
      : `Not valid: ${reasons || 'the signature could not be checked'}.`,
    detail: misprint,
  }
}
