import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { plotOneCall } from './report/one-call-report.ts'
import { autovacuumMs } from './measurement/autovacuum.ts'
import { cpuOfRound } from './measurement/comparison.ts'
import { beyondIdle, between } from './measurement/counters.ts'
import { cpuMsByName, readUsages } from './measurement/cpu.ts'
import { processorsOf, withPinned } from './measurement/pinning.ts'
import { readTree } from './measurement/process-figures.ts'
import { lifeBars, oneCallBars, ratiosOf, restBars } from './report/bars.ts'
import { largeSpoolReadName, operations } from './life/operations.ts'
import { renderReport } from './report/report.ts'
import type { BenchResult, OperationResult, ProgramResult, RestResult } from './report/result.ts'
import { median, medianByName, percentile } from './statistics.ts'

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index)

test('a percentile is a value that was measured', () => {
  expect(percentile(hundred, 0.5)).toBe(50)
  expect(percentile(hundred, 0.99)).toBe(99)
  expect(percentile([7], 0.99)).toBe(7)
  expect(percentile([], 0.5)).toBeNaN()
})

test('a median lies in the middle of odd and even counts', () => {
  expect(median([9, 1, 5])).toBe(5)
  expect(median([9, 1, 5, 6])).toBe(5.5)
  expect(median([])).toBeNaN()
  expect(medianByName([{ spool: 1 }, { spool: 3, nats: 2 }, { spool: 2, nats: 4 }])).toEqual({
    spool: 2,
    nats: 2,
  })
})

test('what the idle system would have counted is not the load that was measured', () => {
  expect(beyondIdle(100, 2_000, 5, 1_000)).toBe(90)
  expect(beyondIdle(3, 2_000, 5, 1_000)).toBe(0)
})

test('readings are subtracted name by name', () => {
  const earlier = {
    at: 10,
    cpuMs: { spool: 5 },
    commits: { outturn: 2 },
    messages: 7,
    autovacuumMs: { outturn: 1 },
  }
  const later = {
    at: 30,
    cpuMs: { spool: 9, late: 4 },
    commits: { outturn: 6 },
    messages: 17,
    autovacuumMs: { outturn: 3, plain: 2 },
  }
  expect(between(earlier, later)).toEqual({
    at: 20,
    cpuMs: { spool: 4, late: 4 },
    commits: { outturn: 4 },
    messages: 10,
    autovacuumMs: { outturn: 2, plain: 2 },
  })
  expect(between(earlier, { at: 30, cpuMs: {}, commits: {} })).not.toHaveProperty('messages')
})

const postgresLog = `2026-11-26 13:05:39.341 UTC [27477] LOG:  automatic vacuum of table "outturn.spool.outbox": index scans: 1
	pages: 385 removed, 0 remain, 385 scanned (100.00% of total), 0 eagerly scanned
	index "outbox_due": pages: 6 in total, 3 newly deleted, 3 currently deleted, 0 reusable
	system usage: CPU: user: 0.02 s, system: 0.01 s, elapsed: 0.20 s
2026-11-26 13:05:39.342 UTC [27477] LOG:  automatic analyze of table "outturn.spool.outbox"
	system usage: CPU: user: 0.05 s, system: 0.00 s, elapsed: 0.06 s
2026-11-26 13:05:40.001 UTC [27480] LOG:  statement: select 1
2026-11-26 13:06:59.585 UTC [27560] LOG:  automatic aggressive vacuum to prevent wraparound of table "plain.public.spool": index scans: 0
	system usage: CPU: user: 0.04 s, system: 0.00 s, elapsed: 0.05 s
`

test('what a log of Postgres tells of vacuums and analyzes is counted by database', () => {
  const told = autovacuumMs(postgresLog)
  expect(Object.keys(told)).toEqual(['outturn', 'plain'])
  expect(told['outturn']).toBeCloseTo(80)
  expect(told['plain']).toBeCloseTo(40)
})

