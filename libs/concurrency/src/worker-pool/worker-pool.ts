import { Piscina } from 'piscina'
import { createSemaphore, type LoadShare, type Semaphore } from '../semaphore.ts'
import { limitTaskTime, type TakenTime, type TaskTime } from './task-time.ts'

export type WorkerPoolOptions = {
  /** URL of the module whose functions the threads run. */
  readonly module: string
  /** Tasks that run at once, each in a thread of its own. */
  readonly threads: number
  /** Threads that one key may have at once. @default threads */
  readonly threadsPerKey?: number
  /** Maximum heap of one thread; a thread that exceeds it is ended, and its task rejects. */
  readonly memoryMb: number
  /** Memory for young objects of one thread; more of it collects less often and holds more. @default 48 */
  readonly youngMemoryMb?: number
  /** Maximum time of one task; its thread is ended then. @default no limit but the signal of the task */
  readonly time?: TaskTime
  /** Whether one thread is kept while there is nothing to do. @default false */
  readonly keepsOne?: boolean
  /** Called for a thread that did not start. */
  readonly onFailedStart?: () => void
  /** Called when a task gets its thread. */
  readonly onAdmitted?: ((waitedMs: number, share: LoadShare) => void) | undefined
}

/** Buffers that are handed over to the thread instead of copied. */
type TransferList = NonNullable<NonNullable<Parameters<Thread['run']>[1]>['transferList']>

export type TaskOptions = {
  /** Ends the thread of the task. */
  readonly signal?: AbortSignal
  readonly transferList?: TransferList
}

/** Threads with limits on the time and memory of each task. Keys share them: the key that holds the fewest is next. */
export type WorkerPool = {
  /** The permits to run a task; every `run` takes place within one. */
  readonly permits: Semaphore
  /** Runs an exported function of the module in a free thread. */
  run(name: string, task: unknown, options?: TaskOptions): Promise<unknown>
  /** Waits for the tasks that run, then ends the threads. */
  close(): Promise<void>
  /** Ends the threads at once. */
  destroy(): Promise<void>
}

/**
 * A thread has one task at a time and is ended when it has had none for a while. Its priority for the processor is below that of the
 * event loops: on Linux it takes what they leave, and at least a tenth of a core beside a busy loop.
 */
const threadOptions = {
  minThreads: 0,
  maxThreads: 1,
  idleTimeout: 20_000,
  concurrentTasksPerWorker: 1,
  niceIncrement: 10,
  // A thread that waits for tasks still runs its timers, as a kept one gives back memory once it rests.
  atomics: 'disabled',
} as const

type Thread = Piscina<unknown, unknown>

export function createWorkerPool(options: WorkerPoolOptions): WorkerPool {
  const {
    module,
    threads,
    threadsPerKey,
    memoryMb,
    youngMemoryMb,
    time,
    keepsOne = false,
    onFailedStart,
    onAdmitted,
  } = options
  // Each thread is a pool of its own, so that the thread of a task is known.
  const all = Array.from({ length: threads }, (_, index) => {
    const thread: Thread = new Piscina<unknown, unknown>({
      ...threadOptions,
      filename: module,
      ...(keepsOne && index === 0 && { minThreads: 1 }),
      resourceLimits: {
        maxOldGenerationSizeMb: memoryMb,
        ...(youngMemoryMb !== undefined && { maxYoungGenerationSizeMb: youngMemoryMb }),
      },
    })
    // A thread that dies before it takes a task has no task to reject; the next task gets another thread.
    thread.on('error', () => onFailedStart?.())
    return thread
  })
  let free: readonly Thread[] = all

  return {
    permits: createSemaphore({
      limit: threads,
      ...(threadsPerKey !== undefined && { limitPerKey: threadsPerKey }),
      order: 'fewest-held',
      onAdmitted,
    }),
    async run(name, task, taskOptions = {}) {
      const [thread, ...others] = free
      if (thread === undefined) throw new Error('a task of a worker pool needs a permit')
      free = others
      try {
        return await runIn(thread, { name, task, time, ...taskOptions })
      } finally {
        free = [thread, ...free]
      }
    },
    close: async () => void (await Promise.all(all.map((thread) => thread.close()))),
    destroy: async () => void (await Promise.all(all.map((thread) => thread.destroy()))),
  }
}

type NamedTask = TaskOptions & {
  readonly name: string
  readonly task: unknown
  readonly time: TaskTime | undefined
}

/** The time of a task begins when a thread is free for it: waiting behind others is no fault of its own. */
async function runIn(
  thread: Thread,
  { name, task, time, signal, transferList = [] }: NamedTask,
): Promise<unknown> {
  const limit = time === undefined ? undefined : limitTaskTime(time, () => processorMsOf(thread))
  const ends = [limit?.signal, signal].filter((each) => each !== undefined)
  try {
    return await thread.run(task, {
      name,
      transferList,
      ...(ends.length > 0 && { signal: AbortSignal.any(ends) }),
    })
  } finally {
    limit?.end()
  }
}

/** Processor time that the thread of a pool has used, ms; null while it has none that runs. */
async function processorMsOf({ threads: [thread] }: Thread): Promise<number | null> {
  const used = await thread?.cpuUsage().catch(() => undefined)
  return used === undefined ? null : (used.user + used.system) / 1_000
}

/** Whether a task had all its time on the clock and not yet its own of a processor: the machine was full. */
export function isOutOfClock(error: unknown): boolean {
  return (
    error instanceof Error && error.name === 'AbortError' && error.cause === ('clock' satisfies TakenTime)
  )
}

/** The limit for which the thread of a task was ended; null for an error of the task itself. */
export function endOfThread(error: unknown): 'time' | 'memory' | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'AbortError') return 'time'
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : null
}
