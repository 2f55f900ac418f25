import { open } from 'node:fs/promises'
import { extname } from 'node:path'
import type { InvoiceAudit, InvoiceAuditRequest } from '@outturn/sdk'
import type { ConnectionOptions } from '../command.ts'
import { openClientOrSession } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { readJsonFile } from '../read-file.ts'
import { amount } from '../report/amounts.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { shown } from '../terminal/shown.ts'
import { pairLines, tableLines } from '../terminal/table.ts'
import { askColumns, columnLines, type ColumnMapping, missingColumns } from './ask-columns.ts'
import { auditCsv, auditHtml } from './audit-report.ts'
import { explainLines } from './line-reasons.ts'
import { headersOf, suggestInvoiceColumns, suggestRecordColumns } from './suggest-columns.ts'

export interface AuditInvoiceOptions extends ConnectionOptions {
  readonly record: string
  readonly map?: readonly string[]
  readonly rules?: string
  readonly currency?: string
  readonly total?: string
  readonly sign?: boolean
  /** Takes the suggested columns without asking. */
  readonly yes?: boolean
  readonly save?: string
  readonly force?: boolean
}

/** Audits an invoice and prints the totals and each line that is not supported. */
export async function runAuditInvoice(
  file: string,
  options: AuditInvoiceOptions,
  host: Host,
): Promise<ExitStatus> {
  const { save, force } = options
  const write = save === undefined ? undefined : writerOf(save)
  if (save !== undefined) assertSavable(save, { force })
  const request = await requestOf(file, options, host)
  const { client } = await openClientOrSession(options, host)
  note(host, `Auditing ${shown(file)} against ${shown(options.record)} …`)
  const audit = await client.audits.invoice(request, { signal: host.signal })
  printAnswer(host, options, audit, () => auditLines(audit))
  if (save !== undefined && write !== undefined) {
    await saveFile(save, write(audit), { force })
    note(host, `Saved ${save}.`)
  }
  return audit.totals.unsupported_cents === 0 && audit.lines.every(({ status }) => status === 'supported')
    ? exitStatus.agrees
    : exitStatus.differs
}

/** The forms of a report, by the ending of its file. */
const reports: Readonly<Record<string, (audit: InvoiceAudit) => string>> = {
  '.html': auditHtml,
  '.csv': auditCsv,
  '.json': (audit) => `${JSON.stringify(audit, null, 2)}\n`,
}

function writerOf(file: string): (audit: InvoiceAudit) => string {
  const report = reports[extname(file).toLowerCase()]
  if (report !== undefined) return report
  throw new UnusableInput(
    `--save ${shown(file)} is not a form of a report: end its name with ${Object.keys(reports).join(', ')}.`,
  )
}

async function requestOf(
  file: string,
  options: AuditInvoiceOptions,
  host: Host,
): Promise<InvoiceAuditRequest> {
  const invoice = await readBytes(file)
  const recordBytes = await readBytes(options.record)
  if (isPdf(recordBytes)) {
    throw new UnusableInput(
      `${shown(options.record)} is a PDF. The record is a CSV file, and the invoice is named without --record: outturn audit-invoice invoice.pdf --record record.csv`,
    )
  }
  const record = textOf(recordBytes)
  const csv = isPdf(invoice) ? null : textOf(invoice)
  const mapping = await mappingOf({ csv, record }, options, host)
  return {
    ...(csv === null
      ? { invoice_pdf_base64: Buffer.from(invoice).toString('base64') }
      : { invoice_csv: csv }),
    record_csv: record,
    column_mapping: mapping,
    currency: options.currency ?? 'USD',
    ...(options.rules !== undefined && { rules: readJsonFile(options.rules) }),
    ...(options.total !== undefined && { invoice_total_cents: centsOf(options.total) }),
    ...(options.sign === true && { sign: true }),
    // The service checks what it is sent, and names the member that is wrong.
  } as unknown as InvoiceAuditRequest
}

