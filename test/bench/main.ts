// `npm run bench`: the system against two programs of one process each. docs/benchmarks.md says how to read it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { Client } from 'pg'
import { misuse, readOptions } from '../system/read-options.ts'
import { renderBarPlot } from './report/bar-plot.ts'
import { baselineNames, startBaseline } from './baseline-program.ts'
import { lifeBars, oneCallBars, throughputRatios } from './report/bars.ts'
import { compare, comparedInFlight, comparedRows, countIdle } from './measurement/comparison.ts'
import { measureLife } from './life/measure-life.ts'
import { openParties } from './life/parties.ts'
import { startLoadGenerator } from './load/load.ts'
import {
  type LocalStack,
  openAccount,
  removeStackData,
  startLocalStack,
  systemTarget,
} from './local-stack.ts'
import type { Instruments } from './measurement/measurement.ts'
import { fullPace, quickPace } from './pace.ts'
import { measureReceipts } from './receipts/measure-receipts.ts'
import { renderReport } from './report/report.ts'
import type { BenchResult } from './report/result.ts'
import { measureEvidence, measureWorkers } from './measurement/side-measurements.ts'
import { rounded } from './statistics.ts'
import type { Target } from './target.ts'

const repository = join(import.meta.dirname, '../..')
const partNames = ['one-call', 'evidence', 'workers', 'life', 'receipts'] as const
type PartName = (typeof partNames)[number]
const usage = `Usage: npm run bench -- [OPTION…]

  --quick      about half the time: for looking at a change, not for quoting
  --only PART  measure one part only: one-call, evidence, workers, life, receipts
  --home DIR   folder of the measured system (default .outturn/bench); its data is deleted at the end
  --out DIR    write bench.json and bench.svg to DIR (default .outturn)
  --help       show this
`
const startedAt = performance.now()

function tell(message: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)
  process.stderr.write(`${seconds} s  ${message}\n`)
}

interface BenchOptions {
  home: string
  quick: boolean
  parts: readonly PartName[]
}

async function bench({ home, quick, parts }: BenchOptions): Promise<BenchResult> {
  const pace = quick ? quickPace : fullPace
  const loadAverage = loadavg()[0] ?? Number.NaN
  await using stops = new AsyncDisposableStack()
  stops.defer(() => removeStackData(home))
  tell('starting the system on empty data')
  const stack = await startLocalStack(home)
  stops.defer(() => stack.stop())
  const { client, serverUrl } = await connectBeside(stack)
  stops.defer(() => client.end())
  const load = startLoadGenerator()
  stops.defer(() => load.stop())

  const account = await openAccount(stack, 'Bench')
  const system = await systemTarget(stack, account)
  const { supervisor: _, ...systemPids } = stack.file.pids
  const processes = Object.fromEntries(Object.entries(systemPids).map(([name, pid]) => [name, [pid]]))
  const targets: Target[] = []
  const areCompared = parts.includes('one-call') || parts.includes('evidence')
  for (const name of areCompared ? baselineNames : []) {
    const program = await startBaseline(name, { client, serverUrl, logs: stack.logs })
    stops.defer(() => program.stop())
    processes[name] = [program.pid]
    targets.push(program.target)
  }
  targets.push(system)
  const { nats_monitor_url: natsMonitorUrl } = stack.file
  const databases = targets.map(({ database }) => database)
  const sources = {
    processes,
    databases,
    client,
    ...(natsMonitorUrl === undefined ? {} : { natsMonitorUrl }),
  }
  const instruments: Instruments = { load, sources }

  tell('counting what runs when no one asks for anything')
  const idle = await countIdle(instruments, pace)
  const options = { pace, idle, tell }
  const programs = parts.includes('one-call') ? await compare(instruments, targets, options) : []
  const evidence = parts.includes('evidence') ? await measureEvidence(instruments, targets, options) : []
  const life = parts.includes('life')
    ? await measureLife(instruments, system, { ...options, parties: await openParties(stack, account) })
    : []
  const workers = parts.includes('workers')
    ? await measureWorkers(instruments, { stack, target: system }, options)
    : []
  const receipts = parts.includes('receipts')
    ? await measureReceipts(system, { baseUrl: stack.file.base_url, pace, tell })
    : null
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  tell('stopping')
  const ratios = throughputRatios(programs, system.name)
  return {
    measured_at: new Date().toISOString(),
    quick,
    machine: {
      cpu: cpus()[0]?.model ?? 'unknown',
      cores: cpus().length,
      node: process.versions.node,
      postgres: rows[0]?.server_version ?? 'unknown',
      load_average: loadAverage,
    },
    workload: {
      rows: comparedRows,
      units: comparedRows,
      checkers: ['row_count', 'completeness', 'duplicate_rate'],
      in_flight: comparedInFlight,
      rounds: pace.rounds,
    },
    programs,
    throughput_ratios: ratios,
    bars: [...oneCallBars(programs, ratios, system.name), ...lifeBars(life)],
    idle: {
      cpu_ms_per_s: perSecond(idle.cpuMs, idle.at, Object.keys(systemPids)),
      commits_per_s: rounded(((idle.commits[system.database] ?? 0) * 1_000) / idle.at),
      messages_per_s: idle.messages === undefined ? null : rounded((idle.messages * 1_000) / idle.at),
    },
    evidence,
    workers,
    life,
    receipts,
  }
}

/** To the system's Postgres, but to a database that no service uses: our own queries are not to be counted. */
async function connectBeside({ file }: LocalStack): Promise<{ client: Client; serverUrl: string }> {
  const url = new URL(await readFile(file.database_url_file, 'utf8'))
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  return { client, serverUrl: url.href }
}

function perSecond(counts: Record<string, number>, overMs: number, names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, rounded(((counts[name] ?? 0) * 1_000) / overMs)]))
}

function partsOf(only: string): readonly PartName[] {
  if (only === '') return partNames
  const part = partNames.find((name) => name === only)
  if (part === undefined)
    misuse(usage, `--only ${only} is not a part; the parts are ${partNames.join(', ')}.`)
  return [part]
}

const { quick, only, ...folders } = readOptions(usage, {
  quick: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  home: { type: 'string', default: '.outturn/bench' },
  out: { type: 'string', default: '.outturn' },
})
const result = await bench({ home: resolve(repository, folders.home), quick, parts: partsOf(only) })
const out = resolve(repository, folders.out)
await mkdir(out, { recursive: true })
await writeFile(join(out, 'bench.json'), `${JSON.stringify(result, undefined, 2)}\n`)
if (result.programs.length > 0) await writeFile(join(out, 'bench.svg'), renderBarPlot(result))
process.stdout.write(`\n${renderReport(result)}\n`)
process.stdout.write(`Written to ${relative(process.cwd(), out)}\n`)
