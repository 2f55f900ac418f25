import { type CsvTable, readCsv } from './csv-table.ts'
import type { AuditRequest, InvoiceColumns } from './audit-request.ts'
import { remembered } from '../values/remembered.ts'
import { type Reading, readAmount, readDay, readQuantity, readUnitPrice } from '../values/values.ts'

/** Place of a line in a document with pages. */
export type LineSource = { readonly page: number; readonly line: number }

/** A cell with its text; `reading` is null where the column is not mapped or the cell is empty. */
export type Cell<Value> = {
  readonly text: string
  readonly reading: Reading<Value> | null
  readonly isMapped: boolean
}

/** One line of an invoice. Quantity and unit price are in billionths, the date is a UTC day. */
export type InvoiceLine = {
  /** As the invoice numbers it, or its row. */
  readonly label: string
  readonly source: LineSource | null
  readonly key: string
  readonly amount: { readonly text: string; readonly reading: Reading<bigint> }
  readonly quantity: Cell<bigint>
  readonly unitPrice: Cell<bigint>
  readonly date: Cell<number>
  /** What the line states to be deducted from quantity times unit price: negative, or positive on a credit. */
  readonly allowanceCents: bigint
}

/** The cells of one line under the headers of the mapping. */
export type LineCells = { readonly [Column in keyof InvoiceColumns]-?: string | null }

/** The readers of the cells of one table. */
export type CellReaders = {
  readonly amount: (text: string) => InvoiceLine['amount']
  readonly quantity: (text: string | null) => Cell<bigint>
  readonly unitPrice: (text: string | null) => Cell<bigint>
  readonly day: (text: string | null) => Cell<number>
}

export function createCellReaders(currency: string): CellReaders {
  const reader = <Value>(read: (text: string) => Reading<Value>) => {
    const unmapped = toCell<Value>(null, read)
    const mapped = remembered((text) => toCell(text, read))
    return (text: string | null) => (text === null ? unmapped : mapped(text))
  }
  return {
    amount: remembered((text) => ({ text, reading: readAmount(text, currency) })),
    quantity: reader(readQuantity),
    unitPrice: reader((text) => readUnitPrice(text, currency)),
    day: reader(readDay),
  }
}

/** The lines of an invoice as CSV, each made when it is read. The file itself is read at once. */
export function readInvoiceCsv({
  invoice_csv: text,
  column_mapping: { invoice: columns },
  currency,
}: Pick<AuditRequest, 'invoice_csv' | 'column_mapping' | 'currency'>): Iterable<InvoiceLine> {
  const mapped = Object.values(columns).filter((header) => header !== null && header !== undefined)
  const table = readCsv({
    field: 'invoice_csv',
    name: 'invoice',
    text,
    mapped: mapped.map((each) => each.trim()),
  })
  const cellReader = (header: string | null | undefined) => {
    if (header === null || header === undefined) return () => null
    const at = table.headers.indexOf(header.trim())
    return (row: readonly string[]) => row[at] ?? ''
  }
  const readers = {
    key: cellReader(columns.key),
    amount: cellReader(columns.amount),
    line: cellReader(columns.line),
    quantity: cellReader(columns.quantity),
    unit_price: cellReader(columns.unit_price),
    date: cellReader(columns.date),
  }
  const cellReaders = createCellReaders(currency)
  return linesOf(table, (row, number) =>
    toInvoiceLine(
      {
        key: readers.key(row),
        amount: readers.amount(row),
        line: readers.line(row),
        quantity: readers.quantity(row),
        unit_price: readers.unit_price(row),
        date: readers.date(row),
        description: null,
      },
      { number, source: null, readers: cellReaders },
    ),
  )
}

function* linesOf(
  { rows, numbers }: CsvTable,
  toLine: (row: readonly string[], number: number) => InvoiceLine,
): Iterable<InvoiceLine> {
  for (const [index, row] of rows.entries()) yield toLine(row, numbers[index] ?? index + 1)
}

export function toInvoiceLine(
  cells: LineCells,
  place: { readonly number: number; readonly source: LineSource | null; readonly readers: CellReaders },
): InvoiceLine {
  const { number, source, readers } = place
  return {
    label: cells.line === null || cells.line === '' ? String(number) : cells.line,
    source,
    key: cells.key ?? '',
    amount: readers.amount(cells.amount ?? ''),
    quantity: readers.quantity(cells.quantity),
    unitPrice: readers.unitPrice(cells.unit_price),
    date: readers.day(cells.date),
    allowanceCents: 0n,
  }
}

export function toCell<Value>(text: string | null, read: (text: string) => Reading<Value>): Cell<Value> {
  const isMapped = text !== null
  return text === null || text === ''
    ? { text: '', reading: null, isMapped }
    : { text, reading: read(text), isMapped }
}

/** The value of a cell that could be read. */
export function valueOf<Value>({ reading }: Cell<Value>): Value | null {
  return reading !== null && 'value' in reading ? reading.value : null
}
