import { canonicalJson, digestOf } from '@outturn/canonical'
import type { AuditDocument, DocumentOptions } from '../document.ts'
import { auditEngineVersion, auditInvoice } from './audit-invoice.ts'
import type { AuditResult } from './audit-result.ts'
import type { AuditOrder, AuditRequest } from './input/audit-request.ts'

/** The published result of an audit as JSON text: equal requests give equal bytes, apart from the id. */
export function auditDocument(request: AuditRequest, options: DocumentOptions): AuditDocument {
  const { invoice_csv: invoice, ...order } = request
  return documentOf(auditInvoice(request), order, `sha256:${digestOf(invoice, options.sha256)}`, options)
}

/** A result as JSON text; `invoiceDigest` is the digest of the invoice as it was sent. */
export function documentOf(
  result: AuditResult,
  { record_csv: record, ...mapping }: AuditOrder,
  invoiceDigest: string,
  { auditId, slug, sha256 }: DocumentOptions,
): AuditDocument {
  const digest = (text: string) => `sha256:${digestOf(text, sha256)}`
  const inputs = {
    invoice_digest: invoiceDigest,
    record_digest: digest(record),
    mapping_digest: digest(canonicalJson(mapping)),
  }
  const text = canonicalJson({
    schema: `${slug}/invoice-audit@1`,
    ...result,
    inputs: { ...inputs, engine_version: auditEngineVersion },
  })
  const resultDigest = digest(text)
  const { currency, totals } = result
  return {
    text: `{"audit_id":${JSON.stringify(auditId)},"result_digest":"${resultDigest}",${text.slice(1)}`,
    summary: { inputs, resultDigest, currency, totals, engineVersion: auditEngineVersion },
  }
}
