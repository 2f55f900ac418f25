import { setTimeout as pause } from 'node:timers/promises'
import { type ClientCall, delivery, isRetryable, sendOnce } from '../crash/client-load.ts'

/** Verifications that are sent at a steady rate. */
export interface SteadyCalls {
  readonly calls: readonly ClientCall[]
  /** Attempts that got no answer, by their error. */
  readonly unanswered: Readonly<Record<string, number>>
  /** Sends nothing more and settles when each call is answered for good, or its patience has ended. */
  end(): Promise<void>
}

export interface SteadyOptions {
  baseUrl: string
  apiKey: string
  perSecond: number
  /** What is under way, for the record of a call that fails. */
  stage: () => string
}

const patienceMs = 120_000

/** Each call has a key of its own, and is repeated with it until it is answered. */
export function sendSteadily({ baseUrl, apiKey, perSecond, stage }: SteadyOptions): SteadyCalls {
  const calls: ClientCall[] = []
  const unanswered: Record<string, number> = {}
  const underWay = new Set<Promise<void>>()
  const name = `rolling-${process.pid}-${Date.now()}`

  async function callUntilAnswered(call: ClientCall): Promise<void> {
    while (Date.now() - call.startedAt < patienceMs) {
      call.attempts += 1
      const sent = await sendOnce(baseUrl, apiKey, call).catch((error: Error) => error)
      if (sent instanceof Error) {
        const cause = causeOf(sent)
        unanswered[cause] = (unanswered[cause] ?? 0) + 1
        call.refusals.push(cause)
      } else if (sent.status === 201) {
        call.answer = sent.text
        call.acknowledgedAfterMs = Date.now() - call.startedAt
        return
      } else if (sent.status === 502 || isRetryable(sent)) call.refusals.push(`${sent.status} ${sent.text}`)
      else return void call.wrongAnswers.push(`${sent.status} ${sent.text}`)
      await pause(500)
    }
  }

  function send(): void {
    const index = calls.length
    const call: ClientCall = {
      key: `${name}-${index}`,
      body: JSON.stringify(index % 200 === 100 ? largeDelivery(index) : delivery(index)),
      fault: stage(),
      startedAt: Date.now(),
      attempts: 0,
      refusals: [],
      wrongAnswers: [],
    }
    calls.push(call)
    const work = callUntilAnswered(call)
    underWay.add(work)
    void work.finally(() => underWay.delete(work))
  }

  const sending = setInterval(send, 1_000 / perSecond)
  return {
    calls,
    unanswered,
    async end() {
      clearInterval(sending)
      while (underWay.size > 0) await Promise.all(underWay)
    },
  }
}

function causeOf(thrown: Error): string {
  const { cause } = thrown as { cause?: NodeJS.ErrnoException }
  return cause?.code ?? thrown.name
}

const largeRows = 12_000

/** A delivery that is nearly as long as one may be, and whose run takes a worker much longer than the others. */
function largeDelivery(index: number): unknown {
  const small = delivery(index) as { unit: object }
  const rows = Array.from({ length: largeRows }, (_, row) => ({
    name: `Company ${index} ${row}`,
    website: `https://company-${row}.example`,
  }))
  return {
    ...small,
    unit: { ...small.unit, total_units: largeRows, unit_amount_cents: 1 },
    evidence: { rows },
  }
}
