import { baselineNames } from '../baseline-program.ts'
import { largeSpoolSize } from '../life/large-spool.ts'
import { largeSpoolReadName } from '../life/operations.ts'
import type { Bar, OperationResult, ProgramResult } from './result.ts'
import { median, rounded } from '../statistics.ts'

const leastThroughputRatio = 0.5
const longestP50Ms = 25
const longestLargeReadMs = 50

/** Round by round, so that a slow stretch of the machine weighs on both sides of a ratio. */
export function throughputRatios(programs: ProgramResult[], systemName: string): Record<string, number> {
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

export function oneCallBars(
  programs: ProgramResult[],
  ratios: Record<string, number>,
  systemName: string,
): Bar[] {
  const own = programs.find(({ name }) => name === systemName)
  if (own === undefined) return []
  const ratio = ratios[baselineNames[0]] ?? Number.NaN
  return [
    {
      name: `throughput over ${baselineNames[0]}`,
      goal: `at least ${leastThroughputRatio}`,
      measured: ratio,
      met: ratio >= leastThroughputRatio,
    },
    atMost('p50 ms at 1 in flight', own.p50_ms, longestP50Ms),
  ]
}

export function lifeBars(life: OperationResult[]): Bar[] {
  const { conditions, evidence, runs } = largeSpoolSize
  const size = `${conditions} conditions, ${evidence} evidence items and ${runs} runs`
  return life
    .filter(({ name }) => name === largeSpoolReadName)
    .map(({ p50_ms: p50 }) => atMost(`p50 ms of a read of ${size}`, p50, longestLargeReadMs))
}

function atMost(name: string, measured: number, most: number): Bar {
  return { name, goal: `at most ${most}`, measured, met: measured <= most }
}
