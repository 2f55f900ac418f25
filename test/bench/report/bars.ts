import { baselineNames } from '../baseline-program.ts'
import { largeSpoolSize } from '../life/large-spool.ts'
import { largeSpoolReadName } from '../life/operations.ts'
import type {
  Bar,
  EvidenceResult,
  OperationResult,
  ProgramResult,
  RatioResult,
  RestResult,
} from './result.ts'
import { median, rounded, sum } from '../statistics.ts'

const [plainTransaction, singleStatement] = baselineNames
/** Over single-statement, by requests in flight. */
const dearestCpu = { 32: 1.4, 128: 1.15, 256: 1.05 }
const leastThroughput = { 32: 0.7, 128: 0.95, 256: 1 }
/** Over plain-transaction. */
const leastThroughputOverPlain = { 32: 1 }
const longestP50Ms = 25
/** Over single-statement at 1 in flight. */
const longestP50 = { 1: 4.5 }
const mostRows = 50_000
/** Over plain-transaction. */
const longestOfMostRows = 1.5
const longestLargeReadMs = 50
const mostAtRest = { rssMb: 600, cpuMsPerS: 20 }

/** One system over the programs beside it, round by round, so that a slow stretch of the machine weighs on both sides of a ratio. */
export function ratiosOf(programs: readonly ProgramResult[], systemName: string): RatioResult[] {
  const system = programs.find(({ name }) => name === systemName)
  const others = programs.filter(({ name }) => baselineNames.some((baseline) => baseline === name))
  return (system?.levels ?? []).flatMap((own, index) =>
    others.flatMap(({ name, levels }) => {
      const other = levels[index]
      if (other === undefined) return []
      return {
        system: systemName,
        program: name,
        in_flight: own.in_flight,
        cpu: ratio(own.cpu_ms_per_request_rounds, other.cpu_ms_per_request_rounds),
        requests_per_s: ratio(own.requests_per_s_rounds, other.requests_per_s_rounds),
        p50: rounded(own.p50_ms / other.p50_ms),
      }
    }),
  )
}

function ratio(own: readonly number[], others: readonly number[]): number {
  return rounded(median(own.map((value, round) => value / (others[round] ?? Number.NaN))))
}

export function oneCallBars(
  programs: readonly ProgramResult[],
  ratios: readonly RatioResult[],
  systemName: string,
): Bar[] {
  const own = programs.find(({ name }) => name === systemName)
  if (own === undefined) return []
  const bars = (
    over: string,
    figure: 'cpu' | 'requests_per_s' | 'p50',
    goals: Readonly<Record<number, number>>,
    bar: typeof atMost,
  ) =>
    ratios.flatMap(({ system, program, in_flight: inFlight, [figure]: measured }) => {
      const goal = goals[inFlight]
      if (system !== systemName || program !== over || goal === undefined) return []
      return bar(`${names[figure]} over ${over} at ${inFlight} in flight`, measured, goal)
    })
  const failed = sum(own.levels.map(({ failed_requests: failures }) => failures))
  return [
    ...bars(singleStatement, 'cpu', dearestCpu, atMost),
    ...bars(singleStatement, 'requests_per_s', leastThroughput, atLeast),
    ...bars(plainTransaction, 'requests_per_s', leastThroughputOverPlain, atLeast),
    ...bars(singleStatement, 'p50', longestP50, atMost),
    atMost('p50 ms at 1 in flight', own.levels[0]?.p50_ms ?? Number.NaN, longestP50Ms),
    atMost('failed requests at any level', failed, 0),
  ]
}

const names = { cpu: 'CPU per request', requests_per_s: 'requests/s', p50: 'p50' }

export function evidenceBars(evidence: readonly EvidenceResult[], systemName: string): Bar[] {
  const timeOf = (name: string) =>
    evidence.find(({ program, rows }) => program === name && rows === mostRows)?.p50_ms
  const [own, plain] = [timeOf(systemName), timeOf(plainTransaction)]
  if (own === undefined || plain === undefined) return []
  return [
    atMost(`time of ${mostRows} rows over ${plainTransaction}`, rounded(own / plain), longestOfMostRows),
  ]
}

export function lifeBars(life: OperationResult[]): Bar[] {
  const { conditions, evidence, runs } = largeSpoolSize
  const size = `${conditions} conditions, ${evidence} evidence items and ${runs} runs`
  return life
    .filter(({ name }) => name === largeSpoolReadName)
    .map(({ p50_ms: p50 }) => atMost(`p50 ms of a read of ${size}`, p50, longestLargeReadMs))
}

/** What processes share with others of their program is counted once. */
export function restBars(rest: readonly RestResult[]): Bar[] {
  if (rest.length === 0) return []
  const total = (figure: 'rss_shared_once_mb' | 'cpu_ms_per_s') =>
    rounded(sum(rest.map((each) => each[figure])))
  return [
    atMost('MB of memory (RSS) at rest', total('rss_shared_once_mb'), mostAtRest.rssMb),
    atMost('ms of CPU each second at rest', total('cpu_ms_per_s'), mostAtRest.cpuMsPerS),
  ]
}

function atMost(name: string, measured: number, most: number): Bar {
  return { name, goal: `at most ${most}`, measured, met: measured <= most }
}

function atLeast(name: string, measured: number, least: number): Bar {
  return { name, goal: `at least ${least}`, measured, met: measured >= least }
}
