import type { WorkUnderWay } from '@outturn/messaging'
import { onLoopTick, type OnTick } from './loop-ticks.ts'

export type Backpressure = {
  /**
   * True while new writes should be refused with a retryable error, so that the work under way is done sooner; reads go on.
   * Few requests are never the cause, and a delay that was measured before the work under way began is over.
   */
  overloaded(work: WorkUnderWay): boolean
  stop(): void
}

/** For how many ticks, a quarter of a second, a late one counts. */
const ticksKept = 5

/** Refusing while fewer are under way relieves nothing: a lone client is not the reason that the process is late. */
const minUnderWay = 8

/**
 * Says that the process has too much to do: when a tick comes more than `limitMs` too late while one of the latest did already, until as
 * many came in time. What a single stretch of work holds up is done sooner than if it were told to come back in a second. A request
 * reads two numbers.
 */
export function watchBackpressure(
  { limitMs }: { limitMs: number },
  onTick: (listener: OnTick) => () => void = onLoopTick,
  clockMs: () => number = () => performance.now(),
): Backpressure {
  let ticksLeft = 0
  let isLate = false
  /** When the latest late tick came. */
  let lateAt = 0
  const stop = onTick((lateMs) => {
    const isTickLate = lateMs > limitMs
    if (isTickLate && ticksLeft > 0) isLate = true
    if (isTickLate) lateAt = clockMs()
    ticksLeft = isTickLate ? ticksKept : Math.max(0, ticksLeft - 1)
    if (ticksLeft === 0) isLate = false
  })
  return {
    overloaded: ({ count, oldestAt }) => isLate && count >= minUnderWay && lateAt >= oldestAt,
    stop,
  }
}
