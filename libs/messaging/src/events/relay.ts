import type { Environment } from '@outturn/vocabulary'
import { confirmSubject, type ServiceName } from '@outturn/contracts'
import {
  claimDueOutbox,
  coalesced,
  confirmOutbox,
  lookAtOutbox,
  makeOutboxDue,
  type OutboxRow,
  type Pool,
  returnToOutbox,
} from '@outturn/postgres'
import { jetstream } from '@nats-io/jetstream'
import { errors, type Msg } from '@nats-io/transport-node'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import { ConfirmationMessage } from './confirmations.ts'
import { createEventLanes } from './event-lanes.ts'
import { messageIdHeader, toHeaders } from '../messages/message-headers.ts'
import { packetOf } from '../packets/packet.ts'
import { pause } from '../pacing.ts'
import type { RefusedPublishes } from '../queues/stored-publisher.ts'

export type RelayOptions = {
  pool: Pool
  /** Pause between two looks for overdue events, ms; five times as long while no event waits, as the next is not due sooner. */
  pollMs?: number
  /** Most events claimed at once. */
  batchSize?: number
}

export type RelayCounters = { published: number; republished: number; confirmed: number }

/**
 * Carries committed events from the outbox to the bus. An event is finished when every reacting service has confirmed
 * that its effect is committed; until then it is published again and again, so a bus that loses everything loses nothing.
 */
export type Relay = {
  readonly counters: RelayCounters
  /** Events that the stream did not store when it was asked. */
  readonly refusedPublishes: Readonly<RefusedPublishes>
  /** Publishes rows that were committed a moment ago, from memory; what gets lost is left to the poll. */
  publish(rows: readonly OutboxRow[]): void
  /** Stops or resumes publishing; confirmations are noted all the while. */
  pause(): void
  resume(): void
  /** Looks for overdue events now; settles with how many were published again. */
  pollOnce(): Promise<number>
  stop(): Promise<void>
}

export type RelayContext = {
  environment: Environment
  service: ServiceName
  instanceId: string
  log: BusLog
}

export function startRelay(
  connection: Connection,
  { environment, service, instanceId, log }: RelayContext,
  { pool, pollMs = 1_000, batchSize = 100 }: RelayOptions,
): Relay {
  const { nats } = connection
  const counters: RelayCounters = { published: 0, republished: 0, confirmed: 0 }
  const refusedPublishes: RefusedPublishes = { refused: 0, unanswered: 0 }
  const stopping = new AbortController()
  let isPaused = false

  // No acknowledgement is asked of the stream: the confirmation of the effect is the one that counts. The server drops a
  // repetition while it still knows the first publication, and a server that lost it accepts the repetition.
  function send(row: OutboxRow): void {
    nats.publish(row.subject, alone(row), { headers: toHeaders({ [messageIdHeader]: row.id }) })
  }

  function alone({ headers, body }: OutboxRow): Uint8Array {
    return packetOf(instanceId, [{ number: 0, headers, body }])
  }

  // The first publication of an event may share a packet, which has no id: what the server would drop by it comes again alone.
  const lanes = createEventLanes({
    send(subject, rows) {
      if (!mayPublish()) return
      const [row, ...others] = rows
      if (row !== undefined && others.length === 0) send(row)
      else {
        const parts = rows.map(({ headers, body }, number) => ({ number, headers, body }))
        nats.publish(subject, packetOf(instanceId, parts))
      }
    },
  })

  function mayPublish(): boolean {
    return !isPaused && connection.health().isConnected
  }

  async function pollOnce(): Promise<number> {
    let total = 0
    while (mayPublish()) {
      const rows = await claimDueOutbox(pool, batchSize)
      const [probe, ...others] = rows
      if (probe === undefined) break
      if (!(await isStored(probe))) {
        await returnToOutbox(
          pool,
          rows.map(({ id }) => id),
        )
        break
      }
      for (const row of others) send(row)
      total += rows.length
      if (rows.length < batchSize) break
    }
    counters.republished += total
    return total
  }

  /** Publishes a row and asks whether the stream took it: after a loss it may not be there again yet. */
  async function isStored(row: OutboxRow): Promise<boolean> {
    try {
      await jetstream(nats).publish(row.subject, alone(row), { msgID: row.id, timeout: 2_000 })
      return true
    } catch (error) {
      refusedPublishes[error instanceof errors.TimeoutError ? 'unanswered' : 'refused'] += 1
      log.debug({ err: error, subject: row.subject }, 'the stream took no event')
      return false
    }
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      let pauseMs = pollMs
      try {
        const found = await lookAtOutbox(pool)
        if (found === 'empty') pauseMs = 5 * pollMs
        const republished = found === 'due' ? await pollOnce() : 0
        if (republished > 0) log.info({ republished }, 'published overdue events again')
      } catch (error) {
        log.warn({ err: error }, 'overdue events could not be claimed')
      }
      await pause(pauseMs, stopping.signal)
    }
  }

  const note = coalesced(async (messages: readonly ConfirmationMessage[]) => {
    const idsByService = Map.groupBy(messages, (message) => message.service)
    for (const [confirming, group] of idsByService) {
      const finished = await confirmOutbox(
        pool,
        group.flatMap(({ eventIds }) => eventIds),
        confirming,
      )
      counters.confirmed += finished.length
    }
    return messages.map(() => undefined)
  })

  async function noteConfirmation(message: Msg): Promise<void> {
    await note(ConfirmationMessage.parse(message.json()))
  }

  const confirmations = nats.subscribe(confirmSubject(environment, service), {
    queue: service,
    callback: (error, message) => {
      if (error !== null) {
        log.error({ err: error }, 'the subscription to confirmations failed')
        return
      }
      // A confirmation that is lost here comes again when the event is published again.
      noteConfirmation(message).catch((reason: unknown) =>
        log.warn({ err: reason }, 'a confirmation could not be noted'),
      )
    },
  })

  connection.onReconnect(() => {
    if (stopping.signal.aborted) return
    // The server may have come back without what it was given, so everything unconfirmed is due now.
    makeOutboxDue(pool)
      .then(pollOnce)
      .catch((error: unknown) =>
        log.warn({ err: error }, 'events could not be published after a reconnection'),
      )
  })
  const polling = poll()
  let stopped: Promise<void> | undefined

  async function stop(): Promise<void> {
    stopping.abort()
    lanes.flush()
    await polling
    // Without a connection there is nothing to drain; what is confirmed later is confirmed again.
    await Promise.allSettled([confirmations.drain()])
  }

  return {
    counters,
    refusedPublishes,
    publish(rows) {
      if (!mayPublish()) return
      for (const row of rows) lanes.add(row)
      counters.published += rows.length
    },
    pause() {
      isPaused = true
    },
    resume() {
      isPaused = false
    },
    pollOnce,
    stop: () => (stopped ??= stop()),
  }
}
