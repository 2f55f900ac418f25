import { setTimeout as sleep } from 'node:timers/promises'
import { beyondIdle, between, type Counters, commitDelayMs, readCounters } from './counters.ts'
import type { Load } from '../load/load.ts'
import {
  applyLoad,
  cpuPerRequest,
  failuresOf,
  type Instruments,
  type Measurement,
  measure,
  messagesPerRequest,
  p50Ms,
  p99Ms,
} from './measurement.ts'
import type { Pace } from '../pace.ts'
import type { ProgramResult } from '../report/result.ts'
import { median, medianByName, rounded, sum } from '../statistics.ts'
import type { Target } from '../target.ts'

/** The delivery that the programs are compared on. */
export const comparedRows = 20
export const comparedInFlight = 32

/** What is counted while no one asks for anything. */
export async function countIdle({ sources }: Instruments, { idleMs }: Pace): Promise<Counters> {
  // By then the start has settled and its commits are reported.
  await sleep(commitDelayMs)
  const quiet = await readCounters(sources)
  await sleep(idleMs)
  return between(quiet, await readCounters(sources))
}

/** Loads the targets in turn, round by round, so that what disturbs the machine disturbs all of them. */
export async function compare(
  instruments: Instruments,
  targets: Target[],
  { pace, idle, tell }: { pace: Pace; idle: Counters; tell(message: string): void },
): Promise<ProgramResult[]> {
  const level = { rowCount: comparedRows, inFlight: comparedInFlight }
  const rested = await readCounters(instruments.sources)
  const warmUp = new Map<Target, Load>()
  for (const target of targets) {
    tell(`warming up ${target.name}`)
    warmUp.set(target, await applyLoad(instruments, target, { ...level, durationMs: pace.warmUpMs }))
  }
  const loaded: Measurement[] = []
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const target of targets) {
      const measurement = await measure(instruments, target, { ...level, durationMs: pace.loadedMs })
      tell(`round ${round}/${pace.rounds}  ${target.name}: ${measurement.requestsPerS.toFixed(0)} requests/s`)
      loaded.push(measurement)
    }
  }
  tell('waiting for the last commits to be reported')
  await sleep(commitDelayMs)
  const counted = between(rested, await readCounters(instruments.sources))

  const alone = new Map<Target, Load[]>(targets.map((target) => [target, []]))
  for (let round = 1; round <= pace.rounds; round += 1) {
    tell(`round ${round}/${pace.rounds}  one request at a time`)
    for (const target of targets) {
      const durationMs = pace.aloneMs
      alone.get(target)?.push(await applyLoad(instruments, target, { ...level, inFlight: 1, durationMs }))
    }
  }

  return targets.map((target) =>
    programResult({
      target,
      warmUp: [warmUp.get(target) ?? []].flat(),
      loaded: loaded.filter((measurement) => measurement.target === target),
      alone: alone.get(target) ?? [],
      idle,
      counted,
    }),
  )
}

function programResult(parts: {
  target: Target
  warmUp: Load[]
  loaded: Measurement[]
  alone: Load[]
  idle: Counters
  /** From the warm-up to the end of all load. */
  counted: Counters
}): ProgramResult {
  const { target, warmUp, loaded, alone, idle, counted } = parts
  const loads = loaded.map(({ load }) => load)
  const answered = sum([...warmUp, ...loads].map(({ latenciesMs }) => latenciesMs.length))
  const [commits = 0, idleCommits = 0] = [counted, idle].map((counters) => counters.commits[target.database])
  const messages = loaded.map((measurement) => messagesPerRequest(measurement, idle))
  const known = messages.filter((count) => count !== null)
  return {
    name: target.name,
    requests_per_s: rounded(median(loaded.map(({ requestsPerS }) => requestsPerS))),
    requests_per_s_rounds: loaded.map(({ requestsPerS }) => rounded(requestsPerS)),
    p50_ms: rounded(p50Ms(alone)),
    p99_ms: rounded(p99Ms(alone)),
    p50_ms_loaded: rounded(p50Ms(loads)),
    p99_ms_loaded: rounded(p99Ms(loads)),
    cpu_ms_per_request: roundedCpu(
      medianByName(loaded.map((measurement) => cpuPerRequest(measurement, idle))),
    ),
    commits_per_request: rounded(beyondIdle(commits, counted.at, idleCommits, idle.at) / answered),
    messages_per_request: known.length < messages.length ? null : rounded(median(known)),
    failed_requests: failuresOf([...warmUp, ...loads, ...alone]),
  }
}

export function roundedCpu(cpu: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, rounded(ms)]))
}
