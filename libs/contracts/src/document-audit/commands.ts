import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { InvoiceAudit, InvoiceAuditRequest } from '../http/audits/invoice-audit.ts'
import { PromiseReplay, PromiseReplayRequest } from '../http/audits/promise-replay.ts'
import { Passed } from '../messages/passed-text.ts'
import { defineCommand, defineQuery } from '../operation.ts'

/** Products of this deployment that audit documents. */
export const auditProducts = ['invoice_audit', 'promise_replay'] as const

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
  isLong: true,
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

/** Measures a promise over a history. The request is passed on as a text, as that of an audit is. */
export const replayPromise = defineCommand('document-audit.replay-promise', {
  input: z.strictObject({ replay: Passed }),
  output: PromiseReplay,
  isLong: true,
  refuses: [
    'configuration_unavailable',
    'conflict',
    'credits_required',
    'forbidden',
    'input_too_large',
    'store_conflict',
    'validation_failed',
  ],
  http: {
    path: '/api/v1/promise-replay',
    access: keyAccess(['full', 'verify']),
    tag: 'Audits',
    summary: 'Replay a promise over a history',
    description:
      'Computes how the terms of a promise would have measured your own history: by customer and window, in exact cents, with a grid of other terms to try. It replays the history that you send and predicts nothing. The history is read in memory and neither stored nor logged. Equal input gives equal bytes, apart from `audit_id`. It costs one verification; the same request under the same idempotency key is computed again and not charged.',
    hasOwnRule: true,
    sandboxUse: 'verifies',
    deadlineMs: auditDeadlineMs,
    body: PromiseReplayRequest,
    bodyLimit: { bytes: 8 * 1_048_576 },
    example: {
      promise: {
        promise_version: 'v1',
        window: 'calendar_month',
        threshold_bp: 9_500,
        finality_days: 7,
        uncertain_treatment: 'exclude',
        fee_basis: 'delivered_value',
        remedy_tiers: [
          { min_rate_bp: 9_000, remedy_bp: 1_000 },
          { min_rate_bp: 0, remedy_bp: 2_500 },
        ],
        min_units: 2,
      },
      units: [
        {
          unit_id: 'u-1',
          customer_id: 'c-1',
          delivered_at: '2026-01-10T12:00:00Z',
          verdict: 'accepted',
          value_cents: 200,
        },
        {
          unit_id: 'u-2',
          customer_id: 'c-1',
          delivered_at: '2026-01-11T12:00:00Z',
          verdict: 'rejected',
          value_cents: 200,
        },
      ],
      as_of: '2026-02-28T00:00:00Z',
      sensitivity: { threshold_bp: [5_000, 9_500] },
    },
    success: { status: 200, description: 'Each window with its rate and hypothetical remedy, and the grid.' },
  },
})
