import { unprocessable } from '@outturn/contracts/audits'
import type { InvoiceColumns } from '../invoice/input/audit-request.ts'
import type { LineCells } from '../invoice/input/invoice-lines.ts'
import { type ColumnEdges, columnByEdge, columnsOver, isNumber } from './column-edges.ts'
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
export function findHeader(row: TextRow, columns: InvoiceColumns): Header | null {
  const { segments } = row
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
  assertOnce(row, columns, found)
  const others = segments
    .filter((_, at) => !used.has(at))
    .map(({ left, right }): TableColumn => ({ name: null, left, right }))
  return [...found, ...others].toSorted((a, b) => a.left - b.left)
}

/** Two tables side by side, or two columns with one name, could be read in two ways. */
function assertOnce(
  { segments, page, line }: TextRow,
  columns: InvoiceColumns,
  found: readonly TableColumn[],
) {
  for (const { name } of found) {
    const header = name === null ? null : columns[name]
    if (header === null || header === undefined) continue
    const first = findRun(segments, collapsed(header))
    if (first === null || findRun(segments, collapsed(header), first[1] + 1) === null) continue
    throw unprocessable(
      'invoice_pdf_base64',
      `The header row on page ${page}, row ${line}, prints ${JSON.stringify(header)} twice.`,
      { remediation: 'Send the invoice as CSV in invoice_csv.' },
    )
  }
}

/** The neighbouring segments, from one on, that together are the header. */
function findRun(
  segments: readonly Segment[],
  header: string,
  start = 0,
): readonly [from: number, to: number] | null {
  for (let from = start; from < segments.length; from += 1) {
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

/** The cells of a row, and the first text of it that could be in two columns. */
export type AssignedCells = { readonly cells: LineCells; readonly unclear: Segment | null }

/** The cells of a row under the columns of a header, whose other rows show the edges of its columns. */
export function assignCells(row: TextRow, header: Header, edges: ColumnEdges): AssignedCells {
  const texts = new Map<ColumnName, string>()
  let unclear: Segment | null = null
  let before: { readonly segment: Segment; readonly column: number } | null = null
  for (const segment of row.segments) {
    const column: number | null = columnOf(segment, { header, edges, row }) ?? columnBeside(segment, before)
    before = column === null ? null : { segment, column }
    if (column === null) {
      unclear ??= segment
      continue
    }
    const name = header[column]?.name ?? null
    if (name === null) continue
    const written = texts.get(name)
    texts.set(name, written === undefined ? segment.text : `${written} ${segment.text}`)
  }
  const cell = (name: ColumnName) =>
    texts.get(name) ?? (header.some((column) => column.name === name) ? '' : null)
  const cells = {
    key: cell('key'),
    amount: cell('amount'),
    line: cell('line'),
    quantity: cell('quantity'),
    unit_price: cell('unit_price'),
    date: cell('date'),
    description: cell('description'),
  }
  return { cells, unclear }
}

type Place = { readonly header: Header; readonly edges: ColumnEdges; readonly row: TextRow }

/**
 * The column whose header the segment stands under. Under none or several, that of the cells with the same edge; a text under several
 * begins in the first. Null where none of it tells.
 */
function columnOf(segment: Segment, { header, edges, row: { page, line } }: Place): number | null {
  const under = columnsOver(segment, header)
  const [first, second] = under
  if (first !== undefined && second === undefined) return first
  if (first !== undefined && isNumber(segment)) {
    throw unprocessable(
      'invoice_pdf_base64',
      `The number ${JSON.stringify(segment.text)} on page ${page}, row ${line}, stands under two columns.`,
      { remediation: 'Send the invoice as CSV in invoice_csv.' },
    )
  }
  return columnByEdge(segment, edges) ?? first ?? null
}

/** A gap of less, in parts of the font size, is a space within a cell, as before the currency of an amount. */
const spaceGap = 0.7

function columnBeside(
  { left, size }: Segment,
  before: { readonly segment: Segment; readonly column: number } | null,
): number | null {
  return before !== null && left - before.segment.right < size * spaceGap ? before.column : null
}
