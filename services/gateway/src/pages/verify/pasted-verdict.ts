import type { ReceiptVerdict } from '@outturn/receipt-verifier'
import { describeVerdict, type VerdictWords } from '../browser/verdict-words.ts'

/** The verdict on a receipt of which a reader knows nothing yet: anyone makes one in the sandbox that states any amount. */
export function pastedVerdict(verdict: ReceiptVerdict): VerdictWords {
  const words = describeVerdict(verdict, [])
  if (!verdict.valid || verdict.environment !== 'demo') return words
  return {
    ...words,
    tone: 'unknown',
    detail: `It is a demonstration of the sandbox: its amounts are money of no one. ${words.detail}`,
  }
}
