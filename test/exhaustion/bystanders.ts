import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { delivery, type ErrorAnswer, type Send } from '../e2e/api.ts'

/** How the calls of the well-behaved accounts went. */
export interface Experience {
  /** From the first attempt to the verdict, ms. */
  readonly tookMs: readonly number[]
  /** Calls that ended without a verdict: refused for good, or not answered before their deadline. */
  readonly failures: readonly string[]
  /** What was answered to calls that were then sent again. */
  readonly repeated: readonly string[]
}

/** The shortest pause between two calls of an account. Each account has a longer one than the one before: in step they would be one large call. */
const betweenCallsMs = 200
const longerMs = 10

export interface Bystanders {
  readonly send: Send
  /** One of each account. */
  readonly keys: readonly string[]
  /** How long each waits for a verdict, ms. */
  readonly deadlineMs: number
}

/** Has each account verify one delivery after the other, as a good client does, until `work` has settled. */
export async function experienceDuring(
  { send, keys, deadlineMs }: Bystanders,
  work: () => Promise<unknown>,
): Promise<Experience> {
  const tookMs: number[] = []
  const failures: string[] = []
  const repeated: string[] = []
  const over = new AbortController()
  const verifyOn = async (key: string, index: number) => {
    while (!over.signal.aborted) {
      const startedAt = performance.now()
      const failure = await verifyOnce(send, key, Date.now() + deadlineMs, repeated)
      if (failure === null) tookMs.push(performance.now() - startedAt)
      else failures.push(failure)
      await pause(betweenCallsMs + longerMs * index)
    }
  }
  const bystanders = Promise.all(keys.map(verifyOn))
  try {
    await work()
  } finally {
    over.abort()
    await bystanders
  }
  return { tookMs, failures, repeated }
}

/** Null when there is a verdict by the deadline; a refusal that may be repeated is noted, and repeated under the same key. */
async function verifyOnce(
  send: Send,
  key: string,
  deadline: number,
  repeated: string[],
): Promise<string | null> {
  const headers = { 'idempotency-key': randomUUID() }
  for (;;) {
    const answer = await send('/api/v1/verify', { key, headers, body: delivery() }).catch(
      (error: Error) => error,
    )
    if (!(answer instanceof Error) && answer.status === 201) {
      return Date.now() > deadline ? 'a verdict after its deadline' : null
    }
    const said = answer instanceof Error ? String(answer) : `${answer.status} ${answer.text}`
    const mayRepeat = answer instanceof Error || (answer.json as ErrorAnswer | null)?.retryable === true
    if (!mayRepeat) return said
    if (Date.now() > deadline) return `not by its deadline, last of all: ${said}`
    repeated.push(answer instanceof Error ? String(answer) : answer.json.error)
    const seconds = answer instanceof Error ? 0.2 : Number(answer.headers.get('retry-after') ?? 0.2)
    await pause(Math.min(seconds * 1_000, 2_000))
  }
}

/** The time that a share of the calls stays within. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
