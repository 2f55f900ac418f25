import { unprocessable } from '@outturn/contracts'
import type { InvoiceColumns } from '../invoice/input/audit-request.ts'
import type { LineCells } from '../invoice/input/invoice-lines.ts'
import { readWrittenNumber } from '../invoice/values/written-number.ts'
import type { Segment, TextRow } from './text-rows.ts'

type ColumnName = keyof InvoiceColumns

/** A column of the table; one that the mapping does not name has no name. */
type TableColumn = { readonly name: ColumnName | null; readonly left: number; readonly right: number }

/** The columns of a table from left to right. */
export type Header = readonly TableColumn[]

const names = [
  'key',
  'amount',
  'line',
  'quantity',
  'unit_price',
  'date',
  'description',
] as const satisfies readonly ColumnName[]

/** The columns of a row that has the header of every mapped column; null for any other row. */
export function findHeader({ segments }: TextRow, columns: InvoiceColumns): Header | null {
  const found: TableColumn[] = []
  const used = new Set<number>()
  for (const name of names) {
    const header = columns[name]
    if (header === null || header === undefined) continue
    const run = findRun(segments, collapsed(header))
    if (run === null) return null
    const [from, to] = run
    found.push({ name, left: segments[from]?.left ?? 0, right: segments[to]?.right ?? 0 })
    for (let at = from; at <= to; at += 1) used.add(at)
  }
  const others = segments
    .filter((_, at) => !used.has(at))
    .map(({ left, right }): TableColumn => ({ name: null, left, right }))
  return [...found, ...others].toSorted((a, b) => a.left - b.left)
}

/** The neighbouring segments that together are the header. */
function findRun(segments: readonly Segment[], header: string): readonly [from: number, to: number] | null {
  for (const [from] of segments.entries()) {
    let text = ''
    for (let to = from; to < segments.length && text.length <= header.length; to += 1) {
      text = collapsed(`${text} ${segments[to]?.text ?? ''}`)
      if (text === header) return [from, to]
    }
  }
  return null
}

function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim()
}

/** The cells of a row under the columns of a header. */
export function assignCells(row: TextRow, header: Header): LineCells {
  const texts = new Map<ColumnName, string>()
  for (const segment of row.segments) {
    const { name } = columnOf(segment, header, row)
    if (name === null) continue
    const before = texts.get(name)
    texts.set(name, before === undefined ? segment.text : `${before} ${segment.text}`)
  }
  const cell = (name: ColumnName) =>
    texts.get(name) ?? (header.some((column) => column.name === name) ? '' : null)
  return {
    key: cell('key'),
    amount: cell('amount'),
    line: cell('line'),
    quantity: cell('quantity'),
    unit_price: cell('unit_price'),
    date: cell('date'),
    description: cell('description'),
  }
}

/** The column whose header the segment stands under; a number goes by its right edge, a text by its left one. */
function columnOf(segment: Segment, header: Header, { page, line }: TextRow): TableColumn {
  const isNumber = readWrittenNumber(segment.text) !== null
  const under = header.filter(({ left, right }) => segment.left < right && segment.right > left)
  if (isNumber && under.length > 1) {
    throw unprocessable(
      'invoice_pdf_base64',
      `The number ${JSON.stringify(segment.text)} on page ${page}, row ${line}, stands under two columns.`,
      { remediation: 'Send the invoice as CSV in invoice_csv.' },
    )
  }
  const [only] = under
  if (only !== undefined && under.length === 1) return only
  const edge = isNumber ? segment.right : segment.left
  const index = header.findLastIndex(
    (column, at) => at === 0 || edge >= (boundBefore(header, at) ?? column.left),
  )
  return header[index] ?? { name: null, left: 0, right: 0 }
}

/** The middle between a header and the one before it. */
function boundBefore(header: Header, at: number): number | null {
  const [before, column] = [header[at - 1], header[at]]
  return before === undefined || column === undefined ? null : (before.right + column.left) / 2
}
