import { canonicalJson, digestOf, type Sha256 } from '@outturn/canonical'
import { auditEngineVersion, auditInvoice } from './audit-invoice.ts'
import type { AuditRequest } from './input/audit-request.ts'

/** The published result of an audit as JSON text: equal requests give equal bytes, apart from the id. */
export function auditDocument(
  request: AuditRequest,
  { auditId, slug, sha256 }: { readonly auditId: string; readonly slug: string; readonly sha256: Sha256 },
): string {
  const { invoice_csv: invoice, record_csv: record, ...mapping } = request
  const digest = (text: string) => `sha256:${digestOf(text, sha256)}`
  const text = canonicalJson({
    schema: `${slug}/invoice-audit@1`,
    ...auditInvoice(request),
    inputs: {
      invoice_digest: digest(invoice),
      record_digest: digest(record),
      mapping_digest: digest(canonicalJson(mapping)),
      engine_version: auditEngineVersion,
    },
  })
  return `{"audit_id":${JSON.stringify(auditId)},"result_digest":"${digest(text)}",${text.slice(1)}`
}
