import { unprocessable } from '@outturn/contracts'
import type { InvoiceColumns } from '../invoice/input/audit-request.ts'
import { type InvoiceLine, type LineCells, toInvoiceLine } from '../invoice/input/invoice-lines.ts'
import { shortened } from '../invoice/values/shortened.ts'
import { readWrittenNumber } from '../invoice/values/written-number.ts'
import { assignCells, findHeader, type Header } from './table-header.ts'
import type { TextRow } from './text-rows.ts'

const field = 'invoice_pdf_base64'

/** Rows with such a word after the last keyed row are sums of lines, and no lines. */
const sumWords =
  /\b(?:sub-?total|total|tax|vat|gst|amount due|balance|net|gross|mwst|ust|summe|gesamt|netto|brutto|zwischensumme|tva|montant|iva|importe)\b/iu

/** A row of the table with its cells. */
type TableRow = { readonly row: TextRow; readonly cells: LineCells; readonly text: string }

/**
 * The lines of an invoice in the text of a PDF: the rows under the header row that has every column of the mapping. Refuses what could be
 * read in two ways.
 */
export function readLineTable(
  rows: readonly TextRow[],
  columns: InvoiceColumns,
  currency: string,
): readonly InvoiceLine[] {
  if (rows.length === 0) {
    throw unprocessable(field, 'The PDF has no text: its pages are images or empty.', {
      remediation: 'Send a PDF with a text layer, or the invoice as CSV in invoice_csv.',
    })
  }
  const table = tableRowsOf(rows, columns)
  assertReadable(table)
  const isSum = ({ cells, text }: TableRow) => sumWords.test(text) && !isKeyed(cells)
  const lastKeyed = table.findLastIndex(({ cells }) => isKeyed(cells))
  const lines = table.filter(
    (each, index) => isKeyed(each.cells) || (index <= lastKeyed ? true : !isSum(each)),
  )
  return lines.map(({ row, cells }, index) =>
    toInvoiceLine(cells, { number: index + 1, source: { page: row.page, line: row.line }, currency }),
  )
}

function isKeyed({ key }: LineCells): boolean {
  return key !== null && key !== '' && !sumWords.test(key)
}

/** Rows under the header with an amount; rows without one continue the text of the line above. */
function tableRowsOf(rows: readonly TextRow[], columns: InvoiceColumns): TableRow[] {
  let header: Header | null = null
  let headerPage = 0
  const table: TableRow[] = []
  for (const row of rows) {
    const found = findHeader(row, columns)
    if (found !== null) {
      if (headerPage === row.page) {
        throw unprocessable(field, `Page ${row.page} has two tables with the columns of the mapping.`, {
          remediation: 'Send the invoice as CSV in invoice_csv.',
        })
      }
      ;[header, headerPage] = [found, row.page]
      continue
    }
    if (header === null) continue
    const cells = assignCells(row, header)
    if (!isAmount(cells)) continue
    table.push({ row, cells, text: row.segments.map(({ text }) => text).join(' ') })
  }
  if (header === null) throw noHeader(rows, columns)
  return table
}

/** A row without a key is a line only where its amount is written like money: page and account numbers are none. */
function isAmount({ key, amount }: LineCells): boolean {
  if (amount === null || amount === '') return false
  const number = readWrittenNumber(amount)
  if (key !== null && key !== '') return /\d/.test(amount)
  return number !== null && (number.fraction !== '' || number.currency !== null)
}

function noHeader(rows: readonly TextRow[], columns: InvoiceColumns): Error {
  const mapped = Object.values(columns).filter((header) => typeof header === 'string')
  const scored = rows.map((row) => ({
    row,
    found: mapped.filter((header) => row.segments.some(({ text }) => text === header)).length,
  }))
  const best = scored.toSorted((a, b) => b.found - a.found)[0]
  const seen =
    best === undefined || best.found === 0
      ? `The first row reads ${quoted(rows[0])}.`
      : `The closest row, on page ${best.row.page}, reads ${quoted(best.row)}.`
  const named = mapped.map((header) => JSON.stringify(shortened(header, 60))).join(', ')
  return unprocessable(field, `No row of the PDF has the headers ${named}. ${seen}`, {
    remediation: 'Name the columns exactly as the header row of the table prints them, in one row.',
  })
}

function quoted(row: TextRow | undefined): string {
  return JSON.stringify(shortened((row?.segments ?? []).map(({ text }) => text).join(' | '), 200))
}

/** Fonts without a map to Unicode give characters that mean nothing. */
function assertReadable(table: readonly TableRow[]): void {
  const columns = [table.map(({ cells }) => cells.key ?? ''), table.map(({ cells }) => cells.amount ?? '')]
  const isUnreadable = (cells: readonly string[]) => {
    const text = cells.join('')
    return 2 * (text.match(/[\p{Cc}\p{Co}\uFFFD]/gu)?.length ?? 0) > text.length
  }
  if (!columns.some(isUnreadable)) return
  throw unprocessable(
    field,
    'The font of the table has no map to Unicode, so that its text cannot be read.',
    {
      remediation: 'Send the invoice as CSV in invoice_csv.',
    },
  )
}
