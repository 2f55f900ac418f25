import { hash } from 'node:crypto'
import {
  InvoiceAuditRequest,
  PromiseReplayRequest,
  Refusal,
  refusalToMessage,
  unprocessable,
} from '@outturn/contracts/audits'
import type { EInvoice } from '../domain/e-invoice/e-invoice.ts'
import type { AuditDocument, AuditSummary } from '../domain/document.ts'
import { auditDocument } from '../domain/invoice/audit-document.ts'
import { auditPdfDocument } from '../domain/pdf-invoice/pdf-document.ts'
import type { PdfContent } from '../domain/pdf-invoice/audit-pdf.ts'
import { replayDocument } from '../domain/promise/replay-document.ts'

export type AuditTask = {
  /** The request as JSON in UTF-8, without a PDF. */
  readonly request: Uint8Array
  /** The text of the PDF as its reader gives it, and the digest of its bytes; null for CSV. */
  readonly pdf: { readonly text: Uint8Array; readonly digest: string } | null
  readonly auditId: string
  readonly slug: string
}

/** A result as JSON text, with what is signed of it where that was asked for. */
export type ComputedAudit = { readonly text: string; readonly signed: AuditSummary | null }

/** The result, or the refusal as data. */
export type AuditAnswer = ComputedAudit | { readonly refusal: unknown }

/** The text of a PDF with its e-invoice, or the reason why it cannot be read. */
type PdfAnswer =
  | {
      readonly items: readonly (readonly [number, string, number, number, number, number, number])[]
      readonly eInvoice: EInvoice | null
    }
  | { readonly unreadable: string }

const InvoiceOrder = InvoiceAuditRequest.omit({ invoice_csv: true, invoice_pdf_base64: true })
const CsvRequest = InvoiceOrder.extend({ invoice_csv: InvoiceAuditRequest.shape.invoice_csv.unwrap() })

/** Audits an invoice, in a thread of its own. */
export function auditInvoiceApart({ request, pdf, auditId, slug }: AuditTask): AuditAnswer {
  return answerOf(() => {
    const sent = JSON.parse(decode(request)) as unknown
    const options = { auditId, slug, sha256 }
    if (pdf === null) {
      const { sign, ...order } = CsvRequest.parse(sent)
      return computed(auditDocument(order, options), sign)
    }
    const { sign, ...order } = InvoiceOrder.parse(sent)
    const read = { ...contentOf(pdf.text), invoiceDigest: pdf.digest }
    return computed(auditPdfDocument(order, read, options), sign)
  })
}

/** Replays a promise, in a thread of its own. */
export function replayPromiseApart({ request, auditId, slug }: Omit<AuditTask, 'pdf'>): AuditAnswer {
  return answerOf(() => {
    const { sign, ...order } = PromiseReplayRequest.parse(JSON.parse(decode(request)))
    return computed(replayDocument(order, { auditId, slug, sha256 }), sign)
  })
}

function answerOf(compute: () => ComputedAudit): AuditAnswer {
  try {
    return compute()
  } catch (error) {
    if (error instanceof Refusal) return { refusal: refusalToMessage(error) }
    throw error
  }
}

function computed({ text, summary }: AuditDocument, isSigned = false): ComputedAudit {
  return { text, signed: isSigned ? summary : null }
}

function contentOf(text: Uint8Array): PdfContent {
  const answer = JSON.parse(decode(text)) as PdfAnswer
  if ('unreadable' in answer) {
    throw unprocessable('invoice_pdf_base64', answer.unreadable, {
      remediation:
        'Send a PDF with a text layer or one e-invoice that opens without a password, or the invoice as CSV in invoice_csv.',
    })
  }
  const items = answer.items.map(([page, str, x, y, width, size, angle]) => ({
    page,
    text: str,
    x,
    y,
    width,
    size,
    angle,
  }))
  return { items, eInvoice: answer.eInvoice }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function sha256(input: Uint8Array | string): Uint8Array {
  return hash('sha256', input, 'buffer')
}
