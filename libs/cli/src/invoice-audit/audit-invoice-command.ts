import { readFileSync } from 'node:fs'
import type { InvoiceAudit, InvoiceAuditRequest } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines, tableLines } from '../terminal/table.ts'
import { amount, auditCsv, auditHtml, reasonsByLine } from './audit-report.ts'
import { headersOf, suggestInvoiceColumns, suggestRecordColumns } from './suggest-columns.ts'

export interface AuditInvoiceOptions extends ConnectionOptions {
  readonly record: string
  readonly map?: readonly string[]
  readonly rules?: string
  readonly currency?: string
  readonly total?: string
  readonly sign?: boolean
  readonly save?: string
  readonly force?: boolean
}

/** Audits an invoice and prints the totals and each line that is not supported. */
export async function runAuditInvoice(
  file: string,
  options: AuditInvoiceOptions,
  host: Host,
): Promise<ExitStatus> {
  const write = options.save === undefined ? null : writerOf(options.save)
  if (options.save !== undefined) assertSavable(options.save, options)
  const request = requestOf(file, options, host)
  const audit = await openClient(options, host).client.audits.invoice(request, { signal: host.signal })
  if (write !== null && options.save !== undefined) await saveFile(options.save, write(audit), options)
  printAnswer(host, options, audit, () => auditLines(audit))
  return audit.totals.unsupported_cents === 0 && audit.lines.every(({ status }) => status === 'supported')
    ? exitStatus.agrees
    : exitStatus.differs
}

function writerOf(file: string): (audit: InvoiceAudit) => string {
  if (file.endsWith('.json')) return (audit) => `${JSON.stringify(audit, null, 2)}\n`
  if (file.endsWith('.csv')) return auditCsv
  if (file.endsWith('.html')) return auditHtml
  throw new UnusableInput(
    `${shown(file)} is no form of a result: the name of the file ends in .json, .csv or .html.`,
  )
}

function requestOf(file: string, options: AuditInvoiceOptions, host: Host): InvoiceAuditRequest {
  const invoice = readBytes(file)
  const record = textOf(readBytes(options.record))
  const isPdf = Buffer.from(invoice.subarray(0, 5)).toString('latin1') === '%PDF-'
  const csv = isPdf ? null : textOf(invoice)
  const mapping = {
    invoice: csv === null ? {} : { ...suggestInvoiceColumns(headersOf(csv)) },
    record: { ...suggestRecordColumns(headersOf(record)) },
  } as Record<string, Record<string, string>>
  for (const each of options.map ?? []) {
    const [, side = '', member = '', header = ''] = /^(invoice|record)\.([a-z_]+)=(.+)$/s.exec(each) ?? []
    const columns = mapping[side]
    if (columns === undefined) {
      throw new UnusableInput(
        `${shown(each)} names no column: write --map invoice.key=Shipment, for example.`,
      )
    }
    columns[member] = header
  }
  for (const needed of ['invoice.key', 'invoice.amount', 'record.key']) {
    const [side = '', member = ''] = needed.split('.')
    if (mapping[side]?.[member] === undefined) {
      throw new UnusableInput(`No header suggests the column ${needed}: name it with --map ${needed}=HEADER.`)
    }
  }
  if (options.json !== true) {
    const columns = Object.entries(mapping).flatMap(([side, each]) =>
      Object.entries(each).map(([member, header]) => `${side}.${member}=${shown(header)}`),
    )
    host.output.complain(`Columns: ${columns.join(', ')}`)
  }
  return {
    ...(csv === null
      ? { invoice_pdf_base64: Buffer.from(invoice).toString('base64') }
      : { invoice_csv: csv }),
    record_csv: record,
    column_mapping: mapping,
    currency: options.currency ?? 'USD',
    ...(options.rules !== undefined && { rules: readJsonFile(options.rules) }),
    ...(options.total !== undefined && { invoice_total_cents: Number(options.total) }),
    ...(options.sign === true && { sign: true }),
    // The service checks what it is sent, and names the member that is wrong.
  } as unknown as InvoiceAuditRequest
}

function readBytes(file: string): Uint8Array {
  try {
    return readFileSync(file)
  } catch (error) {
    throw new UnusableInput(`Cannot read ${shown(file)}: ${(error as Error).message}`)
  }
}

/** The text of a file in UTF-8, UTF-16 or else windows-1252. */
function textOf(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const maxShownLines = 50

function auditLines(audit: InvoiceAudit): string[] {
  const { totals, currency, lines, discrepancies, readout } = audit
  const reasons = reasonsByLine(discrepancies)
  const open = lines.filter(({ discrepancies: codes }) => codes.length > 0)
  return [
    readout,
    '',
    ...pairLines([
      ['Billed', `${amount(totals.billed_cents)} ${currency}`],
      ['Supported', `${amount(totals.supported_cents)} ${currency}`],
      ['Not supported', `${amount(totals.unsupported_cents)} ${currency}`],
      ['Not billed', `${audit.unbilled_records.length} rows of the record`],
    ]),
    ...(open.length === 0
      ? []
      : [
          '',
          ...tableLines(
            ['LINE', 'KEY', 'STATUS', 'BILLED', 'SUPPORTED', 'REASONS'],
            open
              .slice(0, maxShownLines)
              .map((each) => [
                shown(each.line),
                shown(each.key),
                each.status,
                amount(each.billed_cents),
                amount(each.supported_cents),
                shown((reasons.get(each.line) ?? []).join(' ')),
              ]),
          ),
        ]),
    ...(open.length > maxShownLines
      ? [`${open.length - maxShownLines} more: write all with --save audit.html`]
      : []),
  ]
}
