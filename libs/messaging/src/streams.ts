import type { Environment } from '@outturn/vocabulary'
import {
  allEvents,
  allJobs,
  eventStream,
  eventSubject,
  jobConsumer,
  jobStream,
  jobSubject,
  reactionConsumer,
  storeCheckConsumer,
  storeCheckSubject,
  workCheckStream,
} from '@outturn/contracts'
import {
  AckPolicy,
  type ConsumerConfig,
  DeliverPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { type Connection, type ConnectionOptions, openConnection } from './connection.ts'
import { backoffMs, patiently, pause } from './pacing.ts'
import { type QueueBacklog, readBacklogs } from './queues/queue-backlog.ts'
import { removeHandledMessages } from './handled-messages.ts'
import { createStreamChecks, type StreamHealth } from './stream-checks.ts'

export type StreamOptions = Omit<ConnectionOptions, 'name'> & {
  environments: readonly Environment[]
  /** Servers that keep a copy: 1, or 3 on a cluster. */
  replicas?: number
  /** How long a consumer may be silent about a message before another one gets it, ms. */
  ackWaitMs?: number
  /** How often the streams are looked at, ms. */
  lookEveryMs?: number
}

type StreamPlan = { stream: StreamPlanConfig; consumers: readonly Partial<ConsumerConfig>[] }
type StreamPlanConfig = Partial<StreamConfig> & Pick<StreamConfig, 'name'>

const dayMs = 24 * 60 * 60 * 1_000
const gibibyte = 1024 ** 3

/** Makes or updates the streams and durable consumers of these environments, as the user `deploy`. */
export async function ensureStreams(options: StreamOptions): Promise<void> {
  const connection = await openConnection({ ...options, name: 'ensure-streams' })
  try {
    await ensureOn(connection, options)
  } finally {
    await connection.nats.close()
  }
}

const usualLookEveryMs = 5_000
/** Of so many looks one asks for each stream and consumer, some thirty requests; the others count them. */
const looksForOneInFull = 12

/** The streams while they are kept. */
export type KeptStreams = {
  /** What waits in each consumer now. Rejects when the server does not tell. */
  readBacklogs(): Promise<QueueBacklog[]>
  health(): readonly StreamHealth[]
  /** Removes handled messages from the disk now, as it is done every minute. */
  removeHandledMessages(): Promise<void>
  stop(): Promise<void>
}

/**
 * Makes the streams and makes them again whenever they are missing: after each reconnection, because the server may have
 * come back with an empty store, and every five seconds. One that stores nothing is made again with nothing in it: whatever it
 * carried is sent again from Postgres. Settles when they exist for the first time.
 */
export async function keepStreams(options: StreamOptions): Promise<KeptStreams> {
  const { lookEveryMs = usualLookEveryMs } = options
  const connection = await openConnection({ ...options, name: 'keep-streams' })
  const stopping = new AbortController()
  let nudge = new AbortController()
  connection.onReconnect(() => nudge.abort())
  const checks = createStreamChecks(connection, options)

  async function makeMissing(isInFull: boolean): Promise<undefined> {
    if (isInFull || !(await areAllThere(connection, options))) await ensureOn(connection, options)
    return undefined
  }

  /** A server that cannot do so now is asked again at a later look. */
  async function removeHandled(): Promise<void> {
    try {
      await removeHandledMessages(connection, options.environments)
    } catch (error) {
      options.log.warn({ err: error }, 'handled messages could not be removed from the disk')
    }
  }

  async function keep(): Promise<void> {
    let failures = 0
    for (let look = 1; !stopping.signal.aborted; look += 1) {
      const isInFull = nudge.signal.aborted || failures > 0 || look % looksForOneInFull === 0
      nudge = new AbortController()
      try {
        // Streams that cannot be made, as on a full disk, are looked at all the same: readiness and alerts tell of them.
        const made = await makeMissing(isInFull).catch((error: unknown) => ({ error }))
        if (await checks.look({ canBeMade: made === undefined })) await ensureOn(connection, options)
        if (made !== undefined) throw made.error
        if (isInFull) await removeHandled()
        failures = 0
        await pause(lookEveryMs, AbortSignal.any([stopping.signal, nudge.signal]))
      } catch (error) {
        failures += 1
        if (!stopping.signal.aborted) options.log.warn({ err: error }, 'the streams could not be made')
        await pause(backoffMs(failures, 100, 2_000), stopping.signal)
      }
    }
  }

  try {
    await patiently(options.patienceMs ?? 0, options.log, () => ensureOn(connection, options))
  } catch (error) {
    await connection.nats.close()
    throw error
  }
  const kept = keep()
  return {
    async readBacklogs() {
      const manager = await jetstreamManager(connection.nats, { checkAPI: false, timeout: 2_000 })
      return readBacklogs(manager, options.environments)
    },
    health: checks.health,
    removeHandledMessages: () => removeHandledMessages(connection, options.environments),
    async stop() {
      stopping.abort()
      await kept
      await connection.nats.close()
    },
  }
}

async function ensureOn({ nats }: Pick<Connection, 'nats'>, options: StreamOptions): Promise<void> {
  const { environments, replicas = 1, ackWaitMs = 30_000 } = options
  const manager = await jetstreamManager(nats)
  for (const environment of environments) {
    for (const { stream, consumers } of plansOf(environment)) {
      await ensureStream(manager, { ...stream, num_replicas: replicas })
      for (const consumer of consumers) {
        await manager.consumers.add(stream.name, { ...consumer, ack_wait: nanos(ackWaitMs) })
      }
    }
  }
}

/** Whether the account has as many streams and consumers as it should. */
async function areAllThere({ nats }: Connection, { environments }: StreamOptions): Promise<boolean> {
  const { streams, consumers } = await (await jetstreamManager(nats, { checkAPI: false })).getAccountInfo()
  const plans = environments.flatMap(plansOf)
  return streams === plans.length && consumers === plans.reduce((sum, plan) => sum + plan.consumers.length, 0)
}

function plansOf(environment: Environment): StreamPlan[] {
  return [eventPlan(environment), jobPlan(environment), workCheckPlan(environment)]
}

/** An event is kept until every service that reacts to it has acknowledged it. */
function eventPlan(environment: Environment): StreamPlan {
  return {
    stream: {
      ...storedOnDisk(eventStream(environment), `${environment}.event.>`),
      retention: RetentionPolicy.Interest,
      discard: DiscardPolicy.Old,
      max_age: nanos(3 * dayMs),
      // Publishing again within this time does nothing. It is the cure for an event or a confirmation that got lost, so the
      // outbox's second attempt, after 15 s, must fall outside.
      duplicate_window: nanos(10_000),
    },
    consumers: [
      ...allEvents.flatMap((event) =>
        event.reactedToBy.map((service) =>
          durable(reactionConsumer(service, event), eventSubject(environment, event)),
        ),
      ),
      // The stream stores what a consumer waits for, and nothing else.
      durable(storeCheckConsumer, storeCheckSubject(environment, 'events', '*')),
    ],
  }
}

/** A job is kept until one worker has acknowledged it. */
function jobPlan(environment: Environment): StreamPlan {
  return {
    stream: {
      ...storedOnDisk(jobStream(environment), `${environment}.job.>`),
      retention: RetentionPolicy.Workqueue,
      discard: DiscardPolicy.New,
      max_age: nanos(dayMs),
      duplicate_window: nanos(120_000),
    },
    consumers: allJobs.map((job) => durable(jobConsumer(job), jobSubject(environment, job))),
  }
}

/** Messages by which services that publish to no other stream find out that messages are stored: the latest of each. */
function workCheckPlan(environment: Environment): StreamPlan {
  return {
    stream: {
      ...storedOnDisk(workCheckStream(environment), storeCheckSubject(environment, 'work-checks', '*')),
      retention: RetentionPolicy.Limits,
      discard: DiscardPolicy.Old,
      max_msgs_per_subject: 1,
      max_bytes: 1_048_576,
    },
    consumers: [],
  }
}

function storedOnDisk(name: string, subject: string): StreamPlanConfig {
  return {
    name,
    subjects: [subject],
    storage: StorageType.File,
    max_bytes: 4 * gibibyte,
    // The messages of store checks replace each other.
    allow_rollup_hdrs: true,
  }
}

// Deliveries are not limited here: the server would keep a message it no longer delivers, and no one would record it.
function durable(name: string, subject: string): Partial<ConsumerConfig> {
  return {
    durable_name: name,
    filter_subject: subject,
    ack_policy: AckPolicy.Explicit,
    deliver_policy: DeliverPolicy.All,
    max_deliver: -1,
    max_ack_pending: 4_096,
  }
}

/** The name is in use with another configuration. */
const nameInUse = 10_058
/** Asked to add a stream that exists, the server reserves its size a second time before it sees that. */
const insufficientStorage = 10_047

async function ensureStream(manager: JetStreamManager, config: StreamPlanConfig): Promise<void> {
  try {
    await manager.streams.add(config)
  } catch (error) {
    if (!(error instanceof JetStreamApiError)) throw error
    if (![nameInUse, insufficientStorage].includes(error.code)) throw error
    await manager.streams.update(config.name, config).catch((refusal: unknown) => {
      throw error.code === nameInUse ? refusal : error
    })
  }
}
