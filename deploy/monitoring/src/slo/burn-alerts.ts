import type { Alert, Series } from '../rules/alert.ts'
import { burnRates } from './objectives.ts'
import { errorRatio } from './recordings.ts'

/** An objective is broken sooner than its budget allows, with enough events that a ratio says something. */
function burning(severity: 'page' | 'ticket'): string {
  const windows = burnRates
    .filter((rate) => rate.severity === severity)
    .map(({ times, long, short }) => {
      const isOver = (ratio: string) =>
        `${ratio} > on (slo) group_left () (${times} * (1 - outturn:slo_objective))`
      return `(${isOver(errorRatio(long))} and on (slo) ${isOver(errorRatio(short))})`
    })
  return `(${windows.join(' or ')}) and on (slo) outturn:slo_events:increase1h > 30`
}

/** A burning of the objective of reads (99.95 %), which has so many events in an hour. */
const ratios = (ratio: number, events: number): Series => ({
  'outturn:slo_objective{slo="read"}': '0.9995+0x60',
  'outturn:slo_events:increase1h{slo="read"}': `${events}+0x60`,
  ...Object.fromEntries(
    burnRates
      .flatMap(({ long, short }) => [long, short])
      .map((window) => [`${errorRatio(window)}{slo="read"}`, `${ratio}+0x60`]),
  ),
})

export const burnAlerts: readonly Alert[] = [
  {
    name: 'OutturnBudgetBurningFast',
    expr: burning('page'),
    for: '1m',
    severity: 'page',
    team: 'platform',
    summary:
      'The objective `{{ $labels.slo }}` is missed by {{ $value | humanizePercentage }} of its events: its budget of 28 days is used up in days.',
    isSymptom: true,
    fires: {
      series: ratios(0.02, 500),
      after: '3m',
      alerts: [
        {
          labels: { slo: 'read' },
          summary:
            'The objective `read` is missed by 2% of its events: its budget of 28 days is used up in days.',
        },
      ],
    },
    // The same share of far fewer requests is the luck of one caller.
    silent: { series: ratios(0.02, 20), after: '10m' },
  },
  {
    name: 'OutturnBudgetBurningSlowly',
    expr: burning('ticket'),
    for: '15m',
    severity: 'ticket',
    team: 'platform',
    summary:
      'The objective `{{ $labels.slo }}` is missed by {{ $value | humanizePercentage }} of its events over days.',
    isSymptom: true,
    fires: {
      series: ratios(0.001, 500),
      after: '20m',
      alerts: [
        {
          labels: { slo: 'read' },
          summary: 'The objective `read` is missed by 0.1% of its events over days.',
        },
      ],
    },
    silent: { series: ratios(0.0004, 500), after: '30m' },
  },
]
