import { setTimeout as pause } from 'node:timers/promises'

/** One call as its client saw it: sent with one idempotency key until it was answered for good. */
export interface ClientCall {
  readonly key: string
  readonly body: string
  /** The fault that was under way when it was first sent. */
  readonly fault: string
  readonly startedAt: number
  attempts: number
  /** Set once it is acknowledged; the exact text. */
  answer?: string
  acknowledgedAfterMs?: number
  /** Refusals after which it was sent again. */
  readonly refusals: string[]
  /** Answers that no fault may cause. */
  readonly wrongAnswers: string[]
}

export interface ClientLoad {
  readonly calls: readonly ClientCall[]
  /**
   * Begins to send `count` calls, at most eight at a time, without waiting for them. Those without an acknowledgement are
   * sent again and again on the side, with the same key.
   */
  wave(fault: string, count: number): void
  /** Sends one call and settles when it is acknowledged. */
  acknowledgedCall(fault: string): Promise<ClientCall>
  /** Settles when every call is acknowledged or has been given up. */
  settled(): Promise<void>
}

export interface ClientOptions {
  baseUrl: string
  apiKey: string
  /** Another body than the usual one. */
  bodyOf?: (index: number) => unknown
  /** How long a client goes on with one key. */
  patienceMs?: number
}

/**
 * A client that goes on with its key is acknowledged within so long. What a worker held when it ended is given to another after half a minute, and a
 * call may meet three faults that follow one another, each of which ends a worker that holds it.
 */
export const longestWaitMs = 180_000
const inFlight = 8
const longestRetryPauseMs = 1_000
const attemptTimeoutMs = 15_000

export function createClientLoad({
  baseUrl,
  apiKey,
  bodyOf = delivery,
  patienceMs = longestWaitMs,
}: ClientOptions): ClientLoad {
  const calls: ClientCall[] = []
  const underWay = new Set<Promise<void>>()
  const name = `crash-${process.pid}-${Date.now()}`

  function begin(fault: string): ClientCall {
    const index = calls.length
    const body = JSON.stringify(bodyOf(index))
    const call: ClientCall = {
      key: `${name}-${index}`,
      body,
      fault,
      startedAt: Date.now(),
      attempts: 0,
      refusals: [],
      wrongAnswers: [],
    }
    calls.push(call)
    return call
  }

  /** Answers how long to wait before the next attempt, or null when there is nothing more to do. */
  async function attempt(call: ClientCall): Promise<number | null> {
    call.attempts += 1
    const sent = await sendOnce(baseUrl, apiKey, call).catch(() => null)
    if (sent === null) {
      call.refusals.push('no answer')
      return 100
    }
    if (sent.status === 201) {
      call.answer = sent.text
      call.acknowledgedAfterMs = Date.now() - call.startedAt
      return null
    }
    if (isRetryable(sent)) {
      call.refusals.push(`${sent.status} ${sent.text}`)
      return sent.retryAfterMs
    }
    call.wrongAnswers.push(`${sent.status} ${sent.text}`)
    return sent.status === 500 ? 500 : null
  }

  async function persist(call: ClientCall, firstPauseMs: number): Promise<void> {
    let pauseMs: number | null = firstPauseMs
    while (pauseMs !== null && Date.now() - call.startedAt < patienceMs) {
      await pause(Math.min(pauseMs, longestRetryPauseMs))
      pauseMs = await attempt(call)
    }
  }

  function watch(work: Promise<void>): void {
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  return {
    calls,
    wave(fault, count) {
      const queue = Array.from({ length: count }, () => begin(fault)).values()
      const takeTurns = async () => {
        for (const call of queue) {
          const pauseMs = await attempt(call)
          if (pauseMs !== null) watch(persist(call, pauseMs))
        }
      }
      for (let slot = 0; slot < inFlight; slot += 1) watch(takeTurns())
    },
    async acknowledgedCall(fault) {
      const call = begin(fault)
      await persist(call, 0)
      return call
    },
    async settled() {
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

/** Sends a call once, under its key. */
export async function sendOnce(
  baseUrl: string,
  apiKey: string,
  { key, body }: Pick<ClientCall, 'key' | 'body'>,
): Promise<{ status: number; text: string; retryAfterMs: number; isReplayed: boolean }> {
  const response = await fetch(`${baseUrl}/api/v1/verify`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body,
    signal: AbortSignal.timeout(attemptTimeoutMs),
  })
  return {
    status: response.status,
    text: await response.text(),
    retryAfterMs: Number(response.headers.get('retry-after') ?? '1') * 1_000,
    isReplayed: response.headers.get('idempotent-replayed') === 'true',
  }
}

/** The only refusals that a fault may show to a client: come back, or your first request is still under way. */
export function isRetryable({ status, text }: { status: number; text: string }): boolean {
  const { code } = JSON.parse(text) as { code: string }
  return (
    (status === 503 && code === 'configuration_unavailable') || (status === 409 && code === 'store_conflict')
  )
}

/** Three rows, of which every third delivery has a bad one. */
export function delivery(index: number): unknown {
  return {
    conditions: [
      {
        description: 'Every company has a name and a website.',
        deterministic_check: { checker: 'completeness', required_fields: ['name', 'website'] },
      },
      {
        description: 'Every website is a web address.',
        deterministic_check: { checker: 'url_format', field: 'website' },
      },
    ],
    unit: { total_units: 3, unit_amount_cents: 100 + index },
    evidence: {
      rows: [
        { name: `Aurora ${index}`, website: 'https://aurora.example' },
        { name: `Cobalt ${index}`, website: index % 3 === 0 ? 'no address' : 'https://cobalt.example' },
        { name: `Dune ${index}`, website: 'https://dune.example' },
      ],
    },
  }
}
