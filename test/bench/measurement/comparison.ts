import { setTimeout as sleep } from 'node:timers/promises'
import { beyondIdle, between, type Counters, commitDelayMs, readCounters } from './counters.ts'
import {
  applyLoad,
  cpuPerRequest,
  failuresOf,
  type Instruments,
  type Level,
  type Measurement,
  measure,
  messagesPerRequest,
  p50Ms,
  p99Ms,
} from './measurement.ts'
import type { Pace } from '../pace.ts'
import type { Load } from '../load/load.ts'
import type { CpuPerRequest, LevelResult, ProgramResult } from '../report/result.ts'
import { median, medianByName, rounded, sum } from '../statistics.ts'
import type { Target } from '../target.ts'

/** The delivery that the programs are compared on. */
export const comparedRows = 20
/** Requests in flight at which they are compared. */
export const comparedLevels = [1, 32, 128, 256] as const
/** At first: a program that was never busy runs code that is not compiled yet, and compiles it while it is measured. */
const warmUpInFlight = 128
/** The programs take turns from the start: one that rests for half a minute gives back memory, and compiled code with it. */
const warmUpSliceMs = 5_000

/** A program that is compared, what measures it and what counts while no one asks it for anything. */
export interface Contender {
  target: Target
  instruments: Instruments
  idle: Counters
}

