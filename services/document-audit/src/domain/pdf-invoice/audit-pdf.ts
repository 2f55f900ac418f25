import type { EInvoice } from '../e-invoice/e-invoice.ts'
import { readEInvoiceLines } from '../e-invoice/e-invoice-lines.ts'
import { comparePrintedTotal, findLayoutSum, findStatedSums } from '../e-invoice/total-findings.ts'
import { auditRead, ownRecord } from '../invoice/audit-invoice.ts'
import type { AuditResult } from '../invoice/audit-result.ts'
import type { AuditOrder } from '../invoice/input/audit-request.ts'
import { shortened } from '../invoice/values/shortened.ts'
import { readLineTable } from '../pdf/line-table.ts'
import { type TextItem, type TextRow, toRows } from '../pdf/text-rows.ts'

const ownLayout =
  'The lines were found by the layout of the PDF: the rows with an amount under the header row that has the columns of the mapping.'

/** A PDF as it was read: the text of its pages, and the e-invoice that is attached to it. */
export type PdfContent = { readonly items: readonly TextItem[]; readonly eInvoice: EInvoice | null }

/** Compares an invoice in a PDF with a record. The lines of an e-invoice are preferred over the layout of the pages. */
export function auditPdf(order: AuditOrder, { items, eInvoice }: PdfContent): AuditResult {
  const rows = toRows(items)
  if (eInvoice === null || eInvoice.lines.length === 0) return auditLayout(order, rows, eInvoice)
  const lines = readEInvoiceLines(eInvoice, order)
  const printed = comparePrintedTotal(eInvoice, rows)
  return auditRead(order, {
    source: 'e_invoice',
    lines,
    limitations: [
      ownRecord,
      `${named(eInvoice)}; its lines were read, and those that the pages print were not.`,
      ...(printed.isPrinted ? [] : ['The pages print no total that the e-invoice could be compared with.']),
    ],
    findTotals: (billedCents) => [...findStatedSums(eInvoice, billedCents), ...printed.findings],
  })
}

/** An e-invoice without lines, such as one of the profile MINIMUM, still states the sums that the printed lines add up to. */
function auditLayout(order: AuditOrder, rows: readonly TextRow[], eInvoice: EInvoice | null): AuditResult {
  const lines = readLineTable(rows, order.column_mapping.invoice, order.currency)
  if (eInvoice === null)
    return auditRead(order, { source: 'pdf_layout', lines, limitations: [ownRecord, ownLayout] })
  const sumsAlone = `${named(eInvoice)}; it has sums and no lines.`
  return auditRead(order, {
    source: 'pdf_layout',
    lines,
    limitations: [ownRecord, ownLayout, sumsAlone],
    findTotals: (billedCents) => findLayoutSum(eInvoice, billedCents),
  })
}

const syntaxes = { cii: 'Cross Industry Invoice', ubl: 'UBL' } as const

function named({ attachment, syntax, profile }: EInvoice): string {
  const rules = profile === '' ? '' : `, ${shortened(profile, 200)}`
  return `The e-invoice ${attachment} (${syntaxes[syntax]}${rules}) is attached to the PDF`
}
