import { performance } from 'node:perf_hooks'

/** What `performance.eventLoopUtilization` counts, ms. */
export type LoopUse = { readonly active: number; readonly idle: number }

/** A reading is not taken more often than this, and counts for a third after it has been followed by readings of as long a time. */
const sampleMs = 250
const fadingMs = 1_000

/** How busy the event loop of this process was lately: 0 when it only waited, 1 when it never did. */
export function createLoadMeter(
  clockMs: () => number = () => performance.now(),
  readUse: () => LoopUse = () => performance.eventLoopUtilization(),
): () => number {
  let at = clockMs()
  let used = readUse()
  let load = 0
  return () => {
    const elapsedMs = clockMs() - at
    if (elapsedMs < sampleMs) return load
    const use = readUse()
    const [active, idle] = [use.active - used.active, use.idle - used.idle]
    const share = active + idle > 0 ? active / (active + idle) : 0
    load += (share - load) * (1 - Math.exp(-elapsedMs / fadingMs))
    at += elapsedMs
    used = use
    return load
  }
}
