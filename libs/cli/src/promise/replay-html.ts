import type { PromiseReplay } from '@outturn/sdk'
import { amount, gridCells, rateText, reason, span, summary } from './replay-figures.ts'

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif }
body { max-width: 70rem; margin: 2rem auto; padding: 0 1rem }
table { border-collapse: collapse; width: 100% }
th, td { padding: .3rem .6rem; border-bottom: 1px solid #8886; text-align: left; overflow-wrap: anywhere }
.number { text-align: right; font-variant-numeric: tabular-nums }
meter { width: 100% }
caption { text-align: left; font-weight: bold; padding: 1rem 0 .3rem }
@media print { body { margin: 0; max-width: none } tr { break-inside: avoid } thead { display: table-header-group } }
`

/** A replay as a page that stands alone, without scripts: sums first, then the grid as a chart and a table, and each window with its reason. */
export function replayHtml(replay: PromiseReplay): string {
  const { promise_version: version, as_of: asOf, corrections_ignored: ignored, warnings } = replay
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Promise replay</title>
<style>${style}</style>
</head>
<body>
<h1>Promise replay</h1>
<p>${escaped(summary(replay))}</p>
<p>Promise ${foreign(version)}, measured as of ${escaped(asOf)}. ${escaped(replay.readout)}</p>
${gridTable(replay)}
${customerTable(replay)}
${windowTable(replay)}
${ignored.length === 0 ? '' : ignoredTable(replay)}
${list('Warnings', warnings.map(warningItem))}
<p>Result: ${escaped(replay.result_digest)}. Input: ${escaped(replay.input_digest)}. Rules: ${escaped(replay.engine_version)}.</p>
</body>
</html>
`
}

function gridTable(replay: PromiseReplay): string {
  const cells = gridCells(replay)
  if (cells.length === 0) return ''
  return table(
    'With other terms',
    ['Threshold', 'Final after', 'Uncertain units', '#Breached windows', '#Remedy', 'Part of the largest'],
    cells.map(({ terms, breached, remedy, share }) => [
      ...terms.map(escaped),
      breached,
      remedy,
      `<meter value="${share.toFixed(4)}" aria-label="${remedy}"></meter>`,
    ]),
  )
}

function customerTable({ customers }: PromiseReplay): string {
  return table(
    'Customers',
    ['Customer', '#Windows', '#Breached', '#Remedy'],
    customers.map(({ customer_id: id, windows, breached, hypothetical_remedy_cents: remedy }) => [
      foreign(id),
      String(windows),
      String(breached),
      amount(remedy),
    ]),
  )
}

function windowTable({ windows }: PromiseReplay): string {
  return table(
    'Windows',
    ['Customer', 'Window', '#Measured', '#Rate', '#Remedy', 'Reason'],
    windows.map((window) => [
      foreign(window.customer_id),
      escaped(span(window)),
      `${window.measured_units} of ${window.units}`,
      rateText(window),
      amount(window.hypothetical_remedy_cents),
      escaped(reason(window)),
    ]),
  )
}

function warningItem({
  customer_id: customer,
  window_start: start,
  message,
}: PromiseReplay['warnings'][number]): string {
  return `${foreign(customer)}, ${escaped(start)}: ${escaped(message)}`
}

function ignoredTable({ corrections_ignored: ignored }: PromiseReplay): string {
  return table(
    'Corrections that were ignored',
    ['Unit', 'Corrected at', 'Cause'],
    ignored.map(({ unit_id: unit, corrected_at: at, cause }) => [foreign(unit), escaped(at), escaped(cause)]),
  )
}

/** A table of cells that are HTML; a heading that begins with # is of numbers. */
function table(caption: string, headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const attribute = headings.map((heading) => (heading.startsWith('#') ? ' class="number"' : ''))
  const head = headings.map(
    (heading, at) => `<th scope="col"${attribute[at]}>${escaped(heading.replace('#', ''))}</th>`,
  )
  const body = rows.map(
    (row) => `<tr>${row.map((cell, at) => `<td${attribute[at]}>${cell}</td>`).join('')}</tr>`,
  )
  return `<table>
<caption>${escaped(caption)}</caption>
<thead><tr>${head.join('')}</tr></thead>
<tbody>
${body.join('\n')}
</tbody>
</table>`
}

function list(title: string, items: readonly string[]): string {
  if (items.length === 0) return ''
  return `<h2>${title}</h2>\n<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`
}

/** A text of the caller, which may have any direction. */
function foreign(text: string): string {
  return `<bdi dir="auto">${escaped(text)}</bdi>`
}

function escaped(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
}
