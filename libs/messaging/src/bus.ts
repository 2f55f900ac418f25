import type { Environment } from '@outturn/vocabulary'
import {
  busHeaders,
  type BusUser,
  checkedStreams,
  type Event,
  eventStream,
  type Job,
  jobConsumer,
  type JobPayload,
  type JobResult,
  jobStream,
  jobSubject,
  reactionConsumer,
  type ServiceName,
  serviceNames,
  rollCallSubject,
  type StreamKind,
} from '@outturn/contracts'
import type { Pool } from '@outturn/postgres'
import { jetstream } from '@nats-io/jetstream'
import type { BusLog } from './bus-log.ts'
import { type CommandCounters, type CountedRefusals, createCommandServer } from './commands/command-server.ts'
import { type Confirmations, createConfirmations } from './events/confirmations.ts'
import { type BusHealth, openConnection, type TlsFiles } from './connection.ts'
import { deadLetterCommands } from './commands/dead-letter-commands.ts'
import type { Reaction, Worker } from './queues/delivery.ts'
import type { ServedCommand } from './commands/handler.ts'
import {
  type DeadLetterCause,
  defaultRetryPausesMs,
  type QueueCounters,
  type QueueOptions,
  type QueueRunner,
  runQueue,
} from './queues/queue.ts'
import { type Relay, type RelayOptions, startRelay } from './events/relay.ts'
import { readMessage } from './messages/message-text.ts'
import { type ClockOffset, createClockOffsets } from './packets/clock-offsets.ts'
import { newInstanceId } from './instance-id.ts'
import { createPreferredReplicas } from './replicas/preferred-replicas.ts'
import { createCommandLanes } from './commands/command-lanes.ts'
import type { ProcessSubjects } from './commands/process-subjects.ts'
import { openReplyInbox, type PacketCounters } from './commands/reply-inbox.ts'
import { createRequester, type Requester } from './commands/requester.ts'
import { createJobSender } from './queues/job-sender.ts'
import { createStoredPublisher, type RefusedPublishes } from './queues/stored-publisher.ts'
import { openResultInbox, type ResultInbox } from './queues/result-inbox.ts'
import { createResultSender } from './queues/result-sender.ts'
import { packetOf, type ReceivedPart } from './packets/packet.ts'
import { activeTraceContext } from './messages/trace-context.ts'
import { storeCheck } from './store-check.ts'
import type { WorkUnderWay } from './work-under-way.ts'

export type BusOptions = {
  /** `nats://host:port`, several separated by commas. */
  servers: string
  user?: string
  password?: string
  /** Files of the TLS connection; with one of them, or a `tls://` address, a server without TLS is refused. */
  tls?: TlsFiles | undefined
  /** Shown by the server's monitoring. */
  name: string
  /** How long the first connection is tried again when it fails, ms; by default it is tried once. */
  patienceMs?: number
  environment: Environment
  service: BusUser
  log: BusLog
  /** Where dead letters are recorded; without it the process neither reacts nor works. */
  pool?: Pool
  now?: () => Date
  /** Those of this process, where it hosts several services: what they ask of each other makes no trip over the network. */
  processSubjects?: ProcessSubjects
  /** Whether requests enter the system through this process: it gathers more of what it asks before it sends it. */
  isEntrance?: boolean
  /** Most commands under way at once; 1,000 by default. */
  maxInFlight?: number
  /** Asked before each command that is no query: whether to refuse it because this process cannot keep up with its commands. */
  isOverloaded?: (underWay: WorkUnderWay) => boolean
  /** Called with the time that a command took, also one that was refused or failed. */
  onAnswered?: (command: string, seconds: number) => void
  /** Pauses before a failed event or job is delivered again, ms; one that fails after the last is a dead letter. */
  retryPausesMs?: readonly number[]
  /** How long `drain` waits for what is under way, ms. */
  drainMs?: number
}

export type JobOptions = {
  /** A second job with the same id within two minutes is dropped; the worker knows the job by it. */
  id: string
  /** Whose job it is: when more wait than travel together, the accounts take turns. */
  accountId: string
  /** Whether it travels by itself, because it may take long. */
  isAlone?: boolean
  /** Key under which this process awaits the result. */
  resultKey?: string
}

export type BusCounters = {
  readonly commands: Readonly<CommandCounters>
  readonly commandsInFlight: number
  readonly refusals: readonly CountedRefusals[]
  /** Packets that commands were sent in, and the commands. */
  readonly packets: Readonly<PacketCounters>
  readonly queues: Readonly<Record<string, Readonly<QueueCounters>>>
  /** Publications that a stream did not store, by what they carried. */
  readonly refusedPublishes: Readonly<Record<'jobs' | 'events', Readonly<RefusedPublishes>>>
  /** By queue and cause. */
  readonly deadLetters: Readonly<Record<string, Readonly<Record<DeadLetterCause, number>>>>
}

