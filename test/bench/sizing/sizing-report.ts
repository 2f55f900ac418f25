import { renderTable, round } from '../report/table.ts'
import type { MeasuredDay } from './measure-day.ts'

const daySeconds = 86_400
/** Of the mean of a day, in its busiest time. */
const peakOverMean = 4

/** What the days take, from what each verification took. */
export function renderDays(days: readonly MeasuredDay[]): string {
  return [
    'Measured, for each verification',
    renderTable(
      [
        'a day',
        'sent',
        'in s',
        'failed',
        'CPU ms',
        'of it Postgres',
        'KB stored',
        'KB of WAL',
        'connections',
        'p50 ms',
        'p99 ms',
      ],
      days.map((day) => [
        String(day.perDay),
        String(day.sent),
        String(day.seconds),
        String(day.failed),
        round(day.cpuMsEach),
        round(day.ofItPostgresMs),
        round(day.storedBytesEach / 1_000),
        round(day.walBytesEach / 1_000),
        String(day.connections),
        round(day.p50Ms),
        round(day.p99Ms),
      ]),
    ),
    '',
    `The day from that, the busiest time at ${peakOverMean} times the mean, with ${round(days[0]?.idleCpuMsPerS ?? 0)} ms of CPU a second at rest`,
    renderTable(
      ['a day', 'mean/s', 'peak/s', 'cores mean', 'cores peak', 'GB a day', 'GB a year', 'GB of WAL a day'],
      days.map((day) => {
        const mean = day.perDay / daySeconds
        const cores = (perSecond: number) => (day.idleCpuMsPerS + perSecond * day.cpuMsEach) / 1_000
        const stored = (day.perDay * day.storedBytesEach) / 1e9
        return [
          String(day.perDay),
          round(mean),
          round(mean * peakOverMean),
          round(cores(mean)),
          round(cores(mean * peakOverMean)),
          round(stored),
          round(stored * 365),
          round((day.perDay * day.walBytesEach) / 1e9),
        ]
      }),
    ),
  ].join('\n')
}
