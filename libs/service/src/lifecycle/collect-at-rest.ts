import { performance } from 'node:perf_hooks'

/** What the last look at a process found. */
export type Look = {
  /** Share of the time since the look before in which the event loop was busy, 0 to 1. */
  readonly busy: number
  /** What the process has of the system, bytes. The heap alone would not tell of the pages that V8 keeps for later. */
  readonly bytes: number
  /** The least that it has had since the last collection; 0 before the first. */
  readonly leftBytes: number
}

const lookEveryMs = 10_000
/** The recurring tasks of a service that no one asks for anything take less. */
const busyAtRest = 0.03
/** Growth that is worth the pause of a collection: some 70 ms of a processor after 200 MB of garbage. */
const worthBytes = 16 * 1_024 * 1_024

/** Whether a process is at rest and has not been so since it grew, or started. */
export function isWorthCollecting({ busy, bytes, leftBytes }: Look): boolean {
  return busy < busyAtRest && bytes > leftBytes + worthBytes
}

/**
 * Gives back what a start or a burst of work has left once the process rests. V8 collects old objects only as new ones come, so a process
 * at rest would keep the memory of its busiest moment. Needs `--expose-gc`; without it nothing is done. Returns what ends it.
 */
export function collectAtRest(everyMs = lookEveryMs): () => void {
  const collect = globalThis.gc
  if (collect === undefined) return () => {}
  let since = performance.eventLoopUtilization()
  let leftBytes = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, since)
    since = now
    const bytes = process.memoryUsage.rss()
    leftBytes = Math.min(leftBytes, bytes)
    if (!isWorthCollecting({ busy, bytes, leftBytes })) return
    // Of the last resort: the pages that were freed go back to the system.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    leftBytes = process.memoryUsage.rss()
  }, everyMs).unref()
  return () => clearInterval(timer)
}
