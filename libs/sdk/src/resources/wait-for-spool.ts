import { OutturnError, OutturnUnreachable } from '../errors.ts'
import type { ApiResponse } from '../http/api-promise.ts'
import type { CallOptions } from '../http/call-options.ts'
import type { Pause } from '../http/pause.ts'
import { maxTimerMs } from '../http/send.ts'
import type { Spool } from '../generated/types.ts'

/** States that a Spool is waited for by name. */
const milestones = {
  /** Both parties have agreed. */
  accepted: ({ status }: Spool) => status.agreement === 'accepted',
  /** Evidence was submitted. */
  delivered: ({ status }: Spool) => status.fulfillment !== 'pending' && status.fulfillment !== 'in_progress',
  /** A verification has a verdict. */
  verified: ({ status }: Spool) => !['pending', 'awaiting_confirmation'].includes(status.verification),
  /** The payment is made, or there is none. */
  settled: ({ status }: Spool) => status.settlement === 'settled' || status.settlement === 'voided',
  /** The Spool is over, however it ended. */
  closed: ({ status }: Spool) => status.outcome !== 'active',
} as const

export type Milestone = keyof typeof milestones

export interface WaitOptions {
  /** State to wait for, by name or as a test of the Spool. */
  until: Milestone | ((spool: Spool) => boolean)
  /** Longest wait, in milliseconds. Default: 5 minutes. */
  timeoutMs?: number | undefined
  /** Ends the wait with the reason of the signal. */
  signal?: AbortSignal | undefined
  /** Is given every state of the Spool that is seen. */
  onChange?: ((spool: Spool) => void) | undefined
}

/** The Spool did not come to the state that was waited for. */
export class SpoolWaitError extends Error {
  override readonly name = 'SpoolWaitError'
  /** `timed_out`: not within the time; `closed`: the Spool is over, and will not come to it. */
  readonly reason: 'timed_out' | 'closed'
  /** The Spool as last seen. */
  readonly spool: Spool | undefined

  constructor(reason: SpoolWaitError['reason'], message: string, spool: Spool | undefined, cause?: unknown) {
    super(message, { cause })
    this.reason = reason
    this.spool = spool
  }
}

type ReadSpool = (options: CallOptions) => Promise<ApiResponse<Spool | null>>

const defaultTimeoutMs = 5 * 60_000
const firstPauseMs = 500
const maxPauseMs = 10_000

/** Reads the Spool until it is as wanted, more and more rarely while nothing changes. */
export async function waitForSpool(
  read: ReadSpool,
  pause: Pause,
  { until, timeoutMs: givenMs = defaultTimeoutMs, signal: ending, onChange }: WaitOptions,
): Promise<Spool> {
  const timeoutMs = Math.min(givenMs, maxTimerMs)
  const isReached = typeof until === 'function' ? until : milestones[until]
  const deadline = AbortSignal.timeout(timeoutMs)
  const signal = ending === undefined ? deadline : AbortSignal.any([deadline, ending])
  const endsAt = performance.now() + timeoutMs
  let known: Spool | undefined
  let tag: string | undefined
  let pauseMs = firstPauseMs
  for (;;) {
    try {
      const { data, etag } = await read({ signal, ifNoneMatch: tag })
      if (data !== null) {
        known = data
        tag = etag
        pauseMs = firstPauseMs
        onChange?.(data)
        if (isReached(data)) return data
        if (typeof until === 'string' && milestones.closed(data)) {
          throw new SpoolWaitError(
            'closed',
            `The Spool is over (${data.status.outcome}) and will not be ${until}.`,
            data,
          )
        }
      }
    } catch (error) {
      ending?.throwIfAborted()
      if (deadline.aborted) throw timedOut(timeoutMs, known, error)
      if (!mayPass(error)) throw error
    }
    // Those that wait for one Spool must not read it at one time.
    const waitMs = pauseMs * (0.75 + Math.random() / 4)
    pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)
    if (performance.now() + waitMs >= endsAt) throw timedOut(timeoutMs, known)
    await pause(waitMs, signal).catch((error: unknown) => {
      ending?.throwIfAborted()
      throw deadline.aborted ? timedOut(timeoutMs, known, error) : error
    })
  }
}

function mayPass(error: unknown): boolean {
  if (error instanceof OutturnError) return error.retryable && error.status >= 429
  return error instanceof OutturnUnreachable && (error.mayPass || error.reason === 'deadline_passed')
}

function timedOut(timeoutMs: number, spool: Spool | undefined, cause?: unknown): SpoolWaitError {
  return new SpoolWaitError(
    'timed_out',
    `The Spool did not come to that state within ${timeoutMs} ms.`,
    spool,
    cause,
  )
}