test('a round has its share of the vacuums of its own tables, and none of those that ran beside it', () => {
  const target = { name: 'plain', processNames: ['plain', 'postgres'], database: 'plain' }
  const measurement = {
    target: { ...target, url: '', headers: {}, usesBus: false },
    load: { latenciesMs: [1, 1], elapsedMs: 2, failures: 0, answers: [] },
    requestsPerS: 1_000,
    counted: {
      at: 1,
      cpuMs: { plain: 4, postgres: 10 },
      commits: {},
      autovacuumMs: { outturn: 5, plain: 1 },
    },
  }
  const idle = { at: 1, cpuMs: {}, commits: {} }
  const expected = { program: 2, postgres: 2, autovacuum: 0.25 }
  expect(cpuOfRound(measurement, { idle, autovacuumMs: 0.25 })).toEqual(expected)
})

const burn = () => Array.from({ length: 100_000 }, (_, index) => Math.sqrt(index)).length

test.runIf(process.platform === 'linux')('CPU times are those of the process and its children', async () => {
  const names = { own: [process.pid], parents: [process.ppid] }
  // What the process says of itself is asked outside of what is asked of the system, so that it covers all of that.
  const usedBefore = process.cpuUsage()
  const before = await cpuMsByName(names)
  while (process.cpuUsage(usedBefore).user < 100_000) burn()
  const [after, used] = [await cpuMsByName(names), process.cpuUsage(usedBefore)]
  const own = (after['own'] ?? 0) - (before['own'] ?? 0)
  expect(own).toBeGreaterThanOrEqual(50)
  expect(own).toBeLessThanOrEqual((used.user + used.system) / 1_000 + 50)
  expect(after['parents']).toBeGreaterThanOrEqual(after['own'] ?? Number.NaN)
})

test('a bar is as long as its costs and names are escaped', () => {
  const program = (name: string, cpu: Record<string, number>) => ({
    name,
    levels: [{ in_flight: 32, cpu_ms_per_request: cpu }],
  })
  const svg = plotOneCall({
    programs: [program('a<b', { program: 1, postgres: 1 }), program('outturn', { spool: 4 })],
    workload: { rows: 20, checkers: [] },
    machine: { cores: 2 },
  } as unknown as BenchResult)
  const widths = [...svg.matchAll(/<rect x="[\d.]+" y="\d+" width="([\d.]+)" height="26"/g)].map(
    ([, width]) => Number(width),
  )
  expect(widths).toEqual([167.5, 167.5, 670])
  expect(svg).toContain('a&lt;b')
  expect(svg).not.toContain('a<b')
})

const largeRead = { name: largeSpoolReadName, p50_ms: 51, cpu_ms_per_request: { gateway: 1, fetcher: 0 } }

test('the large Spool is read, and a read that takes longer than its bar is shown as missed', () => {
  expect(operations.map(({ name }) => name)).toContain(largeSpoolReadName)
  const [bar] = lifeBars([largeRead as unknown as OperationResult])
  expect(bar).toMatchObject({ measured: 51, met: false })
})

test('a ratio is the median of the ratios of each round, and held to the bar of its level', () => {
  const program = (name: string, rates: number[], cpu: number[], p50: number) => ({
    name,
    levels: [
      {
        in_flight: 32,
        requests_per_s_rounds: rates,
        cpu_ms_per_request_rounds: cpu,
        p50_ms: p50,
        failed_requests: 0,
      },
    ],
  })
  const programs = [
    program('plain-transaction', [50, 100, 100], [1, 1, 1], 5),
    program('single-statement', [100, 200, 400], [1, 2, 4], 10),
    program('outturn', [80, 120, 300], [1.5, 3, 5], 20),
    program('outturn-compact', [100, 200, 400], [1, 2, 3], 10),
  ] as unknown as ProgramResult[]
  const [ratios, compact] = [ratiosOf(programs, 'outturn'), ratiosOf(programs, 'outturn-compact')]
  const [system, level] = ['outturn', { in_flight: 32 }]
  expect(ratios).toEqual([
    { system, program: 'plain-transaction', ...level, cpu: 3, requests_per_s: 1.6, p50: 4 },
    { system, program: 'single-statement', ...level, cpu: 1.5, requests_per_s: 0.75, p50: 2 },
  ])
  expect(compact.map(({ cpu }) => cpu)).toEqual([2, 1])
  const bars = oneCallBars(programs, [...compact, ...ratios], 'outturn')
  expect(bars.map(({ name, met }) => [name, met])).toEqual([
    ['CPU per request over single-statement at 32 in flight', false],
    ['requests/s over single-statement at 32 in flight', true],
    ['requests/s over plain-transaction at 32 in flight', true],
    ['p50 ms at 1 in flight', true],
    ['failed requests at any level', true],
  ])
})

