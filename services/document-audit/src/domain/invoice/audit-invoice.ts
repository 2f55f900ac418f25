import { unprocessable } from '@outturn/contracts/audits'
import { type AuditedLineStatus, discrepancyCodes, type InvoiceSource } from '@outturn/vocabulary'
import type { AuditOrder, AuditRequest } from './input/audit-request.ts'
import type { AuditedLine, AuditResult, AuditTotals } from './audit-result.ts'
import { type AuditTerms, readTerms } from './input/audit-terms.ts'
import { type Discrepancy, type Finding, severityOf } from './findings/discrepancy.ts'
import { type InvoiceLine, readInvoiceCsv } from './input/invoice-lines.ts'
import { judgeLine } from './findings/judge-line.ts'
import { inContext, type LineInContext, shown } from './findings/line-in-context.ts'
import { readRecordCsv, type RecordRows } from './input/record-rows.ts'
import { readoutOf } from './readout.ts'
import { dividedHalfUp, productPerCent, toAmount } from './values/values.ts'

/** Version of the rules by which invoices are audited; a change of any result is a new version. */
export const auditEngineVersion = '1.1.0'

export const ownRecord = "The record is the caller's own; its truth was not checked."

/** Compares an invoice as CSV with a record. */
export function auditInvoice(request: AuditRequest): AuditResult {
  return auditRead(request, { source: 'csv', lines: readInvoiceCsv(request), limitations: [ownRecord] })
}

/** An invoice as it was read. */
export type ReadInvoice = {
  readonly source: InvoiceSource
  /** Read once: a large invoice is never whole in memory. */
  readonly lines: Iterable<InvoiceLine>
  readonly limitations: readonly string[]
  /** What further totals of the invoice say against the sum of its lines. */
  readonly findTotals?: (billedCents: bigint) => readonly Finding[]
}

/** Compares the lines of an invoice with a record. */
export function auditRead(
  order: AuditOrder,
  { source, lines, limitations, findTotals }: ReadInvoice,
): AuditResult {
  const terms = readTerms(order)
  const records = readRecordCsv(order, terms)
  const stated = order.invoice_total_cents ?? null
  const findMismatches = (billedCents: bigint) => [
    ...findTotalMismatch(billedCents, stated),
    ...(findTotals?.(billedCents) ?? []),
  ]
  return {
    ...auditLines({ lines, records, terms, findMismatches }),
    invoice_source: source,
    limitations,
  }
}

type AuditInput = {
  readonly lines: Iterable<InvoiceLine>
  readonly records: RecordRows
  readonly terms: AuditTerms
  readonly findMismatches: (billedCents: bigint) => readonly Finding[]
}

function auditLines({
  lines,
  records,
  terms,
  findMismatches,
}: AuditInput): Omit<AuditResult, 'limitations' | 'invoice_source'> {
  /** Labels of the first lines with a positive amount, by their keys. */
  const billed = new Map<string, string>()
  /** Keys of all lines but credits. */
  const keys = new Set<string>()
  const audited: AuditedLine[] = []
  const discrepancies: Discrepancy[] = []
  const sums = { billed: 0n, supported: 0n, recomputed: 0n }
  for (const line of lines) {
    const key = terms.toKey(line.key)
    const context = inContext(line, terms, records, earlierBillOf(line, billed.get(key)))
    const findings = judgeLine(context)
    const supported = supportedCents(context, findings)
    if (context.billedCents >= 0n) keys.add(key)
    if (context.billedCents > 0n && line.key !== '' && !billed.has(key)) billed.set(key, line.label)
    sums.billed += context.billedCents
    sums.supported += supported
    sums.recomputed += recomputedCents(context)
    audited.push(toAuditedLine(context, findings, supported))
    discrepancies.push(...inOrder(findings).map((finding) => toDiscrepancy(finding, line)))
  }
  discrepancies.push(...findMismatches(sums.billed).map((finding) => toDiscrepancy(finding, null)))
  const unbilled = findUnbilled(keys, records, terms)
  discrepancies.push(...unbilled.map(toUnbilledDiscrepancy))
  const totals: AuditTotals = {
    invoice_lines: audited.length,
    record_rows: records.rows.length,
    billed_cents: toCents(sums.billed),
    supported_cents: toCents(sums.supported),
    unsupported_cents: toCents(sums.billed - sums.supported),
    recomputed_cents: toCents(sums.recomputed),
    variance_cents: toCents(sums.billed - sums.supported),
    lines_supported: audited.filter(({ status }) => status === 'supported').length,
    lines_with_discrepancies: audited.filter((line) => line.discrepancies.length > 0).length,
  }
  return {
    currency: terms.currency,
    totals,
    lines: audited,
    discrepancies,
    unbilled_records: unbilled,
    readout: readoutOf(totals, terms.currency),
  }
}

