// `npm run bench`: the system against two programs of one process each. docs/benchmarks.md says how to read it.
import { mkdir, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { misuse, readOptions } from '../system/read-options.ts'
import { baselineNames } from './baseline-program.ts'
import { evidenceBars, lifeBars, oneCallBars, ratiosOf, restBars } from './report/bars.ts'
import { measureArrivals } from './measurement/arrivals.ts'
import { compare, type ComparisonOptions, comparedRows, countIdle } from './measurement/comparison.ts'
import type { Counters } from './measurement/counters.ts'
import { measureLife } from './life/measure-life.ts'
import { openParties } from './life/parties.ts'
import { type Bench, compactName, openBench, openCompactSystem } from './open-bench.ts'
import { tell } from './tell.ts'
import { fullPace, quickPace } from './pace.ts'
import { measureRest } from './measurement/rest.ts'
import { measureReceipts } from './receipts/measure-receipts.ts'
import { plotOneCall } from './report/one-call-report.ts'
import { renderReport } from './report/report.ts'
import type { BenchResult } from './report/result.ts'
import { measureEvidence } from './measurement/evidence.ts'
import { measureWorkers } from './measurement/workers.ts'
import { rounded } from './statistics.ts'

const repository = join(import.meta.dirname, '../..')
const partNames = ['one-call', 'evidence', 'workers', 'life', 'receipts', 'rest'] as const
type PartName = (typeof partNames)[number]
const usage = `Usage: npm run bench -- [OPTION…]

  --quick      about half the time: for looking at a change, not for quoting
  --only PART  measure one part only: one-call, evidence, workers, life, receipts, rest
  --home DIR   folder of the measured system (default .outturn/bench); its data is deleted at the end
  --out DIR    write bench.json and bench.svg to DIR (default .outturn)
  --help       show this
`

interface BenchOptions {
  home: string
  quick: boolean
  parts: readonly PartName[]
}

async function run({ home, quick, parts }: BenchOptions): Promise<BenchResult> {
  const pace = quick ? quickPace : fullPace
  const loadAverage = loadavg()[0] ?? Number.NaN
  await using stops = new AsyncDisposableStack()
  if (parts.includes('rest')) tell('reading what the layout of npm start takes at rest')
  const rest = parts.includes('rest') ? await measureRest(home) : []
  const areCompared = parts.includes('one-call') || parts.includes('evidence')
  const bench = await openBench(home, areCompared ? baselineNames : [], stops)
  const { stack, account, system, targets, instruments, client } = bench

  tell('counting what runs when no one asks for anything')
  const idle = await countIdle(instruments, pace)
  const options = { pace, idle, tell }
  const { programs, arrivals } = parts.includes('one-call')
    ? await compareBesideCompact({ ...bench, idle }, { home: join(home, 'compact'), ...options })
    : { programs: [], arrivals: [] }
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
  const ratios = [system.name, compactName].flatMap((name) => ratiosOf(programs, name))
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
      rounds: pace.rounds,
    },
    programs,
    ratios,
    arrivals,
    bars: [
      ...oneCallBars(programs, ratios, system.name),
      ...evidenceBars(evidence, system.name),
      ...lifeBars(life),
      ...restBars(rest),
    ],
    idle: {
      cpu_ms_per_s: perSecond(idle.cpuMs, idle.at, system.processNames),
      commits_per_s: rounded(((idle.commits[system.database] ?? 0) * 1_000) / idle.at),
      messages_per_s: idle.messages === undefined ? null : rounded((idle.messages * 1_000) / idle.at),
    },
    evidence,
    workers,
    life,
    receipts,
    rest,
  }
}

/** One call of the programs, of the system over its separate processes and, with what it needs of its own, in the layout of `npm start`. */
async function compareBesideCompact(
  { targets, instruments, idle }: Bench & { idle: Counters },
  { home, pace, tell: tellStep }: ComparisonOptions & { home: string },
): Promise<Pick<BenchResult, 'programs' | 'arrivals'>> {
  await using stops = new AsyncDisposableStack()
  const compact = await openCompactSystem(home, instruments, stops)
  const contenders = [
    ...targets.map((target) => ({ target, instruments, idle })),
    {
      target: compact.system,
      instruments: compact.instruments,
      idle: await countIdle(compact.instruments, pace),
    },
  ]
  const options = { pace, tell: tellStep }
  const programs = await compare(contenders, options)
  return { programs, arrivals: await measureArrivals(contenders, programs, options) }
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
const result = await run({ home: resolve(repository, folders.home), quick, parts: partsOf(only) })
const out = resolve(repository, folders.out)
await mkdir(out, { recursive: true })
await writeFile(join(out, 'bench.json'), `${JSON.stringify(result, undefined, 2)}\n`)
if (result.programs.length > 0) await writeFile(join(out, 'bench.svg'), plotOneCall(result))
process.stdout.write(`\n${renderReport(result)}\n`)
process.stdout.write(`Written to ${relative(process.cwd(), out)}\n`)
