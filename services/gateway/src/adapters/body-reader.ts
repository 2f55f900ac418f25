import { extname } from 'node:path'
import { isMarkedAsUntransferable } from 'node:worker_threads'
import { createWorkerPool, endOfThread } from '@outturn/concurrency/worker-pool'
import { JsonText, overloaded, type PassedText, Refusal, refusalFromMessage } from '@outturn/contracts'
import { BodyDigest } from '../wire/command-identity.ts'
import { largeBodies } from '../wire/large-bodies.ts'
import { passedTexts } from '../wire/read-body.ts'
import type * as worker from './body-worker.ts'
import type { BodyResult, BodyTask } from './body-worker.ts'

/** A large body that was read: its text as a command takes it, its own idempotency key, and its digest where it has a key. */
export type LargeBody = {
  readonly text: JsonText
  /** Members that its command takes as texts beside it, by their names. */
  readonly passed: Readonly<Record<string, PassedText>>
  readonly idempotencyKey: string | undefined
  readonly digest: BodyDigest | undefined
}

/** Reads and checks large bodies outside of the event loop; callers take turns. */
export type BodyReader = {
  read(task: BodyTask, caller: string): Promise<LargeBody>
  stop(): Promise<void>
}

export type BodyReaderLimits = {
  /** Bodies that are read at once. */
  readonly threads: number
  /** Most heap of one thread. */
  readonly memoryMb: number
  /** Longest time from the last byte of a body until it is read. */
  readonly timeoutMs: number
  /** Counts a body that was refused unread, and a thread that did not start. */
  readonly countEnded?: (cause: EndOfBody) => void
}

export type EndOfBody = 'time' | 'memory' | 'start'

// The worker keeps the extension of this file: .ts in the sources, .mjs or .js once compiled.
const workerFile = new URL(`./body-worker${extname(import.meta.url)}`, import.meta.url).href
const functionName: Extract<keyof typeof worker, 'readLarge'> = 'readLarge'

/**
 * Heap for each byte of a body. The parser of JSON cannot be stopped for its memory, and ends the process where it has none left, so
 * a thread is given no body of which it could make more than its heap holds.
 */
const heapPerByte = 128
const leastMemoryMb = 128

/** Heap of a thread that reads bodies of up to so many bytes, in megabytes. */
export function threadMemoryMb(bodyLimitBytes: number): number {
  return Math.max(leastMemoryMb, Math.ceil((bodyLimitBytes * heapPerByte) / 1_048_576))
}

/**
 * A thread that a body keeps too long, or that it takes too much memory of, is ended alone: the other bodies go on. Where there are several
 * threads, one caller leaves one of them to others, and on a machine of as few processors one of those to the event loops.
 */
export function createBodyReader(limits: BodyReaderLimits): BodyReader {
  const { threads, memoryMb, timeoutMs, countEnded = () => {} } = limits
  const pool = createWorkerPool({
    module: workerFile,
    threads,
    threadsPerKey: Math.max(1, threads - 1),
    memoryMb,
    onFailedStart: () => countEnded('start'),
  })

  function tooLarge(): Refusal {
    countEnded('memory')
    return new Refusal(
      'input_too_large',
      `Reading the body takes more than the ${memoryMb} MB that one may use.`,
      {
        remediation: 'Send fewer values in one body; reference large material by URL or digest.',
      },
    )
  }

  function refusalOf(error: unknown): unknown {
    const end = endOfThread(error)
    if (end === 'memory') return tooLarge()
    // A body that waited for too long rejects with the reason of the signal.
    if (end === null && (error as Error).name !== 'TimeoutError') return error
    countEnded('time')
    return overloaded(`The body was not read within ${timeoutMs} ms.`)
  }

  const mostBytes = Math.floor((memoryMb * 1_048_576) / heapPerByte)

  return {
    async read(task, caller) {
      const isOfFewValues = largeBodies[task.operationId]?.maxValues !== undefined
      if (task.bytes.byteLength > mostBytes && !isOfFewValues) throw tooLarge()
      // A view of the pool that others have views of is copied; a buffer of its own is handed over, which may be longer than the body.
      const { buffer } = task.bytes
      const transferList = isMarkedAsUntransferable(buffer) ? [] : [buffer as ArrayBuffer]
      const signal = AbortSignal.timeout(timeoutMs)
      const reading = pool.permits.run(() => pool.run(functionName, task, { transferList, signal }), {
        key: caller,
        signal,
      })
      const result = (await reading.catch((error: unknown) => {
        throw refusalOf(error)
      })) as BodyResult
      if ('refusal' in result) throw refusalFromMessage(result.refusal)
      const { text, passed, idempotencyKey, digest } = result
      return {
        text: new JsonText(text),
        passed: passedTexts(passed),
        idempotencyKey,
        digest: digest === undefined ? undefined : new BodyDigest(digest),
      }
    },
    stop: () => pool.destroy(),
  }
}
