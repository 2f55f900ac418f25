import { createHash } from 'node:crypto'
import { createSemaphore } from '@outturn/concurrency'
import { Refusal } from '@outturn/contracts'
import {
  type DeadLetter,
  forgetDeadLetter,
  isDeadLetterWaiting,
  isOutage,
  type Pool,
  recordDeadLetter,
} from '@outturn/postgres'
import type { JsMsg } from '@nats-io/jetstream'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import type { DeliveryContext } from './delivery.ts'
import { fromHeaders, type HeaderRecord, traceContextOf } from '../messages/message-headers.ts'
import { backoffMs, endOfTurn, pause } from '../pacing.ts'
import { type ReceivedPart, readPacket } from '../packets/packet.ts'
import { type PullLoop, startPullLoop } from './pull-loop.ts'
import { inSpan } from '../messages/trace-context.ts'

/** One durable consumer and what its messages mean. */
export type Queue = {
  /** Name of the event or the job; dead letters are listed under it. */
  name: string
  stream: string
  consumer: string
  /** Most events or jobs under way at once. */
  concurrency: number
  /** Most messages that are asked of the server at a time. */
  pullSize: number
  /** Header that carries the id of the event or the job. */
  idHeader: string
  /** Parses, handles and records. A throw means that nothing was recorded. */
  handle: (payload: Uint8Array, context: DeliveryContext, headers: HeaderRecord) => Promise<void>
  /** Called when the message has had its effect, and when it was recorded as dead. */
  settled?: (id: string) => void
  /**
   * Puts a part of a packet on the queue again, alone, and settles when the stream has it. Without it the publisher is known to send
   * alone what had no effect.
   */
  putBack?: (part: ReceivedPart) => Promise<void>
}

export type QueueOptions = {
  pool: Pool
  log: BusLog
  now: () => Date
  /** Pauses before a failed message is delivered again, ms; one that fails once more after the last is dead. */
  retryPausesMs: readonly number[]
}

export type QueueCounters = { handled: number; postponed: number; dead: number }

/** Why a message is dead: it was refused each time, its handler failed, or it never had an outcome, as when it ends the process. */
export type DeadLetterCause = 'refused' | 'failed' | 'no_outcome'

export type QueueRunner = {
  readonly counters: QueueCounters
  /** Dead letters by cause; every cause is there from the start. */
  readonly deadBy: Readonly<Record<DeadLetterCause, number>>
  /** Handles a dead letter once more, here and now; throws what the handler throws. */
  redrive(letter: DeadLetter): Promise<void>
  stop(): Promise<void>
}

type Letter = Pick<DeadLetter, 'payload' | 'headers' | 'subject' | 'attempts'>

export const defaultRetryPausesMs: readonly number[] = [200, 1_000, 5_000, 30_000]

/**
 * Delivers the messages of one queue. A failure is tried again with growing pauses and then recorded as a dead letter.
 * While the service's own Postgres is out of reach the message waits here: an outage is not a failure of the message.
 */
