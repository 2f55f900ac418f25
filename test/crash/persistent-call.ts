import { setTimeout as pause } from 'node:timers/promises'

/** An action as its client sends it, with one idempotency key until it is answered for good. */
export interface Action {
  readonly apiKey: string
  readonly path: string
  readonly body: unknown
  readonly key: string
}

/** How it was answered in the end, and every answer on the way that no fault may cause. */
export interface Acknowledged {
  readonly action: Action
  readonly text: string
  readonly isReplayed: boolean
  readonly attempts: number
  readonly wrongAnswers: readonly string[]
}

const attemptTimeoutMs = 15_000
const patienceMs = 90_000
const longestPauseMs = 1_000

/** Sends an action again and again, with its key, until it is acknowledged. Rejects when no one answers in time. */
export async function persistentCall(baseUrl: string, action: Action): Promise<Acknowledged> {
  const givenUpAt = Date.now() + patienceMs
  const wrongAnswers: string[] = []
  for (let attempts = 1; Date.now() < givenUpAt; attempts += 1) {
    const response = await sendOnce(baseUrl, action).catch(() => null)
    if (response === null) {
      await pause(100)
      continue
    }
    const text = await response.text()
    if (response.ok) {
      const isReplayed = response.headers.get('idempotent-replayed') === 'true'
      return { action, text, isReplayed, attempts, wrongAnswers }
    }
    if (!isRetryable(response.status, text)) {
      wrongAnswers.push(`${response.status} ${text}`)
      if (response.status !== 500) break
    }
    const wishedMs = Number(response.headers.get('retry-after') ?? '1') * 1_000
    await pause(Math.min(wishedMs, longestPauseMs))
  }
  throw new Error(`${action.path} was not acknowledged: ${wrongAnswers.join('; ')}`)
}

function sendOnce(baseUrl: string, { apiKey, path, body, key }: Action): Promise<Response> {
  return fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${apiKey}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(attemptTimeoutMs),
  })
}

/** The only refusals that a fault may show: come back, or your first request is still under way. */
function isRetryable(status: number, text: string): boolean {
  const { code } = JSON.parse(text) as { code: string }
  return (
    (status === 503 && code === 'configuration_unavailable') || (status === 409 && code === 'store_conflict')
  )
}
