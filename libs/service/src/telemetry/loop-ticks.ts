import { performance } from 'node:perf_hooks'

/** Told by how much a tick came too late, ms. */
export type OnTick = (lateMs: number) => void

const tickMs = 50
/** Each tick wakes the process: one that has nothing to do is woken twice a second. */
const restingTickMs = 500
const ticksUntilRest = 10
const busyAtRest = 0.1

/** How long until the next tick, ms, after so many in a row before which the event loop was hardly busy. */
export function pauseAfterQuiet(quietTicks: number): number {
  return quietTicks < ticksUntilRest ? tickMs : restingTickMs
}

const listeners = new Set<OnTick>()
let timer: NodeJS.Timeout | undefined
let dueAt = 0
let quietTicks = 0
let used = performance.eventLoopUtilization()

/**
 * Tells 20 times a second by how much a timer of the event loop came too late, and twice a second while the process rests; returns what
 * ends it. One timer serves the process. Node's own delay histogram forgets the stretch that begins with a reset, so it would miss
 * exactly the hold-up that a reading should see.
 */
export function onLoopTick(listener: OnTick): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    quietTicks = 0
    schedule()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearTimeout(timer)
    timer = undefined
  }
}

function schedule(): void {
  const pauseMs = pauseAfterQuiet(quietTicks)
  dueAt = performance.now() + pauseMs
  timer = setTimeout(tick, pauseMs).unref()
}

function tick(): void {
  const lateMs = Math.max(0, performance.now() - dueAt)
  const usedBefore = used
  used = performance.eventLoopUtilization()
  const { utilization } = performance.eventLoopUtilization(used, usedBefore)
  quietTicks = utilization < busyAtRest ? quietTicks + 1 : 0
  schedule()
  for (const listener of listeners) listener(lateMs)
}
