import { createFairTurns, type FairTurns, heavyThreads, type LaneShare } from '@outturn/service'
import { Piscina } from 'piscina'
import { limitTaskTime, type TakenTime, type TaskTime } from './task-time.ts'

/** Threads that run the functions of one module, each task with bounds on its time and memory. */
export type BoundedThreads = {
  /** Turns at the threads. */
  readonly turns: FairTurns
  /** Runs a function of the module now. `endOfThread` tells of what it rejects with whether the thread was ended. */
  run(name: string, task: unknown): Promise<unknown>
  stop(): Promise<void>
}

export type ThreadBounds = {
  /** Tasks under way at once. */
  readonly threads: number
  /** Most time of one task; its thread is ended then. */
  readonly time: TaskTime
  /** Most heap of one thread. */
  readonly memoryMb: number
  /** Whether a thread is kept also while there is nothing to do. */
  readonly keepsOne?: boolean
  /** Told of a thread that did not start. */
  readonly onFailedStart: () => void
  /** Notes how long a task waited for its turn. */
  readonly noteWait?: ((waitedMs: number, share: LaneShare) => void) | undefined
}

/** `module` is the URL of the module of the threads. */
export function createBoundedThreads(module: string, bounds: ThreadBounds): BoundedThreads {
  const { threads, time, memoryMb, keepsOne = false, onFailedStart, noteWait } = bounds
  // Each thread is a pool of its own, so that it is known which one runs a task.
  const seats = Array.from({ length: threads }, (_, index) => {
    const pool = new Piscina<unknown, unknown>({
      filename: module,
      ...heavyThreads,
      minThreads: keepsOne && index === 0 ? 1 : 0,
      maxThreads: 1,
      // A thread that waits for tasks still runs its timers, as a kept one gives back memory once it rests.
      atomics: 'disabled',
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    // A thread that dies before it takes a task has no task to tell; the next task gets another thread.
    pool.on('error', onFailedStart)
    return pool
  })
  let free: readonly Piscina<unknown, unknown>[] = seats

  async function run(name: string, task: unknown): Promise<unknown> {
    const [seat, ...others] = free
    if (seat === undefined) throw new Error('a task of bounded threads has a turn before it runs')
    free = others
    const stop = new AbortController()
    const running = seat.run(task, { name, signal: stop.signal })
    // The time of a task starts when a thread is free for it: waiting behind others is no fault of its own.
    const limit = limitTaskTime(time, () => processorMsOf(seat))
    limit.signal.addEventListener('abort', () => stop.abort(limit.signal.reason))
    try {
      return await running
    } finally {
      limit.end()
      free = [seat, ...free]
    }
  }

  return {
    turns: createFairTurns(threads, { noteWait }),
    run,
    stop: async () => void (await Promise.all(seats.map((pool) => pool.close()))),
  }
}

/** What the thread of a pool has used of a processor, ms; null while it has none that runs. */
async function processorMsOf({ threads: [thread] }: Piscina<unknown, unknown>): Promise<number | null> {
  const used = await thread?.cpuUsage().catch(() => undefined)
  return used === undefined ? null : (used.user + used.system) / 1_000
}

/** Whether a task had all its time on the clock and not yet its own of a processor: the machine was full. */
export function isOutOfClock(error: unknown): boolean {
  return (
    error instanceof Error && error.name === 'AbortError' && error.cause === ('clock' satisfies TakenTime)
  )
}

/** Why the thread of a task was ended; null for an error of the task itself. */
export function endOfThread(error: unknown): 'time' | 'memory' | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'AbortError') return 'time'
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : null
}
