// `npm run sizing`: what days of 1,000 and 100,000 verifications take, in compressed time. docs/operating/sizing.md says how to read it.
import { join, resolve } from 'node:path'
import { countOf, readOptions } from '../../system/read-options.ts'
import { countIdle } from '../measurement/comparison.ts'
import { openBench } from '../open-bench.ts'
import { fullPace } from '../pace.ts'
import { describeConditions } from '../report/conditions.ts'
import { tell } from '../tell.ts'
import { type Day, measureDay, type MeasuredDay } from './measure-day.ts'
import { renderDays } from './sizing-report.ts'

const usage = `Usage: npm run sizing -- [OPTION…]

  --seconds NUMBER   how long each day is sent (default 100)
  --home DIR         folder of the measured system (default .outturn/bench); its data is deleted at the end
  --help             show this
`
const options = readOptions(usage, {
  seconds: { type: 'string', default: '100' },
  home: { type: 'string', default: '.outturn/bench' },
})
const seconds = countOf(usage, options.seconds)
/** The smaller day is sent as a whole, of the larger one two hundredths. */
const days: readonly Day[] = [
  { perDay: 1_000, sent: 1_000 },
  { perDay: 100_000, sent: 2_000 },
]

const conditions = describeConditions()
await using stops = new AsyncDisposableStack()
const bench = await openBench(resolve(join(import.meta.dirname, '../../..'), options.home), [], stops)
tell('counting what runs when no one asks for anything')
const idle = await countIdle(bench.instruments, fullPace)
const measured: MeasuredDay[] = []
for (const day of days) {
  tell(`${day.sent} of ${day.perDay} verifications in ${seconds} s`)
  measured.push(await measureDay(bench, day, { idle, seconds }))
}
process.stdout.write(`\n${conditions}\n\n${renderDays(measured)}\n`)
