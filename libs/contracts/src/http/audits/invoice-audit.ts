import { AuditId, Sha256Digest } from '@outturn/agreement'
import {
  auditedLineStatuses,
  discrepancyCodes,
  discrepancySeverities,
  invoiceSources,
} from '@outturn/vocabulary'
import { z } from 'zod'
import { AuditStatement } from './audit-statement.ts'
import { Cents, Count } from './sums.ts'

const ColumnHeader = z
  .string()
  .min(1)
  .max(200)
  .meta({
    id: 'ColumnHeader',
    description: 'Header of a column, as the file writes it.',
    examples: ['amount'],
  })
const column = (description: string) => ColumnHeader.describe(description)
const optionalColumn = (description: string) => ColumnHeader.nullable().optional().describe(description)

const InvoiceColumns = z
  .strictObject({
    key: column(
      'Column with the key that the record has, such as a ticket number; for an e-invoice a term such as `BT-155`.',
    ),
    amount: column('Column with the billed sum of the line.'),
    line: optionalColumn('Column with the number of the line.'),
    quantity: optionalColumn('Column with the billed quantity.'),
    unit_price: optionalColumn('Column with the price of one unit.'),
    date: optionalColumn('Column with the date of the line, in ISO 8601.'),
    description: optionalColumn('Column with the text of the line, which is not compared.'),
  })
  .meta({ id: 'InvoiceColumns', description: 'Columns of the invoice.' })

const RecordColumns = z
  .strictObject({
    key: column('Column with the key.'),
    quantity: optionalColumn('Column with the delivered quantity; rows with the same key are added up.'),
    unit_price: optionalColumn('Column with the agreed price of one unit.'),
    status: optionalColumn('Column with the status.'),
    date: optionalColumn('Column with the date of the work, in ISO 8601.'),
  })
  .meta({ id: 'RecordColumns', description: 'Columns of the record.' })

