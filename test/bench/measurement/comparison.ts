import { setTimeout as sleep } from 'node:timers/promises'
import { beyondIdle, between, type Counters, commitDelayMs, readCounters } from './counters.ts'
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
import type { LevelResult, ProgramResult } from '../report/result.ts'
import { median, medianByName, rounded, sum } from '../statistics.ts'
import type { Target } from '../target.ts'

/** The delivery that the programs are compared on. */
export const comparedRows = 20
/** Requests in flight at which they are compared. */
export const comparedLevels = [1, 32, 128, 256] as const
/** A program that was never busy runs code that is not compiled yet, and compiles it while it is measured. */
const warmUpInFlight = 128

export interface ComparisonOptions {
  pace: Pace
  idle: Counters
  tell(message: string): void
}

/** What is counted while no one asks for anything. */
export async function countIdle({ sources }: Instruments, { idleMs }: Pace): Promise<Counters> {
  // By then the start has settled and its commits are reported.
  await sleep(commitDelayMs)
  const quiet = await readCounters(sources)
  await sleep(idleMs)
  return between(quiet, await readCounters(sources))
}

/** Loads the targets in turn, round by round at each level, so that what disturbs the machine disturbs all of them. */
export async function compare(
  instruments: Instruments,
  targets: readonly Target[],
  options: ComparisonOptions,
): Promise<ProgramResult[]> {
  for (const target of targets) {
    options.tell(`warming up ${target.name}`)
    const durationMs = options.pace.warmUpMs
    await applyLoad(instruments, target, { rowCount: comparedRows, inFlight: warmUpInFlight, durationMs })
  }
  const levels: LevelResult[][] = []
  for (const inFlight of comparedLevels) {
    levels.push(await compareAt(inFlight, instruments, targets, options))
  }
  return targets.map(({ name }, index) => ({
    name,
    levels: levels.flatMap((ofTargets) => ofTargets[index] ?? []),
  }))
}

/** One level: a result for each target, in their order. */
async function compareAt(
  inFlight: number,
  instruments: Instruments,
  targets: readonly Target[],
  { pace, idle, tell }: ComparisonOptions,
): Promise<LevelResult[]> {
  const durationMs = inFlight === 1 ? pace.aloneMs : pace.loadedMs
  // What was set off before is reported by then, and so is what is set off now.
  await sleep(commitDelayMs)
  const rested = await readCounters(instruments.sources)
  const measured: Measurement[] = []
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const target of targets) {
      const measurement = await measure(instruments, target, { rowCount: comparedRows, inFlight, durationMs })
      const rate = `${measurement.requestsPerS.toFixed(0)} requests/s`
      const { failures, firstFailure } = measurement.load
      const failed = failures > 0 ? `, ${failures} failed: ${firstFailure?.slice(0, 200)}` : ''
      tell(`${inFlight} in flight  round ${round}/${pace.rounds}  ${target.name}: ${rate}${failed}`)
      measured.push(measurement)
    }
  }
  await sleep(commitDelayMs)
  const counted = between(rested, await readCounters(instruments.sources))
  return targets.map((target) => {
    const own = measured.filter((measurement) => measurement.target === target)
    return levelResult(inFlight, target, own, { idle, counted })
  })
}

function levelResult(
  inFlight: number,
  target: Target,
  rounds: Measurement[],
  { idle, counted }: { idle: Counters; counted: Counters },
): LevelResult {
  const loads = rounds.map(({ load }) => load)
  const answered = sum(loads.map(({ latenciesMs }) => latenciesMs.length))
  const [commits = 0, idleCommits = 0] = [counted, idle].map((counters) => counters.commits[target.database])
  const messages = rounds.map((measurement) => messagesPerRequest(measurement, idle))
  const known = messages.filter((count) => count !== null)
  const cpu = rounds.map((measurement) => cpuPerRequest(measurement, idle))
  return {
    in_flight: inFlight,
    requests_per_s: rounded(median(rounds.map(({ requestsPerS }) => requestsPerS))),
    requests_per_s_rounds: rounds.map(({ requestsPerS }) => rounded(requestsPerS)),
    p50_ms: rounded(p50Ms(loads)),
    p99_ms: rounded(p99Ms(loads)),
    cpu_ms_per_request: roundedCpu(medianByName(cpu)),
    cpu_ms_per_request_rounds: cpu.map((ofProcesses) => rounded(sum(Object.values(ofProcesses)))),
    commits_per_request: rounded(beyondIdle(commits, counted.at, idleCommits, idle.at) / answered),
    messages_per_request: known.length < messages.length ? null : rounded(median(known)),
    failed_requests: failuresOf(loads),
  }
}

export function roundedCpu(cpu: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, rounded(ms)]))
}
