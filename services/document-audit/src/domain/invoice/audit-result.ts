import type { AuditedLineStatus, InvoiceSource } from '@outturn/vocabulary'
import type { Discrepancy } from './findings/discrepancy.ts'
import type { LineSource } from './input/invoice-lines.ts'

/** One line of the invoice with what the record supports of it. */
export type AuditedLine = {
  readonly line: string
  readonly key: string
  readonly billed_cents: number
  readonly supported_cents: number
  readonly status: AuditedLineStatus
  readonly record_rows: readonly number[]
  readonly discrepancies: readonly Discrepancy['code'][]
  readonly source: LineSource | null
}

export type AuditTotals = {
  readonly invoice_lines: number
  readonly record_rows: number
  readonly billed_cents: number
  readonly supported_cents: number
  readonly unsupported_cents: number
  readonly recomputed_cents: number
  readonly variance_cents: number
  readonly lines_supported: number
  readonly lines_with_discrepancies: number
}

/** The result of an audit, without the digests of its inputs. Equal inputs give equal results. */
export type AuditResult = {
  readonly currency: string
  readonly invoice_source: InvoiceSource
  readonly totals: AuditTotals
  readonly lines: readonly AuditedLine[]
  readonly discrepancies: readonly Discrepancy[]
  readonly unbilled_records: readonly { readonly record_row: number; readonly key: string }[]
  readonly readout: string
  readonly limitations: readonly string[]
}
