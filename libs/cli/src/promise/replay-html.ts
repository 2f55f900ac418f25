import type { PromiseReplay } from '@outturn/sdk'
import { amount } from '../report/amounts.ts'
import { dataTable, escaped, foreign, listSection, standalonePage } from '../report/page.ts'
import { gridCells, rateText, reason, span, summary } from './replay-figures.ts'

/** A replay as a page that stands alone, without scripts: sums first, then the grid as a chart and a table, and each window with its reason. */
export function replayHtml(replay: PromiseReplay): string {
  const { promise_version: version, as_of: asOf, corrections_ignored: ignored, warnings } = replay
  const body = [
    '<h1>Promise replay</h1>',
    `<p>${escaped(summary(replay))}</p>`,
    `<p>Promise ${foreign(version)}, measured as of ${escaped(asOf)}. ${escaped(replay.readout)}</p>`,
    gridTable(replay),
    customerTable(replay),
    windowTable(replay),
    ignored.length === 0 ? '' : ignoredTable(replay),
    listSection('Warnings', warnings.map(warningItem)),
    `<p>Result: ${escaped(replay.result_digest)}. Input: ${escaped(replay.input_digest)}. Rules: ${escaped(replay.engine_version)}.</p>`,
  ]
  return standalonePage({
    title: 'Promise replay',
    body: body.filter((part) => part !== '').join('\n'),
    ownStyle: 'meter { width: 100% }\n',
  })
}

function gridTable(replay: PromiseReplay): string {
  const cells = gridCells(replay)
  if (cells.length === 0) return ''
  return dataTable(
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
  return dataTable(
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
  return dataTable(
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
  return dataTable(
    'Corrections that were ignored',
    ['Unit', 'Corrected at', 'Cause'],
    ignored.map(({ unit_id: unit, corrected_at: at, cause }) => [foreign(unit), escaped(at), escaped(cause)]),
  )
}
