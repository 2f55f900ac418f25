import { extname } from 'node:path'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import type { EvaluatedRun, EvaluationTask } from '../domain/evaluate-job.ts'
import type { Inquiries, InquiryTask } from '../domain/inquiries.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { isHeavy } from '../domain/workload.ts'
import * as inline from './evaluation-worker.ts'

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
}

// Compiled for an image the worker has another extension; a URL written out would not follow.
const workerFile = new URL(`./evaluation-worker${extname(import.meta.url)}`, import.meta.url).href

/** Nothing keeps a thread that has had no large run for this long. */
const idleTimeoutMs = 60_000

export function createEvaluator({ threads, timeoutMs, memoryMb }: EvaluatorLimits): Evaluator {
  const pool = new Piscina<unknown, unknown>({
    filename: workerFile,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleTimeoutMs,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })

  const inTurn = pLimit(threads)

  /** The time of a task starts when a thread is free for it: waiting behind others is no fault of its own. */
  function inThread(name: keyof typeof inline, task: unknown): Promise<unknown> {
    return inTurn(() => pool.run(task, { name, signal: AbortSignal.timeout(timeoutMs) }))
  }

  /** Both functions of the worker module take one task; here or in a thread, they give the same result. */
  async function inPlaceOf<Task extends InquiryTask, Result>(
    name: keyof typeof inline,
    here: (task: Task) => Result,
    task: Task,
  ): Promise<Result> {
    try {
      if (!isHeavy(task.job, task.fetched.length)) return here(task)
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
