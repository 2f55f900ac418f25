import { extname } from 'node:path'
import { Piscina } from 'piscina'
import type { EvaluatedRun, EvaluationTask } from '../domain/evaluate-job.ts'
import type { Inquiries, InquiryTask } from '../domain/inquiries.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { isHeavy } from '../domain/workload.ts'
import * as inline from './evaluation-worker.ts'
import { createFairTurns, type LaneShare } from './fair-turns.ts'

/** Runs the checkers: small runs at once, large ones in threads of their own with bounds on time and memory. */
export type Evaluator = {
  planInquiries(task: InquiryTask): Promise<Inquiries>
  evaluate(task: EvaluationTask): Promise<EvaluatedRun>
  stop(): Promise<void>
}

export type EvaluatorLimits = {
  /** Large runs under way at once. */
  readonly threads: number
  /** Longest time of one large run; its thread is ended then. */
  readonly timeoutMs: number
  /** Most heap of one thread. */
  readonly memoryMb: number
  /** Whether small runs too are judged in threads; the thread that loads this then judges none. */
  readonly isApart?: boolean
  /** Counts a thread that was ended with its run. */
  readonly countEnded?: (cause: EndOfThread) => void
  /** Notes how long a large run waited for its turn. */
  readonly noteWait?: (waitedMs: number, share: LaneShare) => void
}

export type EndOfThread = 'time' | 'memory' | 'start'

// Compiled for an image the worker has another extension; a URL written out would not follow.
const workerFile = new URL(`./evaluation-worker${extname(import.meta.url)}`, import.meta.url).href

/** Nothing keeps a thread that has had no large run for this long. */
const idleTimeoutMs = 20_000

export function createEvaluator(limits: EvaluatorLimits): Evaluator {
  const { threads, timeoutMs, memoryMb, isApart = false, countEnded = () => {}, noteWait } = limits
  const pool = new Piscina<unknown, unknown>({
    filename: workerFile,
    minThreads: isApart ? 1 : 0,
    maxThreads: threads,
    idleTimeout: idleTimeoutMs,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  // A thread that dies before it takes a task has no task to tell; the next task gets another thread.
  pool.on('error', () => countEnded('start'))
  const turns = createFairTurns(threads, noteWait)

  /** The time of a task starts when a thread is free for it: waiting behind others is no fault of its own. */
  function run(name: keyof typeof inline, task: unknown): Promise<unknown> {
    return pool.run(task, { name, signal: AbortSignal.timeout(timeoutMs) })
  }

  /** A run whose thread is ended may have been slowed down by others: it is tried once more while no other runs. */
  async function inThread(name: keyof typeof inline, task: InquiryTask): Promise<unknown> {
    const { accountId } = task.job
    try {
      return await turns.take(accountId, () => run(name, task))
    } catch (error) {
      const cause = endOfThread(error)
      if (cause === null) throw error
      countEnded(cause)
    }
    try {
      return await turns.takeAlone(() => run(name, task))
    } catch (error) {
      const cause = endOfThread(error)
      if (cause !== null) countEnded(cause)
      throw error
    }
  }

  /** Both functions of the worker module take one task; here or in a thread, they give the same result. */
  async function inPlaceOf<Task extends InquiryTask, Result>(
    name: keyof typeof inline,
    here: (task: Task) => Result,
    task: Task,
  ): Promise<Result> {
    try {
      if (!isApart && !isHeavy(task.job, task.fetched.length)) return here(task)
      return (await inThread(name, task)) as Result
    } catch (cause) {
      throw new RunDefect(`run ${task.job.runId}: ${name} failed`, { cause })
    }
  }

  return {
    planInquiries: (task) => inPlaceOf('planInquiries', inline.planInquiries, task),
    evaluate: (task) => inPlaceOf('evaluate', inline.evaluate, task),
    stop: () => pool.close(),
  }
}

/** Why the thread of a task was ended; null for an error of the task itself. */
export function endOfThread(error: unknown): 'time' | 'memory' | null {
  if (!(error instanceof Error)) return null
  if (error.name === 'AbortError') return 'time'
  return 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'memory' : null
}
