import type { PromiseReplay } from '@outturn/sdk'
import { amount } from '../report/amounts.ts'
import { shown } from '../terminal/shown.ts'
import { tableLines } from '../terminal/table.ts'
import { gridCells, rateText, reason, span, summary } from './replay-figures.ts'

/** Most windows that a terminal shows; a report has all. */
const shownWindows = 20
const barWidth = 24

/** A replay for a terminal: the sums, each window with its reason, and the grid as a table with bars. */
export function replayLines(replay: PromiseReplay): string[] {
  const { windows, sensitivity, corrections_ignored: ignored, warnings, readout } = replay
  const rest = windows.length - shownWindows
  return [
    summary(replay),
    ...(windows.length === 0 ? [] : ['', ...windowLines(replay)]),
    ...(rest > 0 ? [`… and ${rest} more: --save report.html has all.`] : []),
    ...(sensitivity.length === 0 ? [] : ['', 'With other terms:', ...gridLines(replay)]),
    ...(ignored.length === 0 ? [] : ['', `${ignored.length} corrections were ignored: --json lists them.`]),
    ...(warnings.length === 0 ? [] : ['', ...warnings.slice(0, shownWindows).map(warningLine)]),
    '',
    readout,
  ]
}

function windowLines({ windows }: PromiseReplay): string[] {
  return tableLines(
    ['CUSTOMER', 'WINDOW', 'MEASURED', 'RATE', 'REMEDY', 'REASON'],
    windows
      .slice(0, shownWindows)
      .map((window) => [
        window.customer_id,
        span(window),
        `${window.measured_units} of ${window.units}`,
        rateText(window),
        amount(window.hypothetical_remedy_cents),
        reason(window),
      ]),
  )
}

function gridLines(replay: PromiseReplay): string[] {
  return tableLines(
    ['THRESHOLD', 'FINAL AFTER', 'UNCERTAIN', 'BREACHED', 'REMEDY', ''],
    gridCells(replay).map(({ terms, breached, remedy, share }) => [
      ...terms,
      breached,
      remedy,
      '█'.repeat(Math.ceil(share * barWidth)),
    ]),
  )
}

function warningLine({
  customer_id: customer,
  window_start: start,
  message,
}: PromiseReplay['warnings'][number]) {
  return `Warning: ${shown(customer)}, ${start.slice(0, 10)}: ${message}`
}