const day = (description: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .meta({ description, examples: ['2026-01-31'] })

const AuditRules = z
  .strictObject({
    billable_statuses: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(100)
      .optional()
      .meta({
        description: 'Statuses of the record that may be billed, as they are written there.',
        examples: [['resolved']],
      }),
    period: z
      .strictObject({
        from: day('First day of the period, in UTC.').optional(),
        to: day('Last day of the period, in UTC; the whole day is included.').optional(),
      })
      .optional()
      .meta({
        id: 'AuditPeriod',
        description: 'Days whose work may be billed, by the date of the record.',
      }),
    unit_price_cents: z
      .int()
      .min(0)
      .optional()
      .meta({
        description: 'Agreed price of one unit, in cents. It replaces the prices of the record.',
        examples: [99],
      }),
    amount_tolerance_cents: z
      .int()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({
        description: 'Difference of an amount that is still accepted, in cents.',
        default: 0,
        examples: [1],
      }),
    quantity_tolerance: z
      .number()
      .min(0)
      .max(1_000_000)
      .optional()
      .meta({
        description: 'Difference of a quantity that is still accepted, in units.',
        default: 0,
        examples: [0.5],
      }),
    case_sensitive_keys: z
      .boolean()
      .optional()
      .meta({ description: 'Whether keys that differ in case are different keys.', default: true }),
  })
  .meta({ id: 'AuditRules', description: 'Rules of the agreement. A rule that is left out is not checked.' })

/** Longest CSV text, in characters; its bytes are counted when it is read. */
const maxCsvLength = 5_000_000

/** Longest base64 text of a PDF of 3,000,000 bytes. */
const maxPdfLength = 4_000_000

/** Body of POST /api/v1/invoice-audit. */
export const InvoiceAuditRequest = z
  .strictObject({
    invoice_csv: z
      .string()
      .min(1)
      .max(maxCsvLength)
      .optional()
      .meta({
        description:
          'Invoice as CSV text with a header row: at most 5,000,000 bytes and 50,000 rows. Send either this or `invoice_pdf_base64`.',
        examples: ['line,ticket,qty,rate,amount\n1,T-1,1,0.99,0.99'],
      }),
    invoice_pdf_base64: z
      .base64()
      .min(1)
      .max(maxPdfLength)
      .optional()
      .meta({
        description:
          'Invoice as a PDF with a text layer or an attached e-invoice, in standard base64: at most 3,000,000 bytes. A key may have 200 read a day.',
        examples: ['JVBERi0xLjcK'],
      }),
    record_csv: z
      .string()
      .min(1)
      .max(maxCsvLength)
      .meta({
        description: 'Your own record of the work as CSV text with a header row, within the same limits.',
        examples: ['ticket_id,status,closed_at\nT-1,resolved,2026-01-03T10:00:00Z'],
      }),
    column_mapping: z
      .strictObject({ invoice: InvoiceColumns, record: RecordColumns })
      .meta({ id: 'ColumnMapping', description: 'Columns of both files, by their headers.' }),
    rules: AuditRules.optional(),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .meta({ description: 'Currency of the invoice, as an ISO 4217 code.', examples: ['USD'] }),
    invoice_total_cents: z
      .int()
      .optional()
      .meta({
        description: 'Total that the invoice states, in cents. It is compared with the sum of the lines.',
        examples: [99],
      }),
    sign: z.boolean().optional().meta({
      description: 'Whether a signed statement of the audit is added to the result.',
      default: false,
    }),
  })
  .meta({ id: 'InvoiceAuditRequest' })
export type InvoiceAuditRequest = z.output<typeof InvoiceAuditRequest>

const DiscrepancyCode = z
  .enum(discrepancyCodes)
  .meta({ id: 'DiscrepancyCode', description: 'Kind of a discrepancy.' })

const RecordRow = z
  .int()
  .min(1)
  .meta({
    id: 'RecordRow',
    description: 'Row of the record; 1 is the first row under the header.',
    examples: [44],
  })
const cents = (description: string) => Cents.describe(description)
const count = (description: string) => Count.describe(description)

const AuditTotals = z
  .strictObject({
    invoice_lines: count('Lines of the invoice.'),
    record_rows: count('Rows of the record.'),
    billed_cents: cents('Sum of the lines, in cents. A line whose amount cannot be read counts as 0.'),
    supported_cents: cents('Money that the record supports, in cents.'),
    unsupported_cents: cents('Money that the record does not support, in cents; counted once for each line.'),
    recomputed_cents: cents(
      'Sum of quantity times unit price, in cents; of the amount where a line does not state both.',
    ),
    variance_cents: cents('Billed minus supported, in cents.'),
    lines_supported: count('Lines that are supported in full.'),
    lines_with_discrepancies: count('Lines with at least one discrepancy.'),
  })
  .meta({ id: 'AuditTotals', description: 'Sums over all lines.' })

const AuditedLine = z
  .strictObject({
    line: z
      .string()
      .meta({ description: 'Number of the line as the invoice writes it, or its row.', examples: ['7'] }),
    key: z.string().meta({ description: 'Key of the line.', examples: ['T-7'] }),
    billed_cents: cents('Amount of the line, in cents; negative for a credit.'),
    supported_cents: cents('Part of the amount that the record supports, in cents.'),
    status: z.enum(auditedLineStatuses).describe('Part of the line that the record supports.'),
    record_rows: z.array(RecordRow).describe('Rows of the record with the key of the line.'),
    discrepancies: z.array(DiscrepancyCode).describe('Codes of the discrepancies of the line.'),
    source: z
      .strictObject({
        page: z
          .int()
          .min(1)
          .meta({ description: 'Page, from 1.', examples: [1] }),
        line: z
          .int()
          .min(1)
          .meta({ description: 'Row of text on the page, from 1.', examples: [12] }),
      })
      .nullable()
      .meta({
        id: 'AuditedLineSource',
        description: 'Place of the line on the pages of a PDF; null for CSV and for an e-invoice.',
      }),
  })
  .meta({ id: 'AuditedLine' })

const Discrepancy = z
  .strictObject({
    code: DiscrepancyCode,
    severity: z
      .enum(discrepancySeverities)
      .describe('`error` costs money or could not be checked, `warning` costs nothing.'),
    line: z
      .string()
      .nullable()
      .meta({
        description: 'Line of the invoice; null for the whole invoice.',
        examples: ['7'],
      }),
    key: z
      .string()
      .nullable()
      .meta({ description: 'Key of the line or of the record.', examples: ['T-7'] }),
    record_row: RecordRow.nullable().describe('Row of the record that the line was compared with.'),
    field: z
      .enum(['key', 'quantity', 'unit_price', 'amount', 'status', 'date', 'invoice_total'])
      .describe('Value that differs.'),
    expected: z
      .string()
      .nullable()
      .meta({ description: 'Value by the record or the rules.', examples: ['2'] }),
    observed: z
      .string()
      .nullable()
      .meta({ description: 'Value that was found.', examples: ['3'] }),
    delta_cents: cents('Money that it leaves unsupported, in cents.'),
    explanation: z.string().meta({
      description: 'The discrepancy in a sentence.',
      examples: ['The billed key has no row in the record.'],
    }),
  })
  .meta({ id: 'InvoiceDiscrepancy' })

/** Result of an invoice audit. Equal input gives equal bytes, apart from `audit_id`. */
export const InvoiceAudit = z
  .strictObject({
    audit_id: AuditId.describe('ID of the audit. Nothing is stored under it.'),
    result_digest: Sha256Digest.describe(
      'Digest of the canonical JSON of this result without `audit_id`, `result_digest` and `statement`.',
    ),
    currency: z.string().meta({ description: 'Currency of the invoice.', examples: ['USD'] }),
    discrepancies: z
      .array(Discrepancy)
      .describe('Discrepancies in the order of the lines, then of the record.'),
    inputs: z
      .strictObject({
        engine_version: z
          .string()
          .meta({ description: 'Version of the rules of the audit.', examples: ['1.0.0'] }),
        invoice_digest: Sha256Digest.describe('Digest of the invoice as it was sent.'),
        mapping_digest: Sha256Digest.describe(
          'Digest of the canonical JSON of the request without its files.',
        ),
        record_digest: Sha256Digest.describe('Digest of the record as it was sent.'),
      })
      .meta({ id: 'AuditInputs', description: 'Digests of what was compared.' }),
    invoice_source: z.enum(invoiceSources).describe('Source of the lines; `limitations` name the e-invoice.'),
    limitations: z.array(z.string()).meta({
      description: 'What the audit could not check.',
      examples: [["The record is the caller's own; its truth was not checked."]],
    }),
    lines: z.array(AuditedLine).describe('Lines of the invoice, in their order.'),
    readout: z.string().meta({
      description: 'The result in two sentences.',
      examples: ['116 of 120 billed lines are supported by the record. 3.96 of 118.80 USD is not supported.'],
    }),
    schema: z
      .string()
      .meta({ description: 'Schema of this document.', examples: ['outturn/invoice-audit@1'] }),
    statement: AuditStatement.optional(),
    totals: AuditTotals,
    unbilled_records: z
      .array(
        z
          .strictObject({
            key: z.string().meta({ description: 'Key of the row.', examples: ['T-90'] }),
            record_row: z
              .int()
              .min(1)
              .meta({ description: 'Row of the record.', examples: [44] }),
          })
          .meta({ id: 'UnbilledRecord' }),
      )
      .describe('Rows of the record that may be billed and that no line bills.'),
  })
  .meta({ id: 'InvoiceAudit' })
export type InvoiceAudit = z.output<typeof InvoiceAudit>