export interface ComparisonOptions {
  pace: Pace
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

/** Loads the programs in turn, round by round at each level, so that what disturbs the machine disturbs all of them. */
export async function compare(
  contenders: readonly Contender[],
  options: ComparisonOptions,
): Promise<ProgramResult[]> {
  const counting = await startCounting(contenders)
  const warmUps: Map<Contender, Load>[] = []
  for (let warmedMs = 0; warmedMs < options.pace.warmUpMs; warmedMs += warmUpSliceMs) {
    const slice = { inFlight: warmUpInFlight, durationMs: warmUpSliceMs }
    warmUps.push(await warmUp(contenders, slice, options))
  }
  // What was set off before the first level is reported by then.
  await sleep(commitDelayMs)
  const levels: MeasuredLevel[] = []
  for (const inFlight of comparedLevels) {
    const durationMs = inFlight === 1 ? options.pace.aloneMs : options.pace.loadedMs
    levels.push(await measureLevel({ inFlight, durationMs }, contenders, options))
  }
  const counted = await counting()
  return contenders.map((contender) => {
    const { target, idle } = contender
    const loads = [
      ...levels.flatMap((level) => loadsOf(level, contender)),
      ...warmUps.flatMap((loadOf) => loadOf.get(contender) ?? []),
    ]
    const vacuumedMs = counted.get(contender)?.autovacuumMs?.[target.database] ?? 0
    const shares = { idle, autovacuumMs: vacuumedMs / answeredIn(loads) }
    return { name: target.name, levels: levels.map((level) => levelResult(level, contender, shares)) }
  })
}

/** What was sent at one number in flight. */
interface MeasuredLevel {
  inFlight: number
  /** The round that is not measured. */
  warmUp: Map<Contender, Load>
  rounds: Map<Contender, Measurement[]>
  /** Over all of it, the warm-up too. */
  counted: Map<Contender, Counters>
}

function loadsOf({ warmUp: warmUps, rounds }: MeasuredLevel, contender: Contender): Load[] {
  return [warmUps.get(contender) ?? [], ...(rounds.get(contender) ?? []).map(({ load }) => load)].flat()
}

/** Reads what counts for each contender; the answer reads it again and tells what was counted meanwhile. */
async function startCounting(
  contenders: readonly Contender[],
): Promise<() => Promise<Map<Contender, Counters>>> {
  const read = () => Promise.all(contenders.map(({ instruments }) => readCounters(instruments.sources)))
  const before = await read()
  return async () => {
    const after = await read()
    return new Map(
      contenders.map((contender, index) => [
        contender,
        between(before[index] as Counters, after[index] as Counters),
      ]),
    )
  }
}

const answeredIn = (loads: readonly Load[]) => sum(loads.map(({ latenciesMs }) => latenciesMs.length))

/** Loads the programs in turn without measuring. */
async function warmUp(
  contenders: readonly Contender[],
  { inFlight, durationMs }: Omit<Level, 'rowCount'>,
  { tell }: ComparisonOptions,
): Promise<Map<Contender, Load>> {
  const loads = new Map<Contender, Load>()
  for (const contender of contenders) {
    const { target, instruments } = contender
    tell(`${inFlight} in flight  warming up ${target.name}`)
    const level = { rowCount: comparedRows, inFlight, durationMs }
    loads.set(contender, await applyLoad(instruments, target, level))
  }
  return loads
}

/** At each number in flight batches have another size, and the first ones meet code that is not compiled for them: a round is not measured. */
async function measureLevel(
  { inFlight, durationMs }: Omit<Level, 'rowCount'>,
  contenders: readonly Contender[],
  options: ComparisonOptions,
): Promise<MeasuredLevel> {
  const { pace, tell } = options
  const counting = await startCounting(contenders)
  const warmedUp = await warmUp(contenders, { inFlight, durationMs }, options)
  const rounds = new Map<Contender, Measurement[]>(contenders.map((contender) => [contender, []]))
  for (let round = 1; round <= pace.rounds; round += 1) {
    for (const [{ instruments, target }, own] of rounds) {
      const measurement = await measure(instruments, target, { rowCount: comparedRows, inFlight, durationMs })
      const rate = `${measurement.requestsPerS.toFixed(0)} requests/s`
      const { failures, firstFailure } = measurement.load
      const failed = failures > 0 ? `, ${failures} failed: ${firstFailure?.slice(0, 200)}` : ''
      tell(`${inFlight} in flight  round ${round}/${pace.rounds}  ${target.name}: ${rate}${failed}`)
      own.push(measurement)
    }
  }
  // What was set off is reported by then. A process that rests for longer gives back memory, and compiled code with it.
  await sleep(commitDelayMs)
  return { inFlight, warmUp: warmedUp, rounds, counted: await counting() }
}

function levelResult(
  level: MeasuredLevel,
  contender: Contender,
  { idle, autovacuumMs }: Shares,
): LevelResult {
  const { inFlight } = level
  const { database } = contender.target
  const rounds = level.rounds.get(contender) ?? []
  const loads = rounds.map(({ load }) => load)
  const counted = level.counted.get(contender)
  const commits = counted?.commits[database] ?? 0
  const idleCommits = idle.commits[database] ?? 0
  const messages = rounds.map((measurement) => messagesPerRequest(measurement, idle))
  const known = messages.filter((count) => count !== null)
  const cpu = rounds.map((measurement) => cpuOfRound(measurement, { idle, autovacuumMs }))
  return {
    in_flight: inFlight,
    requests_per_s: rounded(median(rounds.map(({ requestsPerS }) => requestsPerS))),
    requests_per_s_rounds: rounds.map(({ requestsPerS }) => rounded(requestsPerS)),
    p50_ms: rounded(p50Ms(loads)),
    p99_ms: rounded(p99Ms(loads)),
    cpu_ms_per_request: roundedCpu(medianByName(cpu)),
    cpu_ms_per_request_rounds: cpu.map((ofProcesses) => rounded(sum(Object.values(ofProcesses)))),
    commits_per_request: rounded(
      beyondIdle(commits, counted?.at ?? 0, idleCommits, idle.at) / answeredIn(loadsOf(level, contender)),
    ),
    messages_per_request: known.length < messages.length ? null : rounded(median(known)),
    failed_requests: failuresOf(loads),
  }
}

/** What is not of one round alone. */
export interface Shares {
  idle: Counters
  /** CPU of the automatic vacuums and analyzes of the target's database for each request of all rounds, ms. */
  autovacuumMs: number
}

/** Tables are vacuumed once a minute, all at once: whatever is measured then would have it, and what wrote the rows would not. */
export function cpuOfRound(measurement: Measurement, { idle, autovacuumMs }: Shares): CpuPerRequest {
  const { postgres, ...others } = cpuPerRequest(measurement, idle)
  if (postgres === undefined) return others
  const { load, counted } = measurement
  const vacuumed = sum(Object.values(counted.autovacuumMs ?? {})) / load.latenciesMs.length
  return { ...others, postgres: Math.max(0, postgres - vacuumed), autovacuum: autovacuumMs }
}

export function roundedCpu(cpu: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(cpu).map(([name, ms]) => [name, rounded(ms)]))
}
