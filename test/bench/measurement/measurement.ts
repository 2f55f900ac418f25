import { setTimeout as sleep } from 'node:timers/promises'
import { beyondIdle, between, type Counters, type CounterSources, readCounters } from './counters.ts'
import { deliveryBody } from '../load/delivery.ts'
import type { Load, LoadGenerator, LoadOrder } from '../load/load.ts'
import type { CpuPerRequest } from '../report/result.ts'
import { percentile } from '../statistics.ts'
import type { Target } from '../target.ts'

/** What measuring needs. */
export interface Instruments {
  load: LoadGenerator
  sources: CounterSources
}

/** A level of load. */
export interface Level {
  rowCount: number
  inFlight: number
  durationMs: number
}

/** One stretch of load on one target. */
export interface Measurement {
  target: Target
  load: Load
  requestsPerS: number
  /** Between the first request and the end of what the last one set off. */
  counted: Counters
}

/** What follows an answer, such as the posting of its charge, still belongs to the request. */
export const afterworkMs = 500

/** Loads the target with deliveries and counts what that costs. */
export function measure(instruments: Instruments, target: Target, level: Level): Promise<Measurement> {
  return measureOrder(instruments, target, deliveryOrder(target, level))
}

/** Fills an order of the target and counts what that costs until `settleMs` after the last answer. */
export async function measureOrder(
  { load: generator, sources }: Instruments,
  target: Target,
  order: LoadOrder,
  settleMs = afterworkMs,
): Promise<Measurement> {
  const before = await readCounters(sources)
  const load = await generator.run(order)
  await sleep(settleMs)
  const counted = between(before, await readCounters(sources))
  return { target, load, requestsPerS: (load.latenciesMs.length * 1_000) / load.elapsedMs, counted }
}

/** Loads the target with deliveries to see how fast it answers, or to warm it up. */
export function applyLoad({ load }: Instruments, target: Target, level: Level): Promise<Load> {
  return load.run(deliveryOrder(target, level))
}

/** Deliveries of a size, sent for a while. */
export function deliveryOrder(
  { url, headers }: Target,
  { rowCount, inFlight, durationMs }: Level,
): LoadOrder {
  const requests = [{ method: 'POST' as const, url, headers, body: deliveryBody(rowCount) }]
  return { requests, inFlight, durationMs, success: 201 }
}

export function p50Ms(loads: readonly Load[]): number {
  return percentile(
    loads.flatMap(({ latenciesMs }) => latenciesMs),
    0.5,
  )
}

export function p99Ms(loads: readonly Load[]): number {
  return percentile(
    loads.flatMap(({ latenciesMs }) => latenciesMs),
    0.99,
  )
}

export function failuresOf(loads: readonly Load[]): number {
  return loads.reduce((total, { failures }) => total + failures, 0)
}

/** Of the target's own processes, less what they use when idle; all other targets were idle meanwhile. */
export function cpuPerRequest({ target, load, counted }: Measurement, idle: Counters): CpuPerRequest {
  return Object.fromEntries(
    target.processNames.flatMap((name) => {
      const cpuMs = counted.cpuMs[name]
      if (cpuMs === undefined) return []
      const used = beyondIdle(cpuMs, counted.at, idle.cpuMs[name] ?? 0, idle.at)
      return [[name === target.name ? 'program' : name, used / load.latenciesMs.length]]
    }),
  )
}

/** Null where the bus is not ours to ask. */
export function messagesPerRequest({ target, load, counted }: Measurement, idle: Counters): number | null {
  if (!target.usesBus) return 0
  if (counted.messages === undefined || idle.messages === undefined) return null
  return beyondIdle(counted.messages, counted.at, idle.messages, idle.at) / load.latenciesMs.length
}

/** Of the target's own database, where the counts of its backends have arrived. */
export function commitsPerRequest({ target, load, counted }: Measurement, idle: Counters): number {
  const { [target.database]: commits = 0 } = counted.commits
  const { [target.database]: idleCommits = 0 } = idle.commits
  return beyondIdle(commits, counted.at, idleCommits, idle.at) / load.latenciesMs.length
}
