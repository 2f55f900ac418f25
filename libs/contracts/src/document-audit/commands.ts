import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { InvoiceAudit, InvoiceAuditRequest } from '../http/audits/invoice-audit.ts'
import { Passed } from '../messages/passed-text.ts'
import { defineCommand, defineQuery } from '../operation.ts'

/** Products of this deployment that audit documents. */
export const auditProducts = ['invoice_audit'] as const

/** Audit products this deployment offers. */
export const readAuditCapabilities = defineQuery('document-audit.read-capabilities', {
  input: z.strictObject({}),
  output: z.strictObject({ products: z.array(z.enum(auditProducts)) }),
  sentBy: ['gateway', 'operator'],
})

/** Longer than one audit may take, so that its own answer arrives first. */
export const auditDeadlineMs = 25_000

/**
 * Compares an invoice with a record. The request is passed on as a text: nothing of it is a value outside the thread that audits it. A PDF
 * comes beside it, as the JSON string of its base64.
 */
export const auditInvoice = defineCommand('document-audit.audit-invoice', {
  input: z.strictObject({ audit: Passed, pdf: Passed.exactOptional() }),
  output: InvoiceAudit,
  refuses: [
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'forbidden',
    'input_too_large',
    'rate_limited',
    'store_conflict',
    'validation_failed',
  ],
  http: {
    path: '/api/v1/invoice-audit',
    access: keyAccess(['full', 'verify']),
    tag: 'Audits',
    summary: 'Audit an invoice against a record',
    description:
      'Compares each line of an invoice with your own record of the work and says what the record supports, in exact cents and with a reason for each difference. Both files are read in memory and neither stored nor logged. Equal input gives equal bytes, apart from `audit_id`. It costs one verification; the same request under the same idempotency key is computed again and not charged.',
    hasOwnRule: true,
    sandboxUse: 'verifies',
    deadlineMs: auditDeadlineMs,
    body: InvoiceAuditRequest,
    bodyLimit: { bytes: 12 * 1_048_576, maxValues: 1_000 },
    example: {
      invoice_csv: 'line,ticket,qty,rate,amount\n1,T-1,1,0.99,0.99\n2,T-2,1,0.99,0.99\n',
      record_csv: 'ticket_id,status,closed_at\nT-1,resolved,2026-01-03T10:00:00Z\n',
      column_mapping: {
        invoice: { key: 'ticket', line: 'line', quantity: 'qty', unit_price: 'rate', amount: 'amount' },
        record: { key: 'ticket_id', status: 'status', date: 'closed_at' },
      },
      rules: { billable_statuses: ['resolved'], period: { from: '2026-01-01', to: '2026-01-31' } },
      currency: 'USD',
    },
    success: {
      status: 200,
      description: 'Each line with the money that the record supports, and every discrepancy.',
    },
  },
})
