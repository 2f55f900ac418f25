import { setTimeout as sleep } from 'node:timers/promises'
import { beyondIdle, between, type Counters, commitDelayMs, readCounters } from './counters.ts'
import {
  cpuPerRequest,
  failuresOf,
  type Instruments,
  type Measurement,
  measure,
  messagesPerRequest,
  p50Ms,
  p99Ms,
} from './measurement.ts'
import type { Pace } from './pace.ts'
import type { ProgramResult } from './result.ts'
import { median, medianByName, rounded, sum } from './statistics.ts'
import type { Target } from './target.ts'

/** The delivery that the programs are compared on. */
export const comparedRows = 20
export const comparedInFlight = 32

export interface Comparison {
  programs: ProgramResult[]
  /** What is counted while nobody asks for anything. */
  idle: Counters
}

/** Loads the targets in turn, round by round, so that what disturbs the machine disturbs all of them. */
export async function compare(
  instruments: Instruments,
  targets: Target[],
  pace: Pace,
  tell: (message: string) => void,
): Promise<Comparison> {
  const level = { rowCount: comparedRows, inFlight: comparedInFlight }
  const beforeAll = await readCounters(instruments.sources)
  const warmUp: Measurement[] = []
  for (const target of targets) {
    tell(`warming up ${target.name}`)
    warmUp.push(await measure(instruments, target, { ...level, durationMs: pace.warmUpMs }))
  }
  const loaded: Measurement[] = []
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const target of targets) {
      const measurement = await measure(instruments, target, { ...level, durationMs: pace.loadedMs })
      tell(`round ${round}/${pace.rounds}  ${target.name}: ${measurement.requestsPerS.toFixed(0)} requests/s`)
      loaded.push(measurement)
    }
  }
  tell('counting commits, and what runs when idle')
  await sleep(commitDelayMs)
  const afterLoad = await readCounters(instruments.sources)
  await sleep(pace.idleMs)
  const idle = between(afterLoad, await readCounters(instruments.sources))
  const counted = between(beforeAll, afterLoad)

  const alone: Measurement[] = []
  for (let round = 1; round <= pace.rounds; round += 1) {
    tell(`round ${round}/${pace.rounds}  one request at a time`)
    for (const target of targets) {
      alone.push(await measure(instruments, target, { ...level, inFlight: 1, durationMs: pace.aloneMs }))
    }
  }

  const of = (target: Target, measurements: Measurement[]) =>
    measurements.filter((measurement) => measurement.target === target)
  const programs = targets.map((target) =>
    programResult({
      target,
      warmUp: of(target, warmUp),
      loaded: of(target, loaded),
      alone: of(target, alone),
      idle,
      counted,
    }),
  )
  return { programs, idle }
}

function programResult(parts: {
  target: Target
  warmUp: Measurement[]
  loaded: Measurement[]
  alone: Measurement[]
  idle: Counters
  counted: Counters
}): ProgramResult {
  const { target, warmUp, loaded, alone, idle, counted } = parts
  const answered = sum([...warmUp, ...loaded].map(({ load }) => load.latenciesMs.length))
  const commits = counted.commits[target.database] ?? 0
  const messages = loaded.map((measurement) => messagesPerRequest(measurement, idle))
  const known = messages.filter((count) => count !== null)
  return {
    name: target.name,
    requests_per_s: rounded(median(loaded.map(({ requestsPerS }) => requestsPerS))),
    requests_per_s_rounds: loaded.map(({ requestsPerS }) => rounded(requestsPerS)),
    p50_ms: rounded(p50Ms(alone)),
    p99_ms: rounded(p99Ms(alone)),
    p50_ms_loaded: rounded(p50Ms(loaded)),
    p99_ms_loaded: rounded(p99Ms(loaded)),
    cpu_ms_per_request: roundedCpu(
      medianByName(loaded.map((measurement) => cpuPerRequest(measurement, idle))),
    ),
    commits_per_request: rounded(
      beyondIdle(commits, counted.at, idle.commits[target.database] ?? 0, idle.at) / answered,
    ),
    messages_per_request: known.length < messages.length ? null : rounded(median(known)),
    failed_requests: failuresOf([...warmUp, ...loaded, ...alone]),
  }
}

export function roundedCpu(cpu: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, rounded(ms)]))
}
