import { extname } from 'node:path'
import { readJson } from '@outturn/canonical'
import { type DeterministicCheck, stepsOfCompiling, stepsToFindProblem } from '@outturn/checkers'
import type { LoadShare } from '@outturn/concurrency'
import { createWorkerPool, endOfThread, isOutOfClock } from '@outturn/concurrency/worker-pool'
import { type Refusal, refusalFromMessage, unavailable, unprocessable } from '@outturn/contracts'
import type { Compiled, Texts } from '../domain/texts/compile-conditions.ts'
import type { Confirmation } from '../domain/policies/confirm-policy.ts'
import * as inline from './policy-reading.ts'
import type * as worker from './policy-worker.ts'
import type { ReadingName } from './policy-worker.ts'
import type { RewriteTask } from '../domain/policies/model-rewrites.ts'
import type { ResolvedCondition } from '../domain/recipes/resolve-recipe.ts'
import type {
  ConfirmTask,
  DraftTask,
  FoundProblems,
  ReadingResult,
  ResolveTask,
  ShownDraft,
} from './policy-reading.ts'

/** Who has a text read, and when (epoch ms) it stops waiting. */
export type Reader = { readonly accountId: string; readonly until: number }

/** Reads texts outside of the event loop; short ones at once. */
export type PolicyReader = {
  draft(reader: Reader, request: DraftTask['request']): Promise<ShownDraft>
  confirm(reader: Reader, task: Omit<ConfirmTask, 'slug'>): Promise<Confirmation>
  rewrites(reader: Reader, task: RewriteTask): Promise<readonly (readonly string[])[]>
  compile(reader: Reader, texts: Texts): Promise<Compiled>
  resolve(reader: Reader, task: ResolveTask): Promise<ResolvedCondition[]>
  findProblems(reader: Reader, checks: readonly DeterministicCheck[]): Promise<FoundProblems>
  stop(): Promise<void>
}

export type PolicyReaderOptions = {
  readonly slug: string
  /** Long texts that are read at once. */
  readonly threads: number
  /** Most time of a processor for one long text; its thread is ended then. */
  readonly timeoutMs: number
  /** Most heap of one thread. */
  readonly memoryMb?: number
  /** Counts a reading that was ended before it was done, and a thread that did not start. */
  readonly countEnded?: (cause: EndOfReading) => void
  /** Notes how long a text waited for its turn. */
  readonly noteWait?: (waitedMs: number, share: LoadShare) => void
}

export type EndOfReading = 'time' | 'memory' | 'wait' | 'start'

/** What takes a few milliseconds at worst is read at once. In characters of the text and of all that was answered and added. */
const longAbove = 500
/** The same of conditions of one check each, and of the patterns in any text. */
const mostSteps = 10_000

/** On a machine that is full a text may take so many times longer on the clock: it is no fault of the text. */
const patience = 10

/** Ample for the longest text and answers; what takes more is no text. */
const defaultMemoryMb = 128

// The worker keeps the extension of this file: .ts in the sources, .mjs or .js once compiled.
const workerFile = new URL(`./policy-worker${extname(import.meta.url)}`, import.meta.url).href

const functionName: Extract<keyof typeof worker, 'readApart'> = 'readApart'

