import { unprocessable } from '@outturn/contracts/audits'
import type { InvoiceColumns } from '../invoice/input/audit-request.ts'
import {
  createCellReaders,
  type InvoiceLine,
  type LineCells,
  toInvoiceLine,
} from '../invoice/input/invoice-lines.ts'
import { shortened } from '../invoice/values/shortened.ts'
import { readAmount, toAmount } from '../invoice/values/values.ts'
import { readWrittenNumber } from '../invoice/values/written-number.ts'
import { type ColumnEdges, learnEdges } from './column-edges.ts'
import { assignCells, findHeader, type Header } from './table-header.ts'
import type { Segment, TextRow } from './text-rows.ts'

const field = 'invoice_pdf_base64'

/** Rows with such a word after the last keyed row are sums of lines, and no lines. */
const sumWords =
  /\b(?:sub-?total|total|tax|vat|gst|amount due|balance|net|gross|mwst|ust|summe|gesamt|netto|brutto|zwischensumme|tva|montant|iva|importe)\b/iu

/** Words beside a sum of the lines above, within the table: at the end of a group, or at the end of a page and the top of the next. */
const runningSumWords =
  /(?<!\p{L})(?:carried (?:forward|over|down)|brought (?:forward|over|down)|c\/f|b\/f|sub-?total|zwischensumme|übertrag|sous-total|à reporter|suma y sigue|riporto)(?!\p{L})/iu

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
  const found = tableRowsOf(rows, columns)
  assertReadable(found)
  const table = withoutRunningSums(found, currency)
  const isSum = ({ cells, text }: TableRow) => sumWords.test(text) && !isKeyed(cells)
  const lastKeyed = table.findLastIndex(({ cells }) => isKeyed(cells))
  const lines = table.filter(
    (each, index) => isKeyed(each.cells) || (index <= lastKeyed ? true : !isSum(each)),
  )
  const readers = createCellReaders(currency)
  return lines.map(({ row, cells }, index) =>
    toInvoiceLine(cells, { number: index + 1, source: { page: row.page, line: row.line }, readers }),
  )
}

function isKeyed({ key }: LineCells): boolean {
  return key !== null && key !== '' && !sumWords.test(key) && !runningSumWords.test(key)
}

/** Leaves out the rows that print the sum of the lines so far, or of those since the last such row. One with another sum is refused. */
function withoutRunningSums(table: readonly TableRow[], currency: string): TableRow[] {
  let [total, group] = [0n, 0n]
  return table.filter(({ row: { page, line }, cells, text }) => {
    const reading = readAmount(cells.amount ?? '', currency)
    const cents = 'value' in reading ? reading.value : 0n
    if (isKeyed(cells) || !runningSumWords.test(text)) {
      total += cents
      group += cents
      return true
    }
    if (cents !== total && cents !== group) {
      throw unprocessable(
        field,
        `Row ${line} on page ${page} reads ${JSON.stringify(shortened(text, 100))}, and the lines above add up to ${toAmount(total)}.`,
        { remediation: 'Send the invoice as CSV in invoice_csv.' },
      )
    }
    group = 0n
    return false
  })
}

/** The rows under one header row. */
type Section = { readonly header: Header; readonly rows: TextRow[] }

/** Rows under the header with an amount; rows without one continue the text of the line above. */
function tableRowsOf(rows: readonly TextRow[], columns: InvoiceColumns): TableRow[] {
  const sections = sectionsOf(rows, columns)
  if (sections.length === 0) throw noHeader(rows, columns)
  // Every page with the same header shows the same columns.
  const alike = Map.groupBy(sections, signatureOf)
  const edgesOf = new Map([...alike].map(([signature, same]) => [signature, learnedOf(same)]))
  return sections.flatMap((section) => {
    const { header, rows: own } = section
    const edges = edgesOf.get(signatureOf(section)) ?? []
    return own.flatMap((row) => {
      const { cells, unclear } = assignCells(row, header, edges)
      if (!isAmount(cells)) return []
      if (unclear !== null) throw unclearColumn(unclear, row)
      return [{ row, cells, text: row.segments.map(({ text }) => text).join(' ') }]
    })
  })
}

function sectionsOf(rows: readonly TextRow[], columns: InvoiceColumns): Section[] {
  const sections: Section[] = []
  let headerPage = 0
  for (const row of rows) {
    const header = findHeader(row, columns)
    if (header === null) {
      sections.at(-1)?.rows.push(row)
      continue
    }
    if (headerPage === row.page) {
      throw unprocessable(field, `Page ${row.page} has two tables with the columns of the mapping.`, {
        remediation: 'Send the invoice as CSV in invoice_csv.',
      })
    }
    headerPage = row.page
    sections.push({ header, rows: [] })
  }
  return sections
}

function signatureOf({ header }: Section): string {
  return JSON.stringify(header.map(({ name, left }) => [name, left]))
}

function learnedOf(same: readonly Section[]): ColumnEdges {
  return learnEdges(
    same.flatMap(({ rows }) => rows),
    same[0]?.header ?? [],
  )
}

function unclearColumn({ text }: Segment, { page, line }: TextRow): Error {
  return unprocessable(
    field,
    `The text ${JSON.stringify(shortened(text, 100))} on page ${page}, row ${line}, stands under no header, and no other row shows its column.`,
    { remediation: 'Send the invoice as CSV in invoice_csv.' },
  )
}

/** A row without a key is a line only where its amount is written like money: page and account numbers are none. */
function isAmount({ key, amount }: LineCells): boolean {
  if (amount === null || amount === '') return false
  const number = readWrittenNumber(amount)
  if (key !== null && key !== '') return /\d/.test(amount)
  return number !== null && (number.fraction !== '' || number.currency !== null)
}

function noHeader(rows: readonly TextRow[], columns: InvoiceColumns): Error {
  if (isMostlyUnreadable(rows.flatMap(({ segments }) => segments.map(({ text }) => text)))) return noUnicode()
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
  if (columns.some(isMostlyUnreadable)) throw noUnicode()
}

function isMostlyUnreadable(texts: readonly string[]): boolean {
  const text = texts.join('')
  return 2 * (text.match(/[\p{Cc}\p{Co}\uFFFD]/gu)?.length ?? 0) > text.length
}

function noUnicode(): Error {
  return unprocessable(
    field,
    'The font of the table has no map to Unicode, so that its text cannot be read.',
    { remediation: 'Send the invoice as CSV in invoice_csv.' },
  )
}
