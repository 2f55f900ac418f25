/** The columns of an invoice, by their headers. A column that is null or left out is not read. */
export type InvoiceColumns = {
  readonly key: string
  readonly amount: string
  readonly line?: string | null
  readonly quantity?: string | null
  readonly unit_price?: string | null
  readonly date?: string | null
  readonly description?: string | null
}

/** The columns of a record, by their headers. */
export type RecordColumns = {
  readonly key: string
  readonly quantity?: string | null
  readonly unit_price?: string | null
  readonly status?: string | null
  readonly date?: string | null
}

export type AuditRules = {
  readonly billable_statuses?: readonly string[]
  readonly period?: { readonly from?: string; readonly to?: string }
  readonly unit_price_cents?: number
  readonly amount_tolerance_cents?: number
  readonly quantity_tolerance?: number
  readonly case_sensitive_keys?: boolean
}

export type ColumnMapping = { readonly invoice: InvoiceColumns; readonly record: RecordColumns }

/** An invoice to audit, with the record that it is compared with. */
export type AuditRequest = {
  readonly invoice_csv: string
  readonly record_csv: string
  readonly column_mapping: ColumnMapping
  readonly rules?: AuditRules
  readonly currency: string
  readonly invoice_total_cents?: number
}
