// `npm run bench:stored`: what a one-call verification and a list cost as the stored Spools grow. docs/benchmarks.md says how to read it.
import { mkdir, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { countOf, readOptions } from '../../system/read-options.ts'
import { comparedRows, countIdle, roundedCpu } from '../measurement/comparison.ts'
import type { Counters } from '../measurement/counters.ts'
import { applyLoad, cpuPerRequest, failuresOf, measure, p50Ms } from '../measurement/measurement.ts'
import { openBench } from '../open-bench.ts'
import { tell } from '../tell.ts'
import { fullPace } from '../pace.ts'
import type { CpuPerRequest } from '../report/result.ts'
import { totalCpu } from '../report/table.ts'
import { median, medianByName, rounded, sum } from '../statistics.ts'
import { createRowCopier, type RowCopier } from './copy-rows.ts'
import { plotStored, renderStored, type StoredResult } from './stored-report.ts'

const usage = `Usage: npm run bench:stored -- [--spools NUMBER] [--home DIR] [--out DIR]

  --spools NUMBER  the most that are stored, of 1000, 10000, 100000 and 1000000; by default 100000. A million take some 20 GB
  --home DIR       folder of the measured system (default .outturn/bench); its data is deleted at the end
  --out DIR        write stored.json and stored.svg to DIR (default .outturn)
  --help           show this
`
const options = readOptions(usage, {
  spools: { type: 'string', default: '100000' },
  home: { type: 'string', default: '.outturn/bench' },
  out: { type: 'string', default: '.outturn' },
})
const most = countOf(usage, options.spools)
const sizes = [1_000, 10_000, 100_000, 1_000_000].filter((size) => size <= most)
const repository = join(import.meta.dirname, '../../..')
const home = resolve(repository, options.home)
const out = resolve(repository, options.out)
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
const results: StoredResult[] = []
let stored = sampleSize
for (const size of sizes) {
  stored = await fill(copier, stored, size)
  results.push(await measured(size, idle))
}
await mkdir(out, { recursive: true })
await writeFile(join(out, 'stored.json'), `${JSON.stringify(results, undefined, 2)}\n`)
await writeFile(join(out, 'stored.svg'), plotStored(results))
process.stdout.write(`${renderStored(results)}\n\nWritten to ${relative(process.cwd(), out)}\n`)

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

async function measured(size: number, rest: Counters): Promise<StoredResult> {
  const rounds: { own: CpuPerRequest; single: CpuPerRequest; requestsPerS: number; failed: number }[] = []
  for (let turn = 1; turn <= fullPace.rounds; turn += 1) {
    const single = await measure(instruments, baseline, level)
    const own = await measure(instruments, system, level)
    const round = {
      own: cpuPerRequest(own, rest),
      single: cpuPerRequest(single, rest),
      requestsPerS: own.requestsPerS,
      failed: failuresOf([own.load]),
    }
    rounds.push(round)
    tell(
      `${size} Spools  round ${turn}/${fullPace.rounds}: ${totalCpu(round.own)} ms of CPU, ${ratioOf(round).toFixed(2)} ÷ single`,
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
  return {
    spools: size,
    cpu_ms_per_request: roundedCpu(medianByName(rounds.map(({ own }) => own))),
    single_cpu_ms_per_request: roundedCpu(medianByName(rounds.map(({ single }) => single))),
    cpu: rounded(median(rounds.map(ratioOf))),
    requests_per_s: rounded(median(rounds.map(({ requestsPerS }) => requestsPerS))),
    p50_ms_alone: rounded(p50Ms([alone])),
    list_p50_ms: rounded(p50Ms([lists])),
    failed_requests: sum(rounds.map(({ failed }) => failed)) + failuresOf([alone, lists]),
    stored_kb: rounded((await copier.bytesEach()) / 1_000),
  }
}

function ratioOf({ own, single }: { own: CpuPerRequest; single: CpuPerRequest }): number {
  return sum(Object.values(own)) / sum(Object.values(single))
}
