import type { AuditOrder } from './audit-request.ts'
import type { AuditTerms } from './audit-terms.ts'
import { readCsv } from './csv-table.ts'
import { type Cell, createCellReaders, valueOf } from './invoice-lines.ts'

/** The rule that keeps a row of the record from being billed. */
export type NotBillable = 'status_not_billable' | 'outside_period' | 'unparseable_value'

/** One row of the record. */
export type RecordRow = {
  /** 1 for the first row under the header. */
  readonly number: number
  readonly key: string
  readonly status: string | null
  readonly quantity: Cell<bigint>
  readonly unitPrice: Cell<bigint>
  readonly date: Cell<number>
  /** The rules that keep it from being billed; empty for a row that may be billed. */
  readonly notBillable: readonly NotBillable[]
}

/** The rows of the record, in their order and by their keys as they are compared. */
export type RecordRows = {
  readonly rows: readonly RecordRow[]
  readonly byKey: ReadonlyMap<string, readonly RecordRow[]>
  readonly hasQuantity: boolean
  readonly hasDate: boolean
}

export function readRecordCsv(
  {
    record_csv: text,
    column_mapping: { record: columns },
  }: Pick<AuditOrder, 'record_csv' | 'column_mapping'>,
  terms: AuditTerms,
): RecordRows {
  const mapped = Object.values(columns).filter((header) => header !== null && header !== undefined)
  const table = readCsv({
    field: 'record_csv',
    name: 'record',
    text,
    mapped: mapped.map((each) => each.trim()),
  })
  const at = (header: string | null | undefined) =>
    header === null || header === undefined ? -1 : table.headers.indexOf(header.trim())
  const [keyAt, statusAt, quantityAt] = [at(columns.key), at(columns.status), at(columns.quantity)]
  const [priceAt, dateAt] = [at(columns.unit_price), at(columns.date)]
  const cell = (row: readonly string[], index: number) => (index === -1 ? null : (row[index] ?? ''))

  const readers = createCellReaders(terms.currency)
  const byKey = new Map<string, RecordRow[]>()
  const rows = table.rows.map((row, index): RecordRow => {
    const read = {
      number: table.numbers[index] ?? index + 1,
      key: row[keyAt] ?? '',
      status: cell(row, statusAt),
      quantity: readers.quantity(cell(row, quantityAt)),
      unitPrice: readers.unitPrice(cell(row, priceAt)),
      date: readers.day(cell(row, dateAt)),
    }
    const recorded = {
      ...read,
      notBillable: rulesBroken(read, terms, { hasDate: dateAt !== -1, hasQuantity: quantityAt !== -1 }),
    }
    if (read.key !== '') {
      const key = terms.toKey(read.key)
      const others = byKey.get(key)
      if (others === undefined) byKey.set(key, [recorded])
      else others.push(recorded)
    }
    return recorded
  })
  return { rows, byKey, hasQuantity: quantityAt !== -1, hasDate: dateAt !== -1 }
}

/** A row without a date is of no period, and one whose date or quantity cannot be read supports nothing. */
function rulesBroken(
  { status, date, quantity }: Omit<RecordRow, 'notBillable'>,
  { billableStatuses, period }: AuditTerms,
  { hasDate, hasQuantity }: { hasDate: boolean; hasQuantity: boolean },
): readonly NotBillable[] {
  const broken: NotBillable[] = []
  if (billableStatuses !== null && !billableStatuses.has(status ?? '')) broken.push('status_not_billable')
  if (period !== null && hasDate) {
    const day = valueOf(date)
    if (day === null) broken.push(date.reading === null ? 'outside_period' : 'unparseable_value')
    else if (day < period.from || day > period.to) broken.push('outside_period')
  }
  if (hasQuantity && quantity.reading !== null && !('value' in quantity.reading))
    broken.push('unparseable_value')
  return [...new Set(broken)]
}
