import { extname } from 'node:path'
import type { LoadShare } from '@outturn/concurrency'
import { createWorkerPool, endOfThread } from '@outturn/concurrency/worker-pool'
import type { EvaluatedRun, EvaluationTask } from '../domain/evaluate-job.ts'
import type { Inquiries, InquiryTask } from '../domain/inquiries.ts'
import { RunDefect } from '../domain/run-defect.ts'
import { isHeavy } from '../domain/workload.ts'
import * as inline from './evaluation-worker.ts'
import type { Apart, PackedMatch } from './evaluation-worker.ts'
import type { MatchRunTask } from '../domain/matching/run-match.ts'

/** Runs the checkers: small runs at once, large ones in threads of their own with bounds on time and memory. */
export type Evaluator = {
  planInquiries(task: InquiryTask): Promise<Inquiries>
  evaluate(task: EvaluationTask): Promise<EvaluatedRun>
  /** Always in a thread. */
  match(task: MatchRunTask, accountId: string): Promise<PackedMatch>
  stop(): Promise<void>
}

export type EvaluatorLimits = {
  /** Large runs under way at once. */
  readonly threads: number
  /** Most time of a processor for one large run; its thread is ended then. */
  readonly timeoutMs: number
  /** Most heap of one thread. */
  readonly memoryMb: number
  /** Whether small runs too are judged in threads; the thread that loads this then judges none. */
  readonly isApart?: boolean
  /** Counts a thread that was ended with its run. */
  readonly countEnded?: (cause: EndOfThread) => void
  /** Notes how long a large run waited for its turn. */
  readonly noteWait?: (waitedMs: number, share: LoadShare) => void
}

export type EndOfThread = 'time' | 'memory' | 'start'

/** On a machine that is full a run may take so many times longer on the clock: it is no fault of the run. */
const patience = 10

// The worker keeps the extension of this file: .ts in the sources, .mjs or .js once compiled.
const workerFile = new URL(`./evaluation-worker${extname(import.meta.url)}`, import.meta.url).href

export function createEvaluator(limits: EvaluatorLimits): Evaluator {
  const { threads, timeoutMs, memoryMb, isApart = false, countEnded = () => {}, noteWait } = limits
  const pool = createWorkerPool({
    module: workerFile,
    threads,
    time: { processorMs: timeoutMs, clockMs: timeoutMs * patience },
    memoryMb,
    keepsOne: isApart,
    onFailedStart: () => countEnded('start'),
    onAdmitted: noteWait,
  })

  /** A run whose thread is ended may have been slowed down by others: it is tried once more while no other runs. */
  async function inThread(name: keyof typeof inline, apart: unknown, accountId: string): Promise<unknown> {
    try {
      return await pool.permits.run(() => pool.run(name, apart), { key: accountId })
    } catch (error) {
      const cause = endOfThread(error)
      if (cause === null) throw error
      countEnded(cause)
    }
    try {
      return await pool.permits.runExclusive(() => pool.run(name, apart))
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
      const { job, ...others } = task
      const apart: Apart<InquiryTask> = { ...others, jobText: JSON.stringify(job) }
      return (await inThread(name, apart, job.accountId)) as Result
    } catch (cause) {
      throw new RunDefect(`run ${task.job.runId}: ${name} failed`, { cause })
    }
  }

  return {
    planInquiries: (task) => inPlaceOf('planInquiries', inline.planInquiries, task),
    evaluate: (task) => inPlaceOf('evaluate', inline.evaluate, task),
    match: async (task, accountId) => (await inThread('match', task, accountId)) as PackedMatch,
    stop: () => pool.close(),
  }
}
