// `npm run bench`: the system against two programs of one process each. docs/benchmarks.md says how to read it.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { Client } from 'pg'
import { renderBarPlot } from './bar-plot.ts'
import { baselineNames, startBaseline } from './baseline-program.ts'
import { type Comparison, compare, comparedInFlight, comparedRows } from './comparison.ts'
import { startLoadGenerator } from './load.ts'
import { type LocalStack, removeStackData, startLocalStack, systemTarget } from './local-stack.ts'
import type { Instruments } from './measurement.ts'
import { fullPace, type Pace, quickPace } from './pace.ts'
import { renderReport } from './report.ts'
import type { Bar, BenchResult } from './result.ts'
import { measureEvidence, measureWorkers } from './side-measurements.ts'
import { median, rounded } from './statistics.ts'
import type { Target } from './target.ts'

const repository = join(import.meta.dirname, '../..')
const usage = `Usage: npm run bench -- [OPTION…]

  --quick      90 seconds instead of four minutes: for looking at a change, not for quoting
  --home DIR   folder of the measured system (default .outturn/bench); its data is deleted at the end
  --out DIR    write bench.json and bench.svg to DIR (default .outturn)
  --help       show this
`
const leastThroughputRatio = 0.5
const longestP50Ms = 25
const startedAt = performance.now()

function tell(message: string): void {
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0).padStart(4)
  process.stderr.write(`${seconds} s  ${message}\n`)
}

async function bench(options: { home: string; pace: Pace; quick: boolean }): Promise<BenchResult> {
  const { home, pace, quick } = options
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

  const system = await systemTarget(stack)
  const { supervisor: _, ...systemPids } = stack.file.pids
  const processes = Object.fromEntries(Object.entries(systemPids).map(([name, pid]) => [name, [pid]]))
  const targets: Target[] = []
  for (const name of baselineNames) {
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

  const comparison = await compare(instruments, targets, pace, tell)
  const { idle } = comparison
  const evidence = await measureEvidence(instruments, targets, { pace, idle, tell })
  const workers = await measureWorkers(instruments, { stack, target: system }, { pace, idle, tell })
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  tell('stopping')
  const ratios = throughputRatios(comparison, system.name)
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
    programs: comparison.programs,
    throughput_ratios: ratios,
    bars: barsOf(comparison, ratios, system.name),
    idle: {
      cpu_ms_per_s: perSecond(idle.cpuMs, idle.at, Object.keys(systemPids)),
      commits_per_s: rounded(((idle.commits[system.database] ?? 0) * 1_000) / idle.at),
      messages_per_s: idle.messages === undefined ? null : rounded((idle.messages * 1_000) / idle.at),
    },
    evidence,
    workers,
  }
}

/** To the system's Postgres, but to a database of nobody's: our own queries are not to be counted. */
async function connectBeside({ file }: LocalStack): Promise<{ client: Client; serverUrl: string }> {
  const url = new URL(await readFile(file.database_url_file, 'utf8'))
  url.pathname = '/postgres'
  const client = new Client({ connectionString: url.href })
  await client.connect()
  return { client, serverUrl: url.href }
}

/** Round by round, so that a slow stretch of the machine weighs on both sides of a ratio. */
function throughputRatios({ programs }: Comparison, systemName: string): Record<string, number> {
  const own = programs.find(({ name }) => name === systemName)?.requests_per_s_rounds ?? []
  return Object.fromEntries(
    programs
      .filter(({ name }) => name !== systemName)
      .map(({ name, requests_per_s_rounds: others }) => [
        name,
        rounded(median(own.map((rate, round) => rate / (others[round] ?? Number.NaN)))),
      ]),
  )
}

function barsOf({ programs }: Comparison, ratios: Record<string, number>, systemName: string): Bar[] {
  const ratio = ratios[baselineNames[0]] ?? Number.NaN
  const p50 = programs.find(({ name }) => name === systemName)?.p50_ms ?? Number.NaN
  return [
    {
      name: `throughput over ${baselineNames[0]}`,
      goal: `at least ${leastThroughputRatio}`,
      measured: ratio,
      met: ratio >= leastThroughputRatio,
    },
    {
      name: 'p50 ms at 1 in flight',
      goal: `at most ${longestP50Ms}`,
      measured: p50,
      met: p50 <= longestP50Ms,
    },
  ]
}

function perSecond(counts: Record<string, number>, overMs: number, names: string[]): Record<string, number> {
  return Object.fromEntries(names.map((name) => [name, rounded(((counts[name] ?? 0) * 1_000) / overMs)]))
}

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    home: { type: 'string', default: '.outturn/bench' },
    out: { type: 'string', default: '.outturn' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  process.stdout.write(usage)
} else {
  const { quick } = values
  const result = await bench({
    home: resolve(repository, values.home),
    pace: quick ? quickPace : fullPace,
    quick,
  })
  const out = resolve(repository, values.out)
  await mkdir(out, { recursive: true })
  await writeFile(join(out, 'bench.json'), `${JSON.stringify(result, undefined, 2)}\n`)
  await writeFile(join(out, 'bench.svg'), renderBarPlot(result))
  process.stdout.write(`\n${renderReport(result)}\n`)
  process.stdout.write(`Written to ${relative(process.cwd(), join(out, 'bench.json'))} and bench.svg\n`)
}
