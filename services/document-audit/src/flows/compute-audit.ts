import { hash } from 'node:crypto'
import { type auditInvoice, type CommandInput, keyIdOf, Refusal, unprocessable } from '@outturn/contracts'
import type { ComputedAudit } from '../adapters/audit-worker.ts'
import type { AuditDeps } from '../deps.ts'
import type { OrderedAudit } from './answer-audit.ts'
import { maxPdfReads } from '../store/pdf-reads.ts'

/** Most bytes of a PDF. */
const maxPdfBytes = 3_000_000

/** The result of an audit. A PDF is read first, in a process of its own. */
export async function computeAudit(
  { slug, auditor, pdfs, countPdfRead }: AuditDeps,
  { audit, pdf }: CommandInput<typeof auditInvoice>,
  { accountId, auditId, context: { principal, deadline, now }, place }: OrderedAudit,
): Promise<ComputedAudit> {
  const task = { request: audit.bytes, auditId, slug }
  const caller = { accountId, deadline: place.waitUntil, onStarted: place.started }
  if (pdf === undefined) return auditor.auditInvoice({ ...task, pdf: null }, caller)
  const bytes = pdfBytesOf(pdf.bytes)
  // Counted before it is read: one that cannot be read has cost as much.
  if (!(await countPdfRead(keyIdOf(principal) ?? accountId, now))) throw tooManyPdfs(now)
  const digest = `sha256:${hash('sha256', bytes)}`
  const text = await pdfs.read(bytes, caller)
  // It has begun, so it waits for the rest as long as its caller does.
  return auditor.auditInvoice({ ...task, pdf: { text, digest } }, { ...caller, deadline })
}

/** The bytes of a JSON string of base64. */
function pdfBytesOf(text: Uint8Array): Uint8Array {
  const quoted = Buffer.from(text.buffer, text.byteOffset, text.byteLength)
  const bytes = Buffer.from(quoted.toString('latin1', 1, quoted.length - 1), 'base64')
  if (bytes.length <= maxPdfBytes) return bytes
  throw unprocessable(
    'invoice_pdf_base64',
    `The PDF has ${bytes.length} bytes; at most ${maxPdfBytes} are read.`,
    {
      remediation: 'Send the invoice in several parts, or as CSV in invoice_csv.',
    },
  )
}

function tooManyPdfs(now: Date): Refusal {
  const msLeft = 86_400_000 - (now.getTime() % 86_400_000)
  return new Refusal(
    'rate_limited',
    `This key has had ${maxPdfReads} PDFs read today, the most that one may have.`,
    {
      field: 'invoice_pdf_base64',
      retryAfterSeconds: Math.ceil(msLeft / 1_000),
      remediation: 'Send the invoice as CSV in invoice_csv, or wait for the next day in UTC.',
    },
  )
}