/** The columns: those that --map names, then those that the headers suggest, which a person at a terminal confirms. */
async function mappingOf(
  { csv, record }: { csv: string | null; record: string },
  { map = [], yes, json }: AuditInvoiceOptions,
  host: Host,
): Promise<ColumnMapping> {
  const headers = { invoice: csv === null ? null : headersOf(csv), record: headersOf(record) }
  const named = namedColumns(map)
  const mapping = {
    invoice: { ...(headers.invoice !== null && suggestInvoiceColumns(headers.invoice)), ...named.invoice },
    record: { ...suggestRecordColumns(headers.record), ...named.record },
  }
  const mayAsk = host.ask !== null && yes !== true && json !== true && missingColumns(named).length > 0
  if (json !== true) for (const line of ['Columns:', ...columnLines(mapping)]) host.output.complain(line)
  const chosen = mayAsk ? await askColumns(mapping, headers, host) : mapping
  const [missing] = missingColumns(chosen)
  if (missing === undefined) return chosen
  const seen = missing.startsWith('invoice.') ? headers.invoice : headers.record
  throw new UnusableInput(
    `No header suggests the column ${missing}: name it with --map ${missing}=HEADER. ${
      seen === null
        ? 'The headers of a PDF are as its table prints them.'
        : `The file has the headers ${seen.map((header) => `"${shown(header)}"`).join(', ')}.`
    }`,
  )
}

function isPdf(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 5)).toString('latin1') === '%PDF-'
}

/** The columns that --map names, such as invoice.key=Shipment. */
function namedColumns(map: readonly string[]): ColumnMapping {
  const named: { invoice: Record<string, string>; record: Record<string, string> } = {
    invoice: {},
    record: {},
  }
  for (const each of map) {
    const [, side, member = '', header = ''] = /^(invoice|record)\.([a-z_]+)=(.+)$/s.exec(each) ?? []
    if (side !== 'invoice' && side !== 'record') {
      throw new UnusableInput(
        `${shown(each)} names no column: write --map invoice.key=Shipment, for example.`,
      )
    }
    named[side][member] = header
  }
  return named
}

function centsOf(total: string): number {
  if (/^-?\d{1,15}$/.test(total)) return Number(total)
  throw new UnusableInput(
    `--total ${shown(total)} is not a whole number of cents, such as 118080 for 1,180.80.`,
  )
}

/** Maximum length of a file; the service takes less. */
const maxBytes = 12 * 1_048_576

async function readBytes(file: string): Promise<Uint8Array> {
  let handle
  try {
    handle = await open(file, 'r')
    const parts: Uint8Array[] = []
    let size = 0
    for await (const part of handle.createReadStream({ autoClose: false }) as AsyncIterable<Uint8Array>) {
      size += part.length
      if (size > maxBytes) throw tooLarge(file)
      parts.push(part)
    }
    if (size === 0) throw new UnusableInput(`${shown(file)} is empty.`)
    return Buffer.concat(parts)
  } catch (error) {
    if (error instanceof UnusableInput) throw error
    throw new UnusableInput(`Cannot read ${shown(file)}: ${(error as Error).message}`)
  } finally {
    await handle?.close()
  }
}

function tooLarge(file: string): UnusableInput {
  return new UnusableInput(
    `${shown(file)} is too large: a CSV file has at most 5,000,000 bytes and a PDF 3,000,000. Audit it in several parts, such as one for each month.`,
  )
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
  const { totals, currency, readout } = audit
  const { lines, whole } = explainLines(audit)
  const withReasons = lines.filter(({ found }) => found.length > 0)
  return [
    readout,
    '',
    ...pairLines([
      ['Billed', `${amount(totals.billed_cents)} ${currency}`],
      ['Supported', `${amount(totals.supported_cents)} ${currency}`],
      ['Not supported', `${amount(totals.unsupported_cents)} ${currency}`],
      ['Not billed', `${audit.unbilled_records.length} rows of the record`],
    ]),
    ...(whole.length === 0 ? [] : ['', ...whole.map(({ explanation }) => shown(explanation))]),
    ...(withReasons.length === 0
      ? []
      : [
          '',
          ...tableLines(
            ['LINE', 'KEY', 'STATUS', 'BILLED', 'SUPPORTED', 'REASONS'],
            withReasons
              .slice(0, maxShownLines)
              .map(({ line, found }) => [
                line.line,
                line.key,
                line.status,
                amount(line.billed_cents),
                amount(line.supported_cents),
                found.map(({ explanation }) => explanation).join(' '),
              ]),
          ),
        ]),
    ...(withReasons.length > maxShownLines
      ? [`${withReasons.length - maxShownLines} more: write all with --save audit.html`]
      : []),
  ]
}
