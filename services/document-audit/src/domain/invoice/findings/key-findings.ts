import type { Finding } from './discrepancy.ts'
import { valueOf } from '../input/invoice-lines.ts'
import { isCredit, type LineInContext, shown } from './line-in-context.ts'
import type { NotBillable, RecordRow } from '../input/record-rows.ts'
import { toDate } from '../values/values.ts'

/** What the key of a line finds in the record: no row, rows that may not be billed, or several. */
export function findKeyFindings(context: LineInContext): Finding[] {
  const { line, rows, counted, billedCents: deltaCents } = context
  if (line.key === '') {
    const explanation = 'The line has no key, so that no row of the record can support it.'
    return [{ code: 'missing_key', field: 'key', observed: '', deltaCents, explanation }]
  }
  const findings = isCredit(context) ? [] : findDuplicateLine(context)
  if (rows.length === 0) {
    const explanation = 'The billed key has no row in the record.'
    return [
      ...findings,
      { code: 'not_in_record', field: 'key', observed: shown(line.key), deltaCents, explanation },
    ]
  }
  if (isCredit(context)) return findings
  if (counted.length === 0) return [...findings, ...findNotBillable(context), ...findOwnPeriod(context)]
  return [...findings, ...findOwnPeriod(context), ...findDuplicateRecords(context)]
}

function findDuplicateLine({ line, billedBefore, billedCents }: LineInContext): Finding[] {
  if (billedBefore === null) return []
  return [
    {
      code: 'duplicate_invoice_line',
      field: 'key',
      expected: null,
      observed: shown(line.key),
      deltaCents: billedCents,
      explanation: `Line ${shown(billedBefore)} bills the same key already.`,
    },
  ]
}

const explanations: Record<NotBillable, (row: RecordRow) => string> = {
  status_not_billable: ({ status }) =>
    status === null || status === ''
      ? 'The record has no status that may be billed.'
      : `The status ${JSON.stringify(shown(status))} of the record may not be billed.`,
  outside_period: ({ date }) => {
    const day = valueOf(date)
    return day === null ? 'The record has no date.' : `The record is of ${toDate(day)}, outside the period.`
  },
  unparseable_value: () => 'The row of the record has a date or a quantity that cannot be read.',
}

/** One finding for each rule that keeps all rows of the key from being billed. */
function findNotBillable({ rows, terms, billedCents: deltaCents }: LineInContext): Finding[] {
  const found = new Map<NotBillable, RecordRow>()
  for (const row of rows) {
    for (const rule of row.notBillable) if (!found.has(rule)) found.set(rule, row)
  }
  return [...found].map(([code, row]): Finding => {
    const field = code === 'status_not_billable' ? 'status' : code === 'outside_period' ? 'date' : 'quantity'
    const isUnreadDate = code === 'unparseable_value' && valueOf(row.date) === null && terms.period !== null
    return {
      code,
      field: isUnreadDate ? 'date' : field,
      expected:
        code === 'status_not_billable' ? [...(terms.billableStatuses ?? [])].map(shown).join(' or ') : null,
      observed: observedOf(code, row, isUnreadDate),
      recordRow: row.number,
      deltaCents,
      explanation: explanations[code](row),
    }
  })
}

function observedOf(code: NotBillable, row: RecordRow, isUnreadDate: boolean): string {
  if (code === 'status_not_billable') return shown(row.status ?? '')
  if (code === 'outside_period' || isUnreadDate) return shown(row.date.text)
  return shown(row.quantity.text)
}

/** The date of the line decides where the record has no dates. */
function findOwnPeriod({ line, terms, records, billedCents }: LineInContext): Finding[] {
  const { period } = terms
  if (period === null || records.hasDate) return []
  const day = valueOf(line.date)
  if (day !== null && day >= period.from && day <= period.to) return []
  return [
    {
      code: 'outside_period',
      field: 'date',
      observed: shown(line.date.text),
      deltaCents: billedCents,
      explanation:
        day === null
          ? 'The line has no date within the period.'
          : `The line is of ${toDate(day)}, outside the period.`,
    },
  ]
}

/** With quantities, several rows are partial deliveries; without, only the first row counts. */
function findDuplicateRecords({ line, rows, records, billedBefore }: LineInContext): Finding[] {
  if (rows.length < 2 || billedBefore !== null) return []
  return [
    {
      code: 'duplicate_record_key',
      field: 'key',
      observed: shown(line.key),
      recordRow: rows[1]?.number ?? null,
      deltaCents: 0n,
      isInformation: records.hasQuantity,
      explanation: records.hasQuantity
        ? `The record has the key in ${rows.length} rows; the quantities of those that may be billed are added.`
        : `The record has the key in ${rows.length} rows; the first that may be billed counts.`,
    },
  ]
}