/** Everything that one service in one environment says to the others and hears from them. */
export type Bus = Requester & {
  readonly environment: Environment
  readonly service: BusUser
  /** Of this process; results that it awaits are addressed to it. */
  readonly instanceId: string
  /** Answers these commands, and for a service with a pool those over its dead letters, from when it settles. */
  serve(commands: readonly ServedCommand[]): Promise<void>
  /** Handles every event of one kind, on one replica of this service at a time. */
  react<E extends Event>(reaction: Reaction<E>): void
  /** Takes jobs of one kind off the queue that all replicas share. */
  work<J extends Job>(worker: Worker<J>): void
  /**
   * Puts a job on its queue without waiting for the server, which is sent it twice; a caller that needs it done has it recorded and asks again.
   * A payload that was written out already goes as that text; its worker checks it like every other.
   */
  enqueue<J extends Job>(job: J, payload: JobPayload<J> | string, options: JobOptions): void
  /** False while the queue does not store jobs: one that is put on it now is refused. */
  takesJobs(): boolean
  /**
   * Settles with the result of a job, or with null at the deadline (epoch ms); rejects with `JobRefused` as soon as the queue is known not to
   * store the job. Call it before `enqueue`.
   */
  awaitResult<J extends Job>(job: J, key: string, deadline: number): Promise<JobResult<J> | null>
  /** Starts to carry this service's events; `drain` stops it. */
  startRelay(options: RelayOptions): Relay
  health(): BusHealth
  /** Settles when the server has answered; a server that stands still is connected and does not answer. */
  ping(): Promise<void>
  /** Settles when each stream that this service publishes to has stored a message. */
  storeMessage(): Promise<void>
  counters(): BusCounters
  /** How far the clocks of those who answered lately are from ours. */
  clockOffsets(): readonly ClockOffset[]
  /** Takes nothing new, finishes what is under way within `drainMs`, and disconnects. */
  drain(): Promise<void>
}

const defaultConcurrency = 32
/** As many as a gateway takes: what arrives while a service stands still for a second is done after it, and more than it could do in time is refused. */
const defaultMaxInFlight = 1_000

