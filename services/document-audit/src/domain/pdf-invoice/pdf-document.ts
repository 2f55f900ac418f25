import type { AuditDocument, DocumentOptions } from '../document.ts'
import { documentOf } from '../invoice/audit-document.ts'
import type { AuditOrder } from '../invoice/input/audit-request.ts'
import { auditPdf, type PdfContent } from './audit-pdf.ts'

/** The published result of an audit of a PDF as JSON text; `invoiceDigest` is the digest of its bytes. */
export function auditPdfDocument(
  order: AuditOrder,
  pdf: PdfContent & { readonly invoiceDigest: string },
  options: DocumentOptions,
): AuditDocument {
  return documentOf(auditPdf(order, pdf), order, pdf.invoiceDigest, options)
}
