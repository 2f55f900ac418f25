import { onLoopTick, type OnTick } from './loop-ticks.ts'

export type Backpressure = {
  /** True while new writes should be refused with a retryable error; reads go on. */
  overloaded(): boolean
  stop(): void
}

/** For how many ticks, a quarter of a second, a late one counts. */
const ticksKept = 5

/**
 * Says that the process has too much to do: when a tick comes more than `limitMs` too late while one of the latest did already, until as
 * many came in time. What a single stretch of work holds up is done sooner than if it were told to come back in a second. A request
 * reads a flag.
 */
export function watchBackpressure(
  { limitMs }: { limitMs: number },
  onTick: (listener: OnTick) => () => void = onLoopTick,
): Backpressure {
  let ticksLeft = 0
  let isOverloaded = false
  const stop = onTick((lateMs) => {
    const isLate = lateMs > limitMs
    if (isLate && ticksLeft > 0) isOverloaded = true
    ticksLeft = isLate ? ticksKept : Math.max(0, ticksLeft - 1)
    if (ticksLeft === 0) isOverloaded = false
  })
  return { overloaded: () => isOverloaded, stop }
}