/** Connects as one service in one environment. Throws when the server cannot be reached now; afterwards it reconnects. */
export async function connectBus(options: BusOptions): Promise<Bus> {
  const {
    environment,
    service,
    log,
    pool,
    processSubjects,
    now = () => new Date(),
    drainMs = 25_000,
  } = options
  const connection = await openConnection(options)
  const { nats } = connection
  const instanceId = newInstanceId(service)
  const clockOffsets = createClockOffsets()
  const replicas = createPreferredReplicas({
    callRoll: (called) => replies.callRoll(rollCallSubject(environment, called)),
  })
  const replies = openReplyInbox(connection, {
    instanceId,
    log,
    asker: { environment, service },
    processSubjects,
    clockOffsets,
    replicas,
  })
  const requester = createRequester(connection, {
    environment,
    lanes: createCommandLanes(replies, { isAtEntrance: options.isEntrance ?? false, replicas }),
  })
  const commands = createCommandServer(connection, {
    environment,
    service,
    instanceId,
    log,
    now,
    processSubjects,
    maxInFlight: options.maxInFlight ?? defaultMaxInFlight,
    isOverloaded: options.isOverloaded ?? (() => false),
    onAnswered: options.onAnswered,
  })
  const checkStored = (kind: StreamKind) => storeCheck(nats, environment, kind, service)
  const jobPublisher = createStoredPublisher(connection, {
    instanceId,
    log,
    check: () => checkStored('jobs'),
  })
  const jobs = createJobSender(connection, {
    instanceId,
    publisher: jobPublisher,
    refused: (key) => results?.refuse(key),
  })
  const resultSender = createResultSender(connection, { prefix: `${environment}.result.`, instanceId, log })
  const queues = new Map<string, QueueRunner>()
  const relays: Relay[] = []
  let confirmations: Confirmations | undefined
  let results: ResultInbox | undefined
  let drained: Promise<void> | undefined

  function queueOptions(): QueueOptions {
    if (pool === undefined) throw new Error(`${service} has no pool to record dead letters in`)
    return { pool, log, now, retryPausesMs: options.retryPausesMs ?? defaultRetryPausesMs }
  }

  function openResults(): ResultInbox {
    results ??= openResultInbox(connection, {
      environment,
      service: asService(service),
      instanceId,
      log,
      settled: (key, isAnswered) => jobs.settled(key, isAnswered),
    })
    return results
  }

  async function finish(): Promise<void> {
    await Promise.all([...queues.values()].map((queue) => queue.stop()))
    await commands.drain()
    jobs.flush()
    await Promise.all(relays.map((relay) => relay.stop()))
    confirmations?.flush()
    jobPublisher.close()
    // Nothing is waited for any more, so a connection that is down just now may as well stay down.
    await nats.drain().catch(() => nats.close())
  }

  async function finishInTime(): Promise<void> {
    const late = Promise.withResolvers<'late'>()
    const timer = setTimeout(() => late.resolve('late'), drainMs)
    const outcome = await Promise.race([finish(), late.promise])
    clearTimeout(timer)
    if (outcome === 'late') {
      log.warn({ drainMs }, 'the bus was closed with work under way')
      await nats.close()
    }
  }

  return {
    ...requester,
    environment,
    service,
    instanceId,
    async serve(served) {
      const own = pool === undefined ? [] : deadLetterCommands(asService(service), pool, queues)
      commands.serve([...served, ...own])
      await nats.flush()
    },
    react<E extends Event>({ event, handle, concurrency = defaultConcurrency }: Reaction<E>) {
      const reactor = asService(service)
      confirmations ??= createConfirmations(connection, environment, reactor)
      const confirm = confirmations
      const runner = runQueue(
        connection,
        {
          name: event.name,
          stream: eventStream(environment),
          consumer: reactionConsumer(reactor, event),
          concurrency,
          pullSize: concurrency,
          idHeader: busHeaders.eventId,
          handle: (payload, context, headers) =>
            handle(
              readMessage<E['payload']>(payload, headers, { schema: event.payload, name: event.name }),
              context,
            ),
          settled: (id) => confirm.add(event.owner, id),
        },
        queueOptions(),
      )
      queues.set(event.name, runner)
    },
    work<J extends Job>({ job, handle, concurrency = defaultConcurrency }: Worker<J>) {
      const runner = runQueue(
        connection,
        {
          name: job.name,
          stream: jobStream(environment),
          consumer: jobConsumer(job),
          concurrency,
          // Each message may hold as many jobs as this worker takes at once.
          pullSize: Math.ceil(concurrency / 8),
          idHeader: busHeaders.jobId,
          async handle(payload, context, headers) {
            const read = readMessage<J['payload']>(payload, headers, { schema: job.payload, name: job.name })
            await resultSender.send(headers, await handle(read, context))
          },
          putBack: (part) => putBack(job, part),
        },
        queueOptions(),
      )
      queues.set(job.name, runner)
    },
    enqueue(job, payload, { id, accountId, isAlone = false, resultKey }) {
      const headers: Record<string, string> = { [busHeaders.jobId]: id, ...activeTraceContext() }
      if (resultKey !== undefined) {
        headers[busHeaders.resultTo] = openResults().subject
        headers[busHeaders.resultKey] = resultKey
      }
      jobs.send({
        subject: jobSubject(environment, job),
        id,
        awaited: resultKey !== undefined && openResults().isAwaited(resultKey) ? resultKey : null,
        headers,
        body: typeof payload === 'string' ? payload : JSON.stringify(payload),
        account: accountId,
        isAlone,
      })
    },
    awaitResult(job, key, deadline) {
      return openResults().waitFor(job, key, deadline)
    },
    startRelay(relayOptions) {
      const relay = startRelay(
        connection,
        { environment, service: asService(service), instanceId, log },
        relayOptions,
      )
      relays.push(relay)
      return relay
    },
    health: () => connection.health(),
    clockOffsets: () => clockOffsets.read(),
    ping: () => nats.flush(),
    async storeMessage() {
      await Promise.all(checkedStreams(service).map(checkStored))
    },
    takesJobs: () => jobPublisher.stores(),
    counters: () => ({
      commands: commands.counters,
      commandsInFlight: commands.inFlight(),
      refusals: commands.refusals(),
      packets: replies.counters,
      queues: Object.fromEntries([...queues].map(([name, { counters }]) => [name, counters])),
      refusedPublishes: {
        jobs: jobPublisher.counters,
        events: sumOf(relays.map(({ refusedPublishes }) => refusedPublishes)),
      },
      deadLetters: Object.fromEntries([...queues].map(([name, { deadBy }]) => [name, deadBy])),
    }),
    drain: () => (drained ??= finishInTime()),
  }

  async function putBack(job: Job, part: ReceivedPart): Promise<void> {
    const id = part.headers[busHeaders.jobId]
    const message = packetOf(instanceId, [part])
    await jetstream(nats).publish(jobSubject(environment, job), message, {
      ...(id !== undefined && { msgID: id }),
    })
  }
}

function sumOf(relays: readonly RefusedPublishes[]): RefusedPublishes {
  return {
    refused: relays.reduce((sum, { refused }) => sum + refused, 0),
    unanswered: relays.reduce((sum, { unanswered }) => sum + unanswered, 0),
  }
}

function asService(user: BusUser): ServiceName {
  const service = serviceNames.find((name) => name === user)
  if (service === undefined) throw new Error(`${user} is not a service`)
  return service
}
