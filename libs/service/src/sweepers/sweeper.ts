import type { Clock } from '../clock.ts'
import type { Log } from '../telemetry/log.ts'
import type { Metrics } from '../telemetry/metrics.ts'

/** One turn of a recurring task. Doing nothing when there is nothing to do is its normal case. */
export type Sweep = (now: Date) => Promise<unknown>

/** What a turn returns that found nothing which could fall due soon: the next one comes after five intervals, so that a system at rest rests. */
export const nothingSoon: unique symbol = Symbol('nothing soon')
const restIntervals = 5

export type SweepPlan = { readonly name: string; readonly intervalMs: number; readonly sweep: Sweep }

export type Sweeper = {
  readonly name: string
  start(): void
  /** One turn, or the turn already under way; never rejects: an error is logged and counted, and the next turn tries again. */
  sweepOnce(): Promise<void>
  /** No turn starts after this; resolves when the one under way has ended. */
  stop(): Promise<void>
}

/** Plans a recurring task; replicas drift apart by jitter, so the interval is a mean. */
export function every(intervalMs: number, name: string, sweep: Sweep): SweepPlan {
  return { name, intervalMs, sweep }
}

/** Runs a plan without ever overlapping itself: the pause is counted from the end of a turn, and varies by a fifth. */
export function createSweeper(
  { name, intervalMs, sweep }: SweepPlan,
  { clock, log, metrics, random = Math.random }: SweeperDeps,
): Sweeper {
  const turns = metrics.counter('sweeps_total', 'Turns of recurring tasks.', ['sweep', 'outcome'])
  let timer: NodeJS.Timeout | undefined
  let underWay: Promise<void> | undefined
  let isRunning = false
  let pauseMs = intervalMs

  async function turn(): Promise<void> {
    pauseMs = intervalMs
    try {
      if ((await sweep(clock.now())) === nothingSoon) pauseMs *= restIntervals
      turns.inc({ sweep: name, outcome: 'done' })
    } catch (error) {
      turns.inc({ sweep: name, outcome: 'failed' })
      log.error({ err: error, sweep: name }, 'a recurring task failed and will be tried again')
    }
  }

  function sweepOnce(): Promise<void> {
    underWay ??= turn().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  function schedule(): void {
    timer = setTimeout(
      () => {
        void sweepOnce().then(() => {
          if (isRunning) schedule()
        })
      },
      pauseMs * (0.8 + 0.4 * random()),
    )
  }

  return {
    name,
    start() {
      if (isRunning) return
      isRunning = true
      schedule()
    },
    sweepOnce,
    async stop() {
      isRunning = false
      clearTimeout(timer)
      await underWay
    },
  }
}

export type SweeperDeps = { clock: Clock; log: Log; metrics: Metrics; random?: () => number }
