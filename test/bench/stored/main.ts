// `npm run bench:stored`: what a one-call verification and a list cost as the stored Spools grow. docs/benchmarks.md says how to read it.
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { countOf, readOptions } from '../../system/read-options.ts'
import { comparedRows, countIdle } from '../measurement/comparison.ts'
import type { Counters } from '../measurement/counters.ts'
import { applyLoad, cpuPerRequest, failuresOf, measure, p50Ms } from '../measurement/measurement.ts'
import { openBench } from '../open-bench.ts'
import { tell } from '../tell.ts'
import { fullPace } from '../pace.ts'
import { renderTable, round } from '../report/table.ts'
import { median, sum } from '../statistics.ts'
import type { Target } from '../target.ts'
import { createRowCopier, type RowCopier } from './copy-rows.ts'

const usage = `Usage: npm run bench:stored -- [--spools NUMBER] [--home DIR]

  --spools NUMBER  the most that are stored, of 1000, 10000, 100000 and 1000000; by default 100000. A million take some 20 GB
  --home DIR       folder of the measured system (default .outturn/bench); its data is deleted at the end
  --help           show this
`
const options = readOptions(usage, {
  spools: { type: 'string', default: '100000' },
  home: { type: 'string', default: '.outturn/bench' },
})
const most = countOf(usage, options.spools)
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most)
const home = resolve(join(import.meta.dirname, '../../..'), options.home)
/** Spools that are verified for real and then copied. */
const sampleSize = 200
/** Copies that one statement adds. */
const portion = 10
const inFlight = 32

await using stops = new AsyncDisposableStack()
const { stack, account, system, targets, instruments, serverUrl } = await openBench(
  home,
  ['single-statement'],
  stops,
)
const [baseline = system] = targets
const level = { rowCount: comparedRows, inFlight, durationMs: fullPace.loadedMs }

for (const target of targets)
  await applyLoad(instruments, target, { ...level, durationMs: fullPace.warmUpMs })
const idle = await countIdle(instruments, fullPace)
const copier = await openCopier()
const table: string[][] = []
let stored = sampleSize
for (const size of sizes) {
  stored = await fill(copier, stored, size)
  table.push(await measured(size, idle))
}
process.stdout.write(`${renderTable(heading(), table)}\n`)

function heading(): string[] {
  return [
    'Spools',
    'CPU ms',
    'CPU ÷ single',
    'requests/s',
    'p50 ms alone',
    'list of 50, ms',
    'failed',
    'KB each',
  ]
}

/** A sample of Spools in the system's own database, to be copied there. */
async function openCopier(): Promise<RowCopier> {
  const url = new URL(serverUrl)
  url.pathname = `/${system.database}`
  const own = new Client({ connectionString: url.href })
  await own.connect()
  stops.defer(() => own.end())
  return createRowCopier(own, { spools: sampleSize })
}

async function fill(copies: RowCopier, from: number, size: number): Promise<number> {
  const upTo = Math.ceil(size / sampleSize)
  for (let at = Math.ceil(from / sampleSize); at < upTo; at += portion) {
    const count = Math.min(portion, upTo - at)
    await copies.copy(at, count)
    if (at % (portion * 50) < portion) tell(`${(at + count) * sampleSize} of ${size} Spools`)
  }
  tell('bringing the statistics up to date')
  await copies.settle()
  return Math.max(from, size)
}

async function measured(size: number, rest: Counters): Promise<string[]> {
  const ratios: number[] = []
  const cpu: number[] = []
  const rates: number[] = []
  let failed = 0
  for (let turn = 1; turn <= fullPace.rounds; turn += 1) {
    const costs = new Map<Target, number>()
    for (const target of targets) {
      const measurement = await measure(instruments, target, level)
      costs.set(target, sum(Object.values(cpuPerRequest(measurement, rest))))
      if (target !== system) continue
      rates.push(measurement.requestsPerS)
      failed += failuresOf([measurement.load])
    }
    const [own = Number.NaN, other = Number.NaN] = [costs.get(system), costs.get(baseline)]
    cpu.push(own)
    ratios.push(own / other)
    tell(
      `${size} Spools  round ${turn}/${fullPace.rounds}: ${own.toFixed(2)} ms of CPU, ${(own / other).toFixed(2)} ÷ single`,
    )
  }
  const alone = await applyLoad(instruments, system, { ...level, inFlight: 1, durationMs: fullPace.aloneMs })
  await sleep(500)
  const lists = await instruments.load.run({
    requests: [
      { method: 'GET', url: `${stack.file.base_url}/api/v1/spools?limit=50`, headers: account.headers },
    ],
    inFlight: 1,
    durationMs: fullPace.aloneMs,
    success: 200,
  })
  return [
    String(size),
    round(median(cpu)),
    round(median(ratios)),
    round(median(rates)),
    round(p50Ms([alone])),
    round(p50Ms([lists])),
    String(failed + failuresOf([alone, lists])),
    round((await copier.bytesEach()) / 1_000),
  ]
}