/** A credit is no second bill for the key of a line with a positive amount. */
function earlierBillOf({ amount }: InvoiceLine, label: string | undefined): string | null {
  const isBill = 'value' in amount.reading && amount.reading.value > 0n
  return isBill ? (label ?? null) : null
}

function isUnparseable(findings: readonly Finding[]): boolean {
  return findings.some(
    ({ code, recordRow }) =>
      (code === 'unparseable_value' || code === 'currency_mismatch') && recordRow === undefined,
  )
}

/** Of the sums that the findings leave unsupported the largest counts. */
function supportedCents({ billedCents }: LineInContext, findings: readonly Finding[]): bigint {
  const largest = findings.reduce((most, { deltaCents }) => (deltaCents > most ? deltaCents : most), 0n)
  return billedCents - largest
}

/** Quantity times unit price of the invoice itself, less its allowances; the billed sum where it states neither. */
function recomputedCents({ line, billedCents }: LineInContext): bigint {
  const [quantity, price] = [line.quantity.reading, line.unitPrice.reading]
  if (quantity === null || price === null || !('value' in quantity) || !('value' in price)) return billedCents
  return dividedHalfUp(quantity.value * price.value, productPerCent) + line.allowanceCents
}

function toAuditedLine(
  { line, rows, billedCents }: LineInContext,
  findings: readonly Finding[],
  supported: bigint,
): AuditedLine {
  return {
    line: line.label,
    key: line.key,
    billed_cents: toCents(billedCents),
    supported_cents: toCents(supported),
    status: statusOf(billedCents, supported, isUnparseable(findings)),
    record_rows: rows.map(({ number }) => number),
    discrepancies: [...new Set(inOrder(findings).map(({ code }) => code))],
    source: line.source,
  }
}

function statusOf(billed: bigint, supported: bigint, isUnread: boolean): AuditedLineStatus {
  if (isUnread) return 'unparseable'
  if (supported === billed) return 'supported'
  return supported === 0n ? 'unsupported' : 'partially_supported'
}

const places = new Map(discrepancyCodes.map((code, index) => [code, index]))

function inOrder(findings: readonly Finding[]): readonly Finding[] {
  return findings.toSorted((a, b) => (places.get(a.code) ?? 0) - (places.get(b.code) ?? 0))
}

function toDiscrepancy(finding: Finding, line: InvoiceLine | null): Discrepancy {
  return {
    code: finding.code,
    severity: severityOf(finding),
    line: line?.label ?? null,
    key: line?.key ?? null,
    record_row: finding.recordRow ?? null,
    field: finding.field,
    expected: finding.expected ?? null,
    observed: finding.observed ?? null,
    delta_cents: toCents(finding.deltaCents),
    explanation: finding.explanation,
  }
}

function findTotalMismatch(billed: bigint, stated: number | null): Finding[] {
  if (stated === null || BigInt(stated) === billed) return []
  const difference = BigInt(stated) - billed
  return [
    {
      code: 'total_mismatch',
      field: 'invoice_total',
      expected: toAmount(billed),
      observed: toAmount(BigInt(stated)),
      deltaCents: difference,
      explanation: `The lines add up to ${toAmount(billed)}; the invoice states ${toAmount(BigInt(stated))}.`,
    },
  ]
}

/** Rows that may be billed and whose key no line bills. */
function findUnbilled(
  keys: ReadonlySet<string>,
  { rows }: RecordRows,
  { toKey }: AuditTerms,
): { record_row: number; key: string }[] {
  return rows
    .filter(({ key, notBillable }) => key !== '' && notBillable.length === 0 && !keys.has(toKey(key)))
    .map(({ number, key }) => ({ record_row: number, key }))
}

function toUnbilledDiscrepancy({ record_row, key }: { record_row: number; key: string }): Discrepancy {
  return {
    code: 'unbilled_record',
    severity: 'info',
    line: null,
    key,
    record_row,
    field: 'key',
    expected: shown(key),
    observed: null,
    delta_cents: 0,
    explanation: 'The record has a row that may be billed and that no line bills.',
  }
}

/** Sums stay within the numbers that JSON carries exactly. */
function toCents(cents: bigint): number {
  const number = Number(cents)
  if (Number.isSafeInteger(number)) return number
  throw unprocessable('invoice_csv', 'The amounts of the invoice add up to more than 2^53-1 cents.', {
    remediation: 'Check the amount column of the mapping.',
  })
}
