import { isMainThread } from 'node:worker_threads'
import { gzipSync } from 'node:zlib'
import { readJson } from '@outturn/canonical'
import { nodeSha256 } from '@outturn/canonical/node'
import { collectAtRest } from '@outturn/service/collect-at-rest'
import { type EvaluatedRun, type EvaluationTask, evaluateJob } from '../domain/evaluate-job.ts'
import type { RunJob } from '@outturn/contracts'
import {
  type MatchedRun,
  type MatchRunResult,
  type MatchRunTask,
  runMatch,
} from '../domain/matching/run-match.ts'
import { type Inquiries, type InquiryTask, inquiriesOf } from '../domain/inquiries.ts'

// A process looks after its own heap; the heap of a thread is apart from it.
if (!isMainThread) collectAtRest()

/** A task as a thread takes it: what is copied to a thread loses the digits of its exact numbers, and a text does not. */
export type Apart<Task> = Omit<Task, 'job'> & { readonly jobText: string }

function whole<Task extends InquiryTask>(task: Task | Apart<Task>): Task {
  if (!('jobText' in task)) return task
  const { jobText, ...others } = task
  return { ...others, job: readJson(jobText) as unknown as RunJob } as unknown as Task
}

/** Judges a run, in whichever thread this module was loaded. */
export function evaluate(task: EvaluationTask | Apart<EvaluationTask>): EvaluatedRun {
  const judged = evaluateJob(whole(task), nodeSha256)
  const { unitResults } = judged
  if (unitResults === null || unitResults.length <= packedAbove) return judged
  return { ...judged, unitResults: gzipSync(unitResults, { level: 1 }) }
}

/** Longer unit results are packed in the thread that made them, so that no other has to hold their text. In characters. */
const packedAbove = 1_048_576

/** What a run needs to know from outside before it can be judged. */
export function planInquiries(task: InquiryTask | Apart<InquiryTask>): Inquiries {
  return inquiriesOf(whole(task), nodeSha256)
}

/**
 * Matches claims with facts, and packs the rows that are stored. The evaluator calls it by its name, in a thread.
 * @public
 */
export function match(task: MatchRunTask): PackedMatch {
  const result = runMatch(task, nodeSha256)
  if (result.kind !== 'matched') return result
  return { ...result, pages: result.pages.map((page) => gzipSync(page, { level: 1 })) }
}

/** A match whose rows are packed, page by page. */
export type PackedMatch =
  | Exclude<MatchRunResult, MatchedRun>
  | (Omit<MatchedRun, 'pages'> & { readonly pages: readonly Uint8Array[] })
