import { performance } from 'node:perf_hooks'

/** What the looks at a process found. */
export type Look = {
  /** Looks one after the other, the last one among them, that found the event loop hardly busy. */
  readonly restingLooks: number
  /** What the process has of the system, bytes. The heap alone would not tell of the pages that V8 keeps for later. */
  readonly bytes: number
  /** The least that it has had since the last collection; 0 before the first. */
  readonly leftBytes: number
}

const lookEveryMs = 10_000
/** The share of a look's time that the recurring tasks of a service that no one asks for anything stay below. */
const busyAtRest = 0.03
/**
 * Looks for which a process rests before it collects again. With the objects V8 drops the shapes of objects that none has any more, and with
 * those the machine code that was made for them: at 32 requests in flight the next burst then takes a quarter more of the processors. Who asks
 * in bursts should not pay for that each time.
 */
const looksOfRest = 3
/** Growth that is worth the pause of a collection: some 70 ms of a processor after 200 MB of garbage. */
const worthBytes = 16 * 1_024 * 1_024

/** How many looks one after the other have found rest, after one that found the event loop busy for this share of its time, 0 to 1. */
export function countRest(restingLooks: number, busy: number): number {
  return busy < busyAtRest ? restingLooks + 1 : 0
}

/** Whether a process has grown and then rested. What a start left goes at the first look, as no code is warm yet. */
export function isWorthCollecting({ restingLooks, bytes, leftBytes }: Look): boolean {
  return restingLooks >= (leftBytes === 0 ? 1 : looksOfRest) && bytes > leftBytes + worthBytes
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
  let restingLooks = 0
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization: busy } = performance.eventLoopUtilization(now, since)
    since = now
    restingLooks = countRest(restingLooks, busy)
    const bytes = process.memoryUsage.rss()
    leftBytes = Math.min(leftBytes, bytes)
    if (!isWorthCollecting({ restingLooks, bytes, leftBytes })) return
    // Of the last resort: the pages that were freed go back to the system.
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    leftBytes = process.memoryUsage.rss()
  }, everyMs).unref()
  return () => clearInterval(timer)
}
