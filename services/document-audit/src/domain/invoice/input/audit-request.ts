/** The columns of an invoice, by their headers. A column that is null or left out is not read. */
export type InvoiceColumns = {
  readonly key: string
  readonly amount: string
  readonly line?: string | null | undefined
  readonly quantity?: string | null | undefined
  readonly unit_price?: string | null | undefined
  readonly date?: string | null | undefined
  readonly description?: string | null | undefined
}

/** The columns of a record, by their headers. */
export type RecordColumns = {
  readonly key: string
  readonly quantity?: string | null | undefined
  readonly unit_price?: string | null | undefined
  readonly status?: string | null | undefined
  readonly date?: string | null | undefined
}

export type AuditRules = {
  readonly billable_statuses?: readonly string[] | undefined
  readonly period?: { readonly from?: string | undefined; readonly to?: string | undefined } | undefined
  readonly unit_price_cents?: number | undefined
  readonly amount_tolerance_cents?: number | undefined
  readonly quantity_tolerance?: number | undefined
  readonly case_sensitive_keys?: boolean | undefined
}

export type ColumnMapping = { readonly invoice: InvoiceColumns; readonly record: RecordColumns }

/** A record to compare an invoice with, and how both are read. */
export type AuditOrder = {
  readonly record_csv: string
  readonly column_mapping: ColumnMapping
  readonly rules?: AuditRules | undefined
  readonly currency: string
  readonly invoice_total_cents?: number | undefined
}

/** The same with the invoice as CSV. */
export type AuditRequest = AuditOrder & { readonly invoice_csv: string }
