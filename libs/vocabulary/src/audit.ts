/** Kinds of audits that a service signs statements of. */
export const auditKinds = ['invoice_audit', 'promise_replay'] as const

export type AuditKind = (typeof auditKinds)[number]

/** The differences that an invoice audit finds between an invoice and a record. */
export const discrepancyCodes = [
  'missing_key',
  'unparseable_value',
  'currency_mismatch',
  'duplicate_invoice_line',
  'not_in_record',
  'status_not_billable',
  'outside_period',
  'quantity_mismatch',
  'unit_price_mismatch',
  'amount_arithmetic_mismatch',
  'date_mismatch',
  'duplicate_record_key',
  'total_mismatch',
  'unbilled_record',
] as const

export type DiscrepancyCode = (typeof discrepancyCodes)[number]

/** `error` costs money or cannot be judged, `warning` costs nothing, `info` is no difference of a billed line. */
export const discrepancySeverities = ['error', 'warning', 'info'] as const

export type DiscrepancySeverity = (typeof discrepancySeverities)[number]

export const auditedLineStatuses = ['supported', 'partially_supported', 'unsupported', 'unparseable'] as const

export type AuditedLineStatus = (typeof auditedLineStatuses)[number]

/** Where the lines of an invoice are read. */
export const invoiceSources = ['csv', 'pdf_layout', 'e_invoice'] as const

export type InvoiceSource = (typeof invoiceSources)[number]

/** Windows over which a promise is measured, in UTC. */
export const promiseWindows = [
  'calendar_month',
  'calendar_quarter',
  'calendar_week',
  'rolling_30d',
  'all',
] as const

export type PromiseWindow = (typeof promiseWindows)[number]

export const uncertainTreatments = ['exclude', 'count_as_rejected', 'count_as_accepted'] as const

export type UncertainTreatment = (typeof uncertainTreatments)[number]

/** The value that a remedy is a part of. */
export const replayFeeBases = ['delivered_value', 'accepted_value', 'rejected_value'] as const

export type ReplayFeeBasis = (typeof replayFeeBases)[number]

/** Verdicts on a unit of a history; `pass` and `fail` mean `accepted` and `rejected`. */
export const replayVerdicts = ['accepted', 'rejected', 'uncertain', 'pass', 'fail'] as const

export type ReplayVerdict = (typeof replayVerdicts)[number]