export function createPolicyReader(options: PolicyReaderOptions): PolicyReader {
  const { slug, threads, timeoutMs, memoryMb = defaultMemoryMb, countEnded = () => {}, noteWait } = options
  const pool = createWorkerPool({
    module: workerFile,
    threads,
    // The same text is read or refused alike on an idle and on a full machine; the clock only ends what hangs.
    time: { processorMs: timeoutMs, clockMs: timeoutMs * patience },
    memoryMb,
    onFailedStart: () => countEnded('start'),
    onAdmitted: noteWait,
  })
  /** A command that is sent again while its text is read waits for the one reading. */
  const underWay = new Map<string, Promise<ReadingResult<unknown>>>()

  function refusalOf(name: ReadingName, error: unknown): unknown {
    const cause = endOfThread(error)
    if (cause === null) return error
    countEnded(cause)
    if (isOutOfClock(error)) return tooBusy(`The text was not read within ${timeoutMs * patience} ms.`)
    if (cause === 'time') return tooSlow(`The text was not read within ${timeoutMs} ms of processor time.`)
    return tooMuch(fieldsRead[name], memoryMb)
  }

  async function inThread(
    name: ReadingName,
    { accountId, until }: Reader,
    task: unknown,
  ): Promise<ReadingResult<unknown>> {
    const readInThread = async () => {
      if (Date.now() >= until) {
        countEnded('wait')
        throw tooBusy('The text had to wait for other texts for too long.')
      }
      const reading = pool.run(functionName, { name, taskText: JSON.stringify(task) }).then(readAnswer)
      return reading.catch((error: unknown) => {
        throw refusalOf(name, error)
      })
    }
    return pool.permits.run(readInThread, { key: accountId })
  }

  function onlyOnce(name: ReadingName, reader: Reader, task: unknown): Promise<ReadingResult<unknown>> {
    const key = JSON.stringify([name, reader.accountId, task])
    const known = underWay.get(key)
    if (known !== undefined) return known
    const reading = inThread(name, reader, task).finally(() => underWay.delete(key))
    underWay.set(key, reading)
    return reading
  }

  /** Both functions of the worker module take one task; here or in a thread, they give the same result. */
  async function read<Task, Result>(
    name: ReadingName,
    here: (task: Task) => ReadingResult<Result>,
    { reader, task, isLong }: { reader: Reader; task: Task; isLong: boolean },
  ): Promise<Result> {
    const answer = isLong ? ((await onlyOnce(name, reader, task)) as ReadingResult<Result>) : here(task)
    if ('refusal' in answer) throw refusalFromMessage(answer.refusal)
    return answer.result
  }

  return {
    draft: (reader, request) =>
      read('draft', inline.draft, {
        reader,
        task: { request, slug },
        isLong: isLongText(request.source),
      }),
    confirm: (reader, { stored, request }) =>
      read('confirm', inline.confirm, {
        reader,
        task: { stored, request, slug },
        isLong: isLongText(stored.request.source + addedText(request)),
      }),
    // What a model writes is read apart, however short it is.
    rewrites: (reader, task) => read('rewrites', inline.rewrites, { reader, task, isLong: true }),
    compile: (reader, texts) =>
      read('compile', inline.compile, {
        reader,
        task: texts,
        isLong: isLongText(texts.conditions.map(({ text }) => text).join('\n')),
      }),
    resolve: (reader, task) =>
      read('resolve', inline.resolve, {
        reader,
        task,
        isLong: sumOf([task.reference.params ?? {}, ...task.recipe.conditions], stepsOfValue) > mostSteps,
      }),
    findProblems: (reader, checks) =>
      read('findProblems', inline.findProblems, {
        reader,
        task: checks,
        isLong: sumOf(checks, stepsToFindProblem) > mostSteps,
      }),
    stop: () => pool.close(),
  }
}

function readAnswer(answer: unknown): ReadingResult<unknown> {
  return readJson(answer as string) as unknown as ReadingResult<unknown>
}

/** What is too much for a thread, by the function that reads it. */
const fieldsRead = {
  draft: 'source',
  confirm: 'answers',
  rewrites: 'source',
  compile: 'conditions',
  resolve: 'recipe',
  findProblems: 'conditions',
} as const satisfies Record<ReadingName, string>

function isLongText(text: string): boolean {
  return text.length > longAbove || stepsOfCompiling(text) > mostSteps
}

/** What of a confirmation is read beside the text. */
function addedText({ answers, add_conditions }: ConfirmTask['request']): string {
  return JSON.stringify([answers ?? {}, add_conditions ?? []])
}

function stepsOfValue(value: unknown): number {
  return stepsOfCompiling(JSON.stringify(value))
}

function sumOf<Item>(items: readonly Item[], stepsOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + stepsOf(item), 0)
}

const shorter = 'send a shorter text or shorter patterns: only what says what the work must meet'

function tooSlow(message: string): Refusal {
  return unavailable(message, {
    reason: 'overloaded',
    retryAfterSeconds: 1,
    remediation: `Send the same request again after the seconds in Retry-After. If it is refused again, ${shorter}.`,
  })
}

/** The service is at fault and not the text, so that the same text is read later. */
function tooBusy(message: string): Refusal {
  return unavailable(message, {
    reason: 'overloaded',
    retryAfterSeconds: 1,
    remediation: 'Send the same request again after the seconds in Retry-After.',
  })
}

function tooMuch(field: string, memoryMb: number): Refusal {
  return unprocessable(field, `Reading ${field} takes more than the ${memoryMb} MB that one may use.`, {
    remediation: `To have it read, ${shorter}.`,
  })
}
