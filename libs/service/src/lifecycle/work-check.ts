import { type ErrorReason, Refusal, type WorkFailure } from '@outturn/contracts'
import type { Bus } from '@outturn/messaging'
import { ConnectionWaitError, type Pool, storeFull, storeRefusal, writeRow } from '@outturn/postgres'
import type { Log } from '../telemetry/log.ts'
import { NotReady, type ReadinessCheck } from '../telemetry/probes.ts'

/** Something besides the store and the queue that a service needs for its work. */
export type WorkNeed = {
  readonly part: WorkFailure['part']
  /** Of a failure that does not name one itself. */
  readonly reason: ErrorReason
  readonly check: ReadinessCheck
}

export type WorkCheck = {
  /** What fails now, or failed within the last second: however often it is asked, it writes once a second. */
  failing(): Promise<readonly WorkFailure[]>
  /** What failed when it was looked at last. */
  last(): readonly WorkFailure[]
}

type WorkCheckDeps = {
  readonly service: string
  readonly pool: Pool
  readonly bus: Pick<Bus, 'storeMessage'>
  /** How many commands this process has refused because the disk of its database was full. */
  readonly refusedAsFull: () => number
  readonly needs: readonly WorkNeed[]
  readonly log: Pick<Log, 'error' | 'info'>
  readonly clockMs?: () => number
  readonly timeoutMs?: number
}

const freshMs = 1_000
/** A row that is written over needs no new space, so a check may pass on a disk that what callers send finds full: that counts for so long. */
const fullMs = 15_000

/** Finds out whether a service can write a row and have a message stored, and logs when that changes. */
export function createWorkCheck(deps: WorkCheckDeps): WorkCheck {
  const { pool, bus, refusedAsFull, log, clockMs = () => performance.now(), timeoutMs = 1_500 } = deps
  const store = `The database of the ${deps.service} service`
  const needs: readonly WorkNeed[] = [
    { part: 'store', reason: 'store_unavailable', check: writeAndCompare },
    { part: 'queue', reason: 'queue_unavailable', check: () => bus.storeMessage() },
    ...deps.needs,
  ]
  let known: readonly WorkFailure[] = []
  let [refusedBefore, fullUntil] = [refusedAsFull(), 0]

  async function writeAndCompare(): Promise<void> {
    const refused = refusedAsFull()
    if (refused > refusedBefore) [refusedBefore, fullUntil] = [refused, clockMs() + fullMs]
    await writeRow(pool)
    if (clockMs() < fullUntil) throw storeFull(store)
  }
  let latest: Promise<readonly WorkFailure[]> | null = null
  let freshUntil = 0

  async function look(): Promise<readonly WorkFailure[]> {
    const found = await Promise.all(needs.map((need) => failureOf(need, store, timeoutMs)))
    const failing = found.filter((failure) => failure !== null)
    if (reasonsOf(failing) !== reasonsOf(known)) {
      if (failing.length > 0) log.error({ failing }, 'the service cannot do its work')
      else log.info('the service can do its work again')
    }
    known = failing
    return failing
  }

  return {
    failing() {
      if (latest !== null && clockMs() < freshUntil) return latest
      freshUntil = Number.POSITIVE_INFINITY
      latest = look().finally(() => {
        freshUntil = clockMs() + freshMs
      })
      return latest
    },
    last: () => known,
  }
}

function reasonsOf(failing: readonly WorkFailure[]): string {
  return failing.map(({ part, reason }) => `${part} ${reason}`).join()
}

async function failureOf(need: WorkNeed, store: string, timeoutMs: number): Promise<WorkFailure | null> {
  const error = await errorInTime(need.check, timeoutMs)
  // All connections are in use: the service is busy and not broken.
  if (error === null || error instanceof ConnectionWaitError) return null
  const { part } = need
  if (error instanceof NotReady) {
    return { part, reason: need.reason, message: error.message, remediation: error.advice }
  }
  const refusal = error instanceof Refusal ? error : part === 'store' ? storeRefusal(error, store) : null
  const message = part === 'store' ? `${store} does not take writes.` : 'The job queue stores no messages.'
  return {
    part,
    reason: refusal?.options.reason ?? need.reason,
    message: refusal?.message ?? message,
    remediation: advice[part],
  }
}

const advice = {
  service: 'See the log of the service.',
  store: 'Free space on the disk of Postgres where it is full; else see whether Postgres answers.',
  queue:
    'A stream that stores nothing is made again within a minute by the program that makes the streams: see whether that program and nats-server run, and free space on the disk of nats-server where it is full.',
  signing_keys: 'See the log of the signing service.',
  log: 'See the log of the signing service.',
} as const satisfies Record<WorkFailure['part'], string>

/** Why a check fails, or null when it passes in time. */
async function errorInTime(check: ReadinessCheck, timeoutMs: number): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise((resolve) => {
    timer = setTimeout(resolve, timeoutMs, new Error('the check took too long'))
  })
  const ended = check().then(
    () => null,
    (error: unknown) => error,
  )
  return Promise.race([ended, late]).finally(() => clearTimeout(timer))
}
