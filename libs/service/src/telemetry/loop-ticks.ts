/** Told by how much a tick came too late, ms. */
export type OnTick = (lateMs: number) => void

const tickMs = 50
const listeners = new Set<OnTick>()
let timer: NodeJS.Timeout | undefined
let dueAt = 0

/**
 * Tells 20 times a second by how much a timer of the event loop came too late; returns what ends it. One timer serves the process,
 * as each wakes it while it rests. Node's own delay histogram forgets the stretch that begins with a reset, so it would miss exactly
 * the hold-up that a reading should see.
 */
export function onLoopTick(listener: OnTick): () => void {
  listeners.add(listener)
  if (timer === undefined) {
    dueAt = performance.now() + tickMs
    timer = setInterval(tick, tickMs).unref()
  }
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  const now = performance.now()
  const lateMs = Math.max(0, now - dueAt)
  dueAt = now + tickMs
  for (const listener of listeners) listener(lateMs)
}
