import { hash } from 'node:crypto'
import { InvoiceAuditRequest, Refusal, refusalToMessage } from '@outturn/contracts'
import { auditDocument } from '../domain/invoice/audit-document.ts'

export type AuditTask = {
  /** The request as JSON in UTF-8. */
  readonly request: Uint8Array
  readonly auditId: string
  readonly slug: string
}

/** The result as JSON text, or the refusal as data. */
export type AuditAnswer = { readonly text: string } | { readonly refusal: unknown }

/** Audits an invoice, in a thread of its own. */
export function auditInvoiceApart({ request, auditId, slug }: AuditTask): AuditAnswer {
  const checked = InvoiceAuditRequest.parse(JSON.parse(new TextDecoder().decode(request)))
  try {
    return { text: auditDocument(checked, { auditId, slug, sha256 }) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: refusalToMessage(error) }
    throw error
  }
}

function sha256(input: Uint8Array | string): Uint8Array {
  return hash('sha256', input, 'buffer')
}
