import type { InvoiceAudit } from '@outturn/sdk'
import { amount, decimalAmount } from '../report/amounts.ts'
import { csvText } from '../report/csv.ts'
import { dataTable, escaped, foreign, listSection, standalonePage } from '../report/page.ts'
import { type AuditedLine, type Discrepancy, explainLines } from './line-reasons.ts'
import { filterForm, filterStyle, filtersOf } from './line-filters.ts'

/** The lines of an audit as CSV, each with its codes and reasons. */
export function auditCsv(audit: InvoiceAudit): string {
  const { lines, whole } = explainLines(audit)
  const rows = lines.map(({ line, found }) => [
    line.line,
    line.key,
    line.status,
    decimalAmount(line.billed_cents),
    decimalAmount(line.supported_cents),
    line.record_rows.join(' '),
    line.discrepancies.join(' '),
    found.map(({ explanation }) => explanation).join(' '),
  ])
  const ofWhole = whole.map(({ code, explanation }) => ['', '', '', '', '', '', code, explanation])
  return csvText([
    ['line', 'key', 'status', 'billed', 'supported', 'record_rows', 'codes', 'reasons'],
    ...rows,
    ...ofWhole,
  ])
}

const ownStyle = `
.unsupported, .unparseable { background: light-dark(#fdecea, #431c19) } .partially_supported { background: light-dark(#fff4d6, #3d3013) }
dl { display: grid; grid-template-columns: fit-content(60%) fit-content(40%); gap: .2rem 1.5rem; margin: 1rem 0; font-size: 1.2rem } dd { margin: 0 }
fieldset { border: 1px solid #8886; margin: 1.5rem 0 0 } label { display: inline-block; margin-right: 1rem; padding: .2rem 0 }
code { font-size: .9em } .reason { margin: 0 0 .2rem }
@media print { label:not(:has(:checked)) { display: none } }
`

/** An audit as a page that stands alone: totals first, then every line with its reasons, and a choice of lines that needs no script. */
export function auditHtml(audit: InvoiceAudit): string {
  const { totals, currency, readout, limitations, inputs } = audit
  const { lines, whole } = explainLines(audit)
  const filters = filtersOf(audit.lines)
  const sums: readonly (readonly [string, number])[] = [
    ['Billed', totals.billed_cents],
    ['Supported by the record', totals.supported_cents],
    ['Not supported', totals.unsupported_cents],
  ]
  const body = [
    '<h1>Invoice audit</h1>',
    `<p>${escaped(readout)}</p>`,
    '<h2>Totals</h2>',
    `<dl>${sums.map(([name, cents]) => `<dt>${name}</dt><dd class="number">${amount(cents)} ${escaped(currency)}</dd>`).join('')}</dl>`,
    listSection('The invoice as a whole', whole.map(reasonText)),
    filterForm(filters),
    dataTable(
      'Lines',
      ['Line', 'Key', 'Status', '#Billed', '#Supported', 'Rows of the record', 'Reasons'],
      lines.map(({ line, found }) => ({
        classes: [line.status, ...line.discrepancies],
        cells: lineCells(line, found),
      })),
    ),
    unbilledTable(audit),
    listSection('What the audit could not check', limitations.map(escaped)),
    `<p>Audit ${escaped(audit.audit_id)}. Result: ${escaped(audit.result_digest)}. Invoice: ${escaped(inputs.invoice_digest)}. Record: ${escaped(inputs.record_digest)}. Rules: ${escaped(inputs.engine_version)}.</p>`,
  ]
  return standalonePage({
    title: 'Invoice audit',
    body: body.filter((part) => part !== '').join('\n'),
    ownStyle: `${ownStyle}${filterStyle(filters)}`,
  })
}

function lineCells(line: AuditedLine, found: readonly Discrepancy[]): string[] {
  const place = line.source === null ? '' : `<br>page ${line.source.page}, row ${line.source.line}`
  return [
    `${foreign(line.line)}${place}`,
    foreign(line.key),
    line.status.replaceAll('_', ' '),
    amount(line.billed_cents),
    amount(line.supported_cents),
    line.record_rows.join(', '),
    found.map((each) => `<p class="reason">${reasonText(each)}</p>`).join(''),
  ]
}

function reasonText({ code, explanation }: Discrepancy): string {
  return `<code>${code}</code> ${foreign(explanation)}`
}

function unbilledTable({ unbilled_records: unbilled }: InvoiceAudit): string {
  if (unbilled.length === 0) return ''
  return dataTable(
    'Rows of the record that no line bills',
    ['#Row', 'Key'],
    unbilled.map(({ record_row: row, key }) => [String(row), foreign(key)]),
  )
}
