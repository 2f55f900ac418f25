import { Refusal } from '@outturn/contracts'
import { readPdf, UnreadablePdf } from '../../adapters/pdf-text.ts'
import { UnreadableEInvoice } from '../../domain/e-invoice/e-invoice.ts'
import { readEInvoice } from '../../domain/e-invoice/read-e-invoice.ts'
import { auditInvoice } from '../../domain/invoice/audit-invoice.ts'
import { auditPdf } from '../../domain/pdf-invoice/audit-pdf.ts'
import type { AuditResult } from '../../domain/invoice/audit-result.ts'
import type { AuditOrder } from '../../domain/invoice/input/audit-request.ts'
import type { MadeDocument } from './made-documents.ts'

const order: AuditOrder = {
  record_csv: 'id,pieces,day\nS-1,2,2026-01-05\nS-2,1,2026-01-06\n',
  column_mapping: {
    invoice: { key: 'Shipment', quantity: 'Pieces', unit_price: 'Unit price', amount: 'Sum' },
    record: { key: 'id', quantity: 'pieces', date: 'day' },
  },
  currency: 'EUR',
}

/** How a document ended: in a result whose sums agree, or in a refusal with words; `fault` says what is wrong with the end. */
export type DocumentEnd = { readonly end: 'result' | 'refused'; readonly fault: string | null }

export async function judgeDocument(document: MadeDocument): Promise<DocumentEnd> {
  try {
    const fault = faultOf(await auditOf(document))
    return { end: 'result', fault }
  } catch (error) {
    const isClear =
      (error instanceof Refusal && error.options.field !== undefined) ||
      error instanceof UnreadablePdf ||
      error instanceof UnreadableEInvoice
    // The worker of PDFs answers any other error as a damaged file.
    const isDamaged = document.kind === 'pdf' && !(error instanceof TypeError && isOwn(error))
    return { end: 'refused', fault: isClear || isDamaged ? null : String((error as Error).stack) }
  }
}

function isOwn({ stack = '' }: Error): boolean {
  return /document-audit\/src\/(?:domain|adapters)/.test(stack.split('\n')[1] ?? '')
}

async function auditOf({ kind, bytes }: MadeDocument): Promise<AuditResult> {
  const text = () => new TextDecoder().decode(bytes)
  switch (kind) {
    case 'csv':
      return auditInvoice({ ...order, invoice_csv: text() })
    case 'pdf':
      return auditPdf(order, await readPdf(new Uint8Array(bytes)))
    case 'xml':
      return auditPdf(order, {
        items: [],
        eInvoice: readEInvoice([{ name: 'factur-x.xml', content: bytes }]),
      })
    default:
      return kind satisfies never
  }
}

/** Sums that do not agree, or null. */
function faultOf({ lines, totals, discrepancies }: AuditResult): string | null {
  const sum = (of: (line: AuditResult['lines'][number]) => number) =>
    lines.reduce((all, line) => all + of(line), 0)
  const checks: readonly (readonly [string, boolean])[] = [
    ['billed is not the sum of the lines', sum((line) => line.billed_cents) === totals.billed_cents],
    ['supported is not the sum of the lines', sum((line) => line.supported_cents) === totals.supported_cents],
    [
      'billed less supported is not unsupported',
      totals.billed_cents - totals.supported_cents === totals.unsupported_cents,
    ],
    ['the lines are not counted', lines.length === totals.invoice_lines],
    [
      'a line supports more than it bills',
      lines.every(({ billed_cents: billed, supported_cents: supported }) =>
        billed < 0 ? supported === billed : supported >= 0 && supported <= billed,
      ),
    ],
    ['a discrepancy has no words', discrepancies.every(({ explanation }) => explanation.length > 0)],
  ]
  return checks.find(([, holds]) => !holds)?.[0] ?? null
}
