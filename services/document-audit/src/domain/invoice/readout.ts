import type { AuditTotals } from './audit-result.ts'
import { toAmount } from './values/values.ts'

/** The result in two sentences. */
export function readoutOf(totals: AuditTotals, currency: string): string {
  const { invoice_lines, lines_supported, unsupported_cents, billed_cents } = totals
  const [unsupported, billed] = [toAmount(BigInt(unsupported_cents)), toAmount(BigInt(billed_cents))]
  return (
    `${lines_supported} of ${invoice_lines} billed ${invoice_lines === 1 ? 'line is' : 'lines are'} supported by the record. ` +
    `${unsupported} of ${billed} ${currency} is not supported.`
  )
}
