import { createSemaphore } from '@outturn/concurrency'
import { overloaded } from '@outturn/contracts'
import { type Metrics, observeLimiter } from '@outturn/service'
import { type AuditKind, auditKinds } from '@outturn/vocabulary'

/** An audit that asks for a place. */
export type QueuedAudit = {
  readonly kind: AuditKind
  readonly accountId: string
  /** Length of its request. */
  readonly bytes: number
  /** When its caller stops waiting, epoch ms. */
  readonly deadline: number
}

/** The place of an audit that was admitted. */
export type AuditPlace = {
  /** When it stops waiting for a thread or a process, epoch ms. */
  readonly waitUntil: number
  /** Records that its work begins. */
  started(): void
}

/** The audits that this process has taken. What waits is in its memory alone, so that no document is ever written anywhere. */
export type AuditQueue = {
  /** Admits an audit and runs it, or refuses it at once where it is full, so that another replica can take it. */
  run<Result>(audit: QueuedAudit, task: (place: AuditPlace) => Promise<Result>): Promise<Result>
}

export type AuditQueueLimits = {
  /** Maximum length of the requests that wait and run, together. */
  readonly memoryMb: number
  /** Maximum wait of one audit. */
  readonly waitMs: number
}

const bytesPerMb = 1_048_576
/** Least weight of an audit, so that a number of small ones is bounded, too. */
const minBytes = 262_144

/** One account has at most half of the queue. */
const shareOfAccount = 1 / 2

type Load = Record<AuditKind, { waiting: number; running: number }>

export function createAuditQueue({ memoryMb, waitMs }: AuditQueueLimits, metrics: Metrics): AuditQueue {
  const limit = memoryMb * bytesPerMb
  const places = createSemaphore({ limit, limitPerKey: limit * shareOfAccount })
  const load: Load = {
    invoice_audit: { waiting: 0, running: 0 },
    promise_replay: { waiting: 0, running: 0 },
  }
  observeLimiter(metrics, 'audit_queue_bytes', places)
  metrics.observe({
    name: 'audits',
    help: 'Audits that this process has taken, by use case and by whether they wait or run.',
    kind: 'gauge',
    labels: ['use_case', 'state'],
    read: () =>
      auditKinds.flatMap((kind) =>
        (['waiting', 'running'] as const).map((state) => ({
          labels: { use_case: kind, state },
          value: load[kind][state],
        })),
      ),
  })
  const stay = createMeanStay()
  const waits = metrics.duration('audit_wait_seconds', 'Time that audits waited before they began.', [
    'use_case',
  ])

  return {
    async run({ kind, accountId, bytes, deadline }, task) {
      const release = places.tryAcquire({ key: accountId, weight: Math.max(minBytes, bytes) })
      if (typeof release === 'string') {
        throw overloaded(
          release === 'key'
            ? 'The account has as many audits under way as one account may.'
            : 'As many audits are under way as the service takes at a time.',
          stay.seconds(),
        )
      }
      const since = Date.now()
      const of = load[kind]
      let state: 'waiting' | 'running' = 'waiting'
      of.waiting += 1
      try {
        return await task({
          waitUntil: Math.min(deadline, since + waitMs),
          started() {
            if (state === 'running') return
            of.waiting -= 1
            of.running += 1
            state = 'running'
            waits.observe({ use_case: kind }, (Date.now() - since) / 1_000)
          },
        })
      } finally {
        of[state] -= 1
        release()
        stay.record(Date.now() - since)
      }
    },
  }
}

/** Weight of the latest stay in the mean. */
const latestWeight = 0.2
const maxRetryAfterSeconds = 30

/** The mean time that audits wait and run: a place is likely free after it. */
function createMeanStay() {
  let meanMs = 0
  return {
    record(ms: number): void {
      meanMs += latestWeight * (ms - meanMs)
    },
    seconds: (): number => Math.min(maxRetryAfterSeconds, Math.max(1, Math.ceil(meanMs / 1_000))),
  }
}
