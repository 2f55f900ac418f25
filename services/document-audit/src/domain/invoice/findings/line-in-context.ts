import type { AuditTerms } from '../input/audit-terms.ts'
import { type InvoiceLine, valueOf } from '../input/invoice-lines.ts'
import type { RecordRow, RecordRows } from '../input/record-rows.ts'
import { shortened } from '../values/shortened.ts'
import { toAmount } from '../values/values.ts'

/** A line with everything that its rules look at. */
export type LineInContext = {
  readonly line: InvoiceLine
  readonly terms: AuditTerms
  readonly records: RecordRows
  /** Rows of the record with the key of the line. */
  readonly rows: readonly RecordRow[]
  /** Rows among them that count: all that may be billed, or the first where the record has no quantities. */
  readonly counted: readonly RecordRow[]
  readonly billedCents: bigint
  /** Label of the earlier line that bills the same key; null for the first. */
  readonly billedBefore: string | null
}

export function inContext(
  line: InvoiceLine,
  terms: AuditTerms,
  records: RecordRows,
  billedBefore: string | null,
): LineInContext {
  const rows = line.key === '' ? [] : (records.byKey.get(terms.toKey(line.key)) ?? [])
  const billable = rows.filter(({ notBillable }) => notBillable.length === 0)
  const counted = records.hasQuantity ? billable : billable.slice(0, 1)
  const billedCents = 'value' in line.amount.reading ? line.amount.reading.value : 0n
  return { line, terms, records, rows, counted, billedCents, billedBefore }
}

export function isCredit({ billedCents }: Pick<LineInContext, 'billedCents'>): boolean {
  return billedCents < 0n
}

/** The price that a unit of the line may cost: of the rules, else of the record; null for none. */
export function agreedPriceOf({ terms, rows, counted }: LineInContext): bigint | null {
  if (terms.unitPrice !== null) return terms.unitPrice
  const [row] = counted.length > 0 ? counted : rows
  return row === undefined ? null : valueOf(row.unitPrice)
}

const maxShown = 100

/** A text of the invoice within a discrepancy, shortened. */
export function shown(text: string): string {
  return shortened(text, maxShown)
}

export function money(cents: bigint, { currency }: Pick<AuditTerms, 'currency'>): string {
  return `${toAmount(cents)} ${currency}`
}