export function runQueue(
  connection: Connection,
  queue: Queue,
  { pool, log, now, retryPausesMs }: QueueOptions,
): QueueRunner {
  const maxAttempts = retryPausesMs.length + 1
  // A message that ends the process each time never fails here, so its deliveries are counted too.
  const maxDeliveries = 2 * maxAttempts
  const counters: QueueCounters = { handled: 0, postponed: 0, dead: 0 }
  const deadBy: Record<DeadLetterCause, number> = { refused: 0, failed: 0, no_outcome: 0 }
  const stopping = new AbortController()
  const permits = createSemaphore({ limit: queue.concurrency })
  // Who puts parts back loses no time by it; else a process that stops for a reason of its own costs a packet one delivery.
  const packetDeliveries = queue.putBack === undefined ? 2 : 1

  async function deliver(message: JsMsg): Promise<void> {
    const [part, ...others] = partsOf(message)
    if (part !== undefined && others.length === 0) {
      // It may have come with what ended the process each time: it is tried once more, with nothing beside it.
      const isAlone = message.info.deliveryCount > maxDeliveries
      const deliverPart = () => deliverOne(message, part, isAlone)
      await (isAlone ? permits.runExclusive(deliverPart) : permits.run(deliverPart))
    } else await deliverMany(message, part === undefined ? [] : [part, ...others])
  }

  /** What is no packet is one message that cannot be read; it fails as one. */
  function partsOf({ data, headers }: JsMsg): readonly ReceivedPart[] {
    try {
      return readPacket(data).parts
    } catch {
      return [{ number: 0, headers: fromHeaders(headers), body: data }]
    }
  }

  function idOf({ headers, number }: ReceivedPart, message: JsMsg): string {
    return headers[queue.idHeader] ?? `${queue.stream}:${message.seq}:${number}`
  }

  /**
   * Tries each part of a packet once. What has no outcome then comes again alone, with a count of failures of its own, so a part that
   * ends the process takes no other with it.
   */
  async function deliverMany(message: JsMsg, parts: readonly ReceivedPart[]): Promise<void> {
    const attempt = message.info.deliveryCount
    const isTried = attempt <= packetDeliveries
    const tried = isTried ? parts : []
    const left: ReceivedPart[] = isTried ? [] : [...parts]
    await Promise.all(
      tried.map((part) =>
        permits.run(async () => {
          if (stopping.signal.aborted || !(await triedOnce(part, idOf(part, message)))) left.push(part)
        }),
      ),
    )
    counters.postponed += left.length
    const { putBack } = queue
    if (putBack !== undefined) await Promise.all(left.map((part) => putBack(part)))
    message.ack()
  }

  async function triedOnce(part: ReceivedPart, id: string): Promise<boolean> {
    try {
      await throughOutages(() => attemptOnce(part.body, part.headers, { id, attempt: 1 }))
    } catch (error) {
      log.warn({ err: error, queue: queue.name, id }, 'a part of a packet failed and comes again alone')
      return false
    }
    counters.handled += 1
    queue.settled?.(id)
    return true
  }

  async function deliverOne(message: JsMsg, part: ReceivedPart, isAlone: boolean): Promise<void> {
    const { headers, body } = part
    const attempt = message.info.deliveryCount
    const id = idOf(part, message)
    if (stopping.signal.aborted) {
      message.nak()
      return
    }
    const letter = { payload: body, headers, subject: message.subject, attempts: attempt }
    const tryIt = () => throughOutages(() => attemptOnce(body, headers, { id, attempt }))
    try {
      await (isAlone ? onItsOwnRecord(letter, id, tryIt) : tryIt())
    } catch (error) {
      if (stopping.signal.aborted && isOutage(error)) {
        message.nak()
        return
      }
      log.error({ err: error, queue: queue.name, id, attempt }, 'a message failed')
      const retryPauseMs = retryPausesMs[attempt - 1]
      if (retryPauseMs !== undefined) {
        counters.postponed += 1
        message.nak(retryPauseMs)
        return
      }
      await throughOutages(() => deadLetter(letter, id, error))
      message.term()
      return
    }
    counters.handled += 1
    queue.settled?.(id)
    message.ack()
  }

  /** Its dead letter is there while it is tried, so that who finds it on the next delivery knows what ended the process. */
  async function onItsOwnRecord(letter: Letter, id: string, tryIt: () => Promise<void>): Promise<void> {
    const letterId = deadLetterId(queue.name, id)
    const error = new NoOutcome(letter.attempts - 1)
    await throughOutages(async () => {
      if (await isDeadLetterWaiting(pool, letterId)) throw error
    })
    const note = { ...letter, id: letterId, queue: queue.name, reason: reasonOf(error), attempts: 0 }
    await throughOutages(() => recordDeadLetter(pool, note))
    await tryIt()
    await throughOutages(() => forgetDeadLetter(pool, letterId))
  }

  function attemptOnce(
    payload: Uint8Array,
    headers: HeaderRecord,
    { id, attempt }: { id: string; attempt: number },
  ): Promise<void> {
    const traceContext = traceContextOf(headers)
    const sender = { traceContext, isRedelivery: attempt > 1 }
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': queue.name }
    return inSpan({ name: `process ${queue.name}`, kind: 'CONSUMER', attributes, sender }, () =>
      queue.handle(payload, { id, attempt, now: now(), traceContext }, headers),
    )
  }

  async function throughOutages(work: () => Promise<void>): Promise<void> {
    for (let failures = 0; ; failures += 1) {
      try {
        await work()
        return
      } catch (error) {
        if (!isOutage(error) || stopping.signal.aborted) throw error
        await pause(backoffMs(failures, 100, 2_000), stopping.signal)
      }
    }
  }

  async function deadLetter(letter: Letter, id: string, error: unknown): Promise<void> {
    const reason = reasonOf(error)
    await recordDeadLetter(pool, { ...letter, id: deadLetterId(queue.name, id), queue: queue.name, reason })
    counters.dead += 1
    deadBy[causeOf(error)] += 1
    // The dead letter is the record from here on, so the publisher need not keep the event.
    queue.settled?.(id)
  }

  const loop: PullLoop = startPullLoop(connection, {
    ...queue,
    whenFree: () => permits.whenAvailable(),
    deliver,
    log,
  })
  return {
    counters,
    deadBy,
    async redrive({ payload, headers, id, attempts }) {
      await attemptOnce(payload, headers, { id: headers[queue.idHeader] ?? id, attempt: attempts + 1 })
    },
    async stop() {
      stopping.abort()
      await loop.stop()
      // Results and confirmations leave at the end of the turn.
      await endOfTurn()
    },
  }
}

function deadLetterId(queue: string, messageId: string): string {
  return createHash('sha256').update(`${queue}:${messageId}`).digest('hex').slice(0, 24)
}

class NoOutcome extends Error {
  override readonly name = 'Error'

  constructor(deliveries: number) {
    super(`delivered ${deliveries} times without an outcome`)
  }
}

function causeOf(error: unknown): DeadLetterCause {
  if (error instanceof NoOutcome) return 'no_outcome'
  return error instanceof Refusal ? 'refused' : 'failed'
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}