test('the workers of a plan that costs much to judge have their shares beside what all of them take', () => {
  const workers = [
    {
      workers: 2,
      in_flight: 16,
      processors_of_others: 1,
      cpu_ms_per_request: { spool: 5, verification: 60, 'verification 2': 40 },
      share_by_worker: [0.6, 0.4],
      requests_per_s: 12,
      p50_ms_loaded: 900,
      failed_requests: 0,
    },
  ]
  const report = renderReport({ ...nothingMeasured, workers } as unknown as BenchResult)
  expect(report).toMatch(/^ +2 +12\.0 +900 +105 +100 +60 40 +0$/m)
  expect(report).toContain('all but the workers on 1 of the processors')
})

const nothingMeasured = {
  machine: { cores: 2, cpu: 'a', node: '24', postgres: '18', load_average: 0 },
  workload: { rounds: 3 },
  programs: [],
  arrivals: [],
  evidence: [],
  workers: [],
  receipts: null,
  rest: [],
  life: [],
  bars: [],
  idle: { cpu_ms_per_s: {}, commits_per_s: 0, messages_per_s: null },
}

test('what the programs take at rest is summed, and held to its bars', () => {
  const part = (mb: number, ms: number) => ({ rss_mb: 2 * mb, rss_shared_once_mb: mb, cpu_ms_per_s: ms })
  const bars = restBars([part(500, 12), part(101, 8)] as RestResult[])
  expect(bars.map(({ measured, met }) => [measured, met])).toEqual([
    [601, false],
    [20, true],
  ])
})

test.runIf(process.platform === 'linux')('what a process takes is read with all below it', async () => {
  const tree = await readTree(process.ppid)
  const own = tree.find(({ pid }) => pid === process.pid)
  const rss = (own?.rss ?? 0) * 1_024
  expect(Math.abs(rss - process.memoryUsage.rss())).toBeLessThan(rss / 4)
  expect(own?.pss).toBeGreaterThan(0)
  expect(own?.wakeUps).toBeGreaterThan(0)
})

test('a report shows the parts that were measured and no others', () => {
  const life = [{ ...largeRead, in_flight: 8, messages_per_request: null }] as unknown as OperationResult[]
  const report = renderReport({
    ...nothingMeasured,
    life: life.map((each) => ({ ...each, p50_ms_loaded: 1, commits_per_request: 1, failed_requests: 0 })),
    bars: lifeBars(life),
  } as unknown as BenchResult)
  expect(report).toMatch(/^MISSED .* 51\.0 \(bar: at most 50\)$/m)
  expect(report).toMatch(/^read a large Spool .* \? .* 1\.00 +1\.00$/m)
  expect(report).not.toMatch(/Verification workers|Larger evidence|One call|Receipts|fetcher/)
})

test.runIf(process.platform === 'linux')(
  'processes are kept to some processors while others work, with all below them',
  async () => {
    const sleeper = spawn('sh', ['-c', 'sleep 60 & wait'])
    const pid = sleeper.pid ?? 0
    try {
      let child: number | undefined
      while (child === undefined)
        child = [...(await readUsages())].find(([, usage]) => usage.parent === pid)?.[0]
      const [before, own] = [await processorsOf(pid), await processorsOf(process.pid)]
      await withPinned([pid], async (processors) => {
        const half = before.slice(0, Math.ceil(before.length / 2))
        expect(processors).toBe(half.length)
        expect([await processorsOf(pid), await processorsOf(child)]).toEqual([half, half])
        expect(await processorsOf(process.pid)).toEqual(own)
      })
      expect([await processorsOf(pid), await processorsOf(child)]).toEqual([before, before])
      process.kill(child)
    } finally {
      sleeper.kill()
    }
  },
)
