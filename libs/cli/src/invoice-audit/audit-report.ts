import type { InvoiceAudit } from '@outturn/sdk'

/** The lines of an audit as CSV. A cell that a spreadsheet would compute gets an apostrophe in front. */
export function auditCsv({ lines, discrepancies }: InvoiceAudit): string {
  const reasons = reasonsByLine(discrepancies)
  const rows = lines.map((line) => [
    line.line,
    line.key,
    line.status,
    amount(line.billed_cents),
    amount(line.supported_cents),
    (reasons.get(line.line) ?? []).join(' '),
  ])
  return [['line', 'key', 'status', 'billed', 'supported', 'reasons'], ...rows]
    .map((row) => `${row.map(csvCell).join(',')}\r\n`)
    .join('')
}

/** An audit as a page that stands alone: totals first, then every line with its reasons. It has no scripts and prints as it is. */
export function auditHtml(audit: InvoiceAudit): string {
  const { totals, currency, lines, discrepancies, readout, limitations, unbilled_records: unbilled } = audit
  const reasons = reasonsByLine(discrepancies)
  const sums = [
    ['Billed', amount(totals.billed_cents)],
    ['Supported by the record', amount(totals.supported_cents)],
    ['Not supported', amount(totals.unsupported_cents)],
  ].map(
    ([name, sum]) =>
      `<tr><th scope="row">${escaped(name ?? '')}</th><td class="n">${sum} ${escaped(currency)}</td></tr>`,
  )
  const rows = lines.map(
    (line) =>
      `<tr class="${line.status}"><td>${escaped(line.line)}</td><td>${escaped(line.key)}</td><td>${line.status.replaceAll('_', ' ')}</td>` +
      `<td class="n">${amount(line.billed_cents)}</td><td class="n">${amount(line.supported_cents)}</td>` +
      `<td>${(reasons.get(line.line) ?? []).map(escaped).join('<br>')}</td></tr>`,
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Invoice audit ${escaped(audit.audit_id)}</title>
<style>
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; color: #1a1a1a; background: #fff }
table { border-collapse: collapse; width: 100%; margin: 1rem 0 } th, td { text-align: left; padding: .25rem .5rem; border-bottom: 1px solid #ccc; vertical-align: top }
.n { text-align: right; font-variant-numeric: tabular-nums } .unsupported, .unparseable { background: #fdecea } .partially_supported { background: #fff6e0 }
@media print { body { margin: 0 } tr { break-inside: avoid } }
</style>
<h1>Invoice audit</h1>
<p>${escaped(readout)}</p>
<table><caption>Totals</caption>${sums.join('')}</table>
<table><caption>Lines</caption><thead><tr><th scope="col">Line</th><th scope="col">Key</th><th scope="col">Status</th><th scope="col" class="n">Billed</th><th scope="col" class="n">Supported</th><th scope="col">Reasons</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table>
${unbilled.length === 0 ? '' : `<p>Rows of the record that no line bills: ${unbilled.map(({ key }) => escaped(key)).join(', ')}.</p>`}
<ul>${limitations.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul>
<p>${escaped(audit.audit_id)}, result ${escaped(audit.result_digest)}</p>
</html>
`
}

/** The explanations of each line. */
export function reasonsByLine(discrepancies: InvoiceAudit['discrepancies']): Map<string, string[]> {
  const reasons = new Map<string, string[]>()
  for (const { line, explanation } of discrepancies) {
    if (line !== null) reasons.set(line, [...(reasons.get(line) ?? []), explanation])
  }
  return reasons
}

/** Cents with two decimals. */
export function amount(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}

function csvCell(text: string): string {
  const isFormula = /^[=+@\t\r]/.test(text) || (text.startsWith('-') && !/^-\d+(?:\.\d+)?$/.test(text))
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)
}
