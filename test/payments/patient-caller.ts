import { setTimeout as pause } from 'node:timers/promises'

/** An answer that repeating the call does not change. */
export type Answer = {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  readonly code: string | null
  readonly reason: string | null
}

/** One call, which can be sent as often as it takes. */
export type Call = { readonly path: string; readonly body: string; readonly headers: Record<string, string> }

/** Calls a system that fails in between, and keeps every answer that no fault may cause. */
export class PatientCaller {
  readonly wrong: string[] = []
  readonly #baseUrl: string

  constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  /** Sends a call until it is answered for good. */
  async untilAnswered(call: Call): Promise<Answer> {
    const giveUpAt = Date.now() + patienceMs
    let last = 'no answer'
    while (Date.now() < giveUpAt) {
      const answer = await this.once(call).catch(() => null)
      if (answer !== null && !mayChange(answer)) return answer
      if (answer !== null) last = `${answer.status} ${answer.code} ${answer.reason}`
      await pause(longestPauseMs)
    }
    throw new Error(`${call.path} was not answered within ${patienceMs} ms: ${last}`)
  }

  /** Sends a call and goes away after so long, whatever comes of it. */
  async abandoned(call: Call, afterMs: number): Promise<void> {
    await this.once(call, AbortSignal.timeout(afterMs)).catch(() => undefined)
  }

  async once({ path, body, headers }: Call, signal = AbortSignal.timeout(attemptMs)): Promise<Answer> {
    const response = await fetch(this.#baseUrl + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal,
    })
    const text = await response.text()
    const said = (response.ok ? {} : JSON.parse(text)) as { code?: string; reason?: string }
    const answer = {
      status: response.status,
      text,
      headers: response.headers,
      code: said.code ?? null,
      reason: said.reason ?? null,
    }
    const isFault = answer.status >= 500 && answer.code !== 'configuration_unavailable'
    if (isFault) this.wrong.push(`${path}: ${answer.status} ${text.slice(0, 200)}`)
    return answer
  }
}

const patienceMs = 120_000
const attemptMs = 40_000
const longestPauseMs = 500

/** What a fault may show: come back, or whether the payment was made is not known yet. */
function mayChange({ status, code, reason }: Answer): boolean {
  return status >= 500 || code === 'store_conflict' || reason === 'payment_unknown'
}
