import type { DiscrepancyCode, DiscrepancySeverity } from '@outturn/vocabulary'

/** The value that a discrepancy is about. */
export type AuditedField = 'key' | 'quantity' | 'unit_price' | 'amount' | 'status' | 'date' | 'invoice_total'

/** One difference between the invoice and the record. */
export type Discrepancy = {
  readonly code: DiscrepancyCode
  readonly severity: DiscrepancySeverity
  /** Null for one of the whole invoice, or of a record that was not billed. */
  readonly line: string | null
  readonly key: string | null
  readonly record_row: number | null
  readonly field: AuditedField
  readonly expected: string | null
  readonly observed: string | null
  /** Money that it leaves unsupported; of several on one line the largest counts. */
  readonly delta_cents: number
  readonly explanation: string
}

/** The parts of a discrepancy that a rule states; the line adds the rest. */
export type Finding = {
  readonly code: DiscrepancyCode
  readonly field: AuditedField
  readonly expected?: string | null
  readonly observed?: string | null
  readonly recordRow?: number | null
  readonly deltaCents: bigint
  readonly explanation: string
  /** Whether it is told for completeness. @default false */
  readonly isInformation?: boolean
}

export function severityOf({ code, deltaCents, isInformation = false }: Finding): DiscrepancySeverity {
  if (isInformation) return 'info'
  const isUnread = code === 'unparseable_value' || code === 'currency_mismatch'
  return deltaCents > 0n || isUnread || code === 'total_mismatch' ? 'error' : 'warning'
}
