import { hash } from 'node:crypto'
import type { Environment } from '@outturn/vocabulary'
import {
  accountOf,
  busHeaders,
  type BusUser,
  commandSubject,
  invalid,
  issueWords,
  overloaded,
  type Principal,
  readPrincipal,
  Refusal,
  rollCallSubject,
  storeConflict,
} from '@outturn/contracts'
import { isContention, storeRefusal, StoredReply } from '@outturn/postgres'
import { headers as natsHeaders, type Subscription } from '@nats-io/transport-node'
import type { BusLog } from '../bus-log.ts'
import { assertAccepts } from '../accepted-caller.ts'
import type { Connection } from '../connection.ts'
import { type CommandContext, RawReply, type ServedCommand } from './handler.ts'
import type { Asked, ProcessSubjects } from './process-subjects.ts'
import { replyBody } from './reply-body.ts'
import { assertReplyFits, ordinaryReplyBytes, replyRoomIn, ReplyTooLong } from './reply-size.ts'
import { type HeaderRecord, traceContextOf } from '../messages/message-headers.ts'
import { readMessageText } from '../messages/message-text.ts'
import { textOf } from '../messages/packed-body.ts'
import { inSpan } from '../messages/trace-context.ts'
import { packetOf, type ReceivedPart, readPacket } from '../packets/packet.ts'
import { endOfTurn, ownTurn } from '../pacing.ts'
import { createAnswerMemory } from '../answer-memory.ts'
import { countWork, type WorkUnderWay } from '../work-under-way.ts'
import { createGathering, type Gathering } from '../replicas/gathering.ts'
import { createLoadMeter } from '../replicas/load-meter.ts'
import { type ReplyPackets, replyPackets, roundedLoad } from './reply-packets.ts'

/** How long the parts of one packet are begun with before other work gets its turn, ms. */
const longestTurnMs = 10

/** A longer message takes milliseconds to read, and has a turn of the event loop of its own. In bytes. */
const longMessageBytes = 16_384

/**
 * Maximum bytes of long replies in memory at once; further replies wait, and accounts take turns. Making
 * one takes several times its length.
 */
const longRepliesBytes = 64 * 1_048_576

export type CommandServerOptions = {
  environment: Environment
  service: BusUser
  /** Named in its answers: who asks counts by it how many replicas there are. */
  instanceId: string
  log: BusLog
  now: () => Date
  /** Those of this process, where it hosts several services. */
  processSubjects: ProcessSubjects | undefined
  /** Most commands under way at once; further ones are refused at once. */
  maxInFlight: number
  /** Whether to refuse new commands although there is room, because the event loop is late. */
  isOverloaded: (underWay: WorkUnderWay) => boolean
  /** Called with the time that a command took, also one that was refused or failed. */
  onAnswered: ((command: string, seconds: number) => void) | undefined
}

/** The packet that a command came in. */
type CommandPacket = {
  readonly replies: ReplyPackets
  /** Instance that sent it. */
  readonly sender: string
  /** By the clock of this machine, epoch ms. */
  readonly receivedAt: number
}

type Gathered = { readonly served: ServedCommand; readonly gathering: Gathering }

export type CommandCounters = {
  answered: number
  refused: number
  failed: number
  expired: number
  shed: number
  /** Those of the refused ones whose rows the full disk of the database did not take. */
  store_full: number
}

/** How often one command was refused with one code. */
export type CountedRefusals = { readonly command: string; readonly code: string; readonly count: number }

export type CommandServer = {
  readonly counters: CommandCounters
  /** Refusals of handlers, by command and code. */
  refusals(): readonly CountedRefusals[]
  inFlight(): number
  serve(commands: readonly ServedCommand[]): void
  /** Takes no further commands and settles when those under way are answered. */
  drain(): Promise<void>
}

export function createCommandServer(connection: Connection, options: CommandServerOptions): CommandServer {
  const { environment, service, log, now } = options
  const counters: CommandCounters = { answered: 0, refused: 0, failed: 0, expired: 0, shed: 0, store_full: 0 }
  const refusalsOf = new Map<string, Map<string, number>>()
  const subscriptions: Subscription[] = []
  const stops: (() => void)[] = []
  const packets = new Set<Promise<void>>()
  const underWay = new Set<Promise<void>>()
  const work = countWork()
  const principals = createPrincipalReader()
  const load = createLoadMeter()
  const bySubject = new Map<string, Gathered>()
  const longReplies = createAnswerMemory({
    limit: longRepliesBytes,
    limitPerCaller: longRepliesBytes,
    onRefused: () => {
      counters.shed += 1
    },
  })

  function receive(served: ServedCommand, message: Asked): void {
    const taken = take(served, message).finally(() => packets.delete(taken))
    packets.add(taken)
  }

  /** Begins with every part of a packet; other work gets its turn between the parts of a long one. */
  async function take(served: ServedCommand, message: Asked): Promise<void> {
    const replies = replyPackets(message, {
      instanceId: options.instanceId,
      load,
      maxPayload: connection.nats.info?.max_payload ?? Number.MAX_SAFE_INTEGER,
      log,
    })
    const receivedAt = Date.now()
    let parts: readonly ReceivedPart[]
    let sender: string
    try {
      ;({ parts, sender } = readPacket(message.data))
    } catch (error) {
      log.error({ err: error, command: served.command.name }, 'a message is not a packet')
      return
    }
    let yieldAt = performance.now() + longestTurnMs
    for (const part of parts) {
      if (performance.now() >= yieldAt) {
        await endOfTurn()
        yieldAt = performance.now() + longestTurnMs
      }
      begin(served, part, { replies, sender, receivedAt })
    }
  }

  function begin(served: ServedCommand, part: ReceivedPart, packet: CommandPacket): void {
    const { replies } = packet
    const refusal = refusalForLoad(served)
    if (refusal !== null) {
      counters.shed += 1
      replies.refuse(part.number, refusal)
      return
    }
    const end = work.begin()
    const answered = gathered(served, part, packet).finally(() => {
      end()
      underWay.delete(answered)
    })
    underWay.add(answered)
  }

  /** Commands begin together with those of other processes; a question and what takes long wait for no one. */
  function gathered(served: ServedCommand, part: ReceivedPart, packet: CommandPacket): Promise<void> {
    const answered = () => answer(served, part, packet)
    const { command } = served
    const gathering = bySubject.get(commandSubject(environment, command))?.gathering
    if (gathering === undefined || command.kind === 'query' || command.isLong === true) return answered()
    const { headers, body } = part
    const deadline = packet.receivedAt + Number(headers[busHeaders.remainingMs])
    return gathering.enter({ headers, body, sender: packet.sender, deadline, begin: answered })
  }

  /** Says which replica this is, and takes what is sent to it by name. */
  function answerByName(): void {
    const { instanceId } = options
    const named = connection.nats.subscribe(`${environment}.command.${service}.*.${instanceId}`, {
      callback: (error, message) => {
        const found = bySubject.get(message.subject.slice(0, -instanceId.length - 1))
        if (error !== null) return log.error({ err: error }, 'the subscription to commands by name failed')
        if (found !== undefined) return receive(found.served, message)
        // A command of another release: it is asked of any replica, as where no one listens.
        message.respond(undefined, { headers: natsHeaders(503, 'No Responders') })
      },
    })
    const called = connection.nats.subscribe(rollCallSubject(environment, service), {
      callback: (error, message) => {
        if (error !== null) return log.error({ err: error }, 'the subscription to roll calls failed')
        message.respond(packetOf(instanceId, [], { load: roundedLoad(load()) }))
      },
    })
    subscriptions.push(named, called)
  }

  /** What is asked for is answered also while the event loop is late, as it may be for a request that was let in; new work waits. */
  function refusalForLoad({ command }: ServedCommand): Refusal | null {
    if (underWay.size >= options.maxInFlight) {
      return overloaded(`The ${service} service has as much under way as it takes at a time.`)
    }
    if (command.kind === 'command' && options.isOverloaded(work.now())) {
      return overloaded(`The ${service} service is behind with the work that it has taken on.`)
    }
    return null
  }

  async function answer(
    served: ServedCommand,
    { number, headers, body }: ReceivedPart,
    { replies, sender: senderId, receivedAt }: CommandPacket,
  ): Promise<void> {
    const name = served.command.name
    const began = performance.now()
    let leaveRoom = async () => {}
    try {
      const text = await textOf(body, headers)
      if (text.byteLength > longMessageBytes) await ownTurn()
      const context = readContext(headers, text, principals, { now: now(), receivedAt })
      const lateMs = Date.now() - context.deadline
      if (lateMs >= 0) {
        // No one waits for this answer any more.
        counters.expired += 1
        const { requestId, commandId } = context
        log.warn({ command: name, sender: senderId, lateMs, requestId, commandId }, 'a command came too late')
        return
      }
      leaveRoom = await roomForReply(context)
      const sender = { traceContext: context.traceContext, isRedelivery: false }
      const subject = commandSubject(environment, served.command)
      const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': subject }
      await inSpan({ name: `answer ${name}`, kind: 'SERVER', attributes, sender }, async () => {
        assertAccepts(served.command, context.principal)
        const input = checkedInput(served, readMessageText(text, headers), context)
        const reply = await served.handle(input as never, context)
        try {
          const { data, headers: described } = await replyBody(reply, (bytes) =>
            assertReplyFits(context, bytes),
          )
          replies.answer(number, data, { ...described, ...saidOf(reply) })
        } catch (error) {
          if (!(error instanceof ReplyTooLong)) throw error
          replies.answer(number, '', { ...lengthHeaders(error), ...saidOf(reply) })
        }
      })
      counters.answered += 1
    } catch (error) {
      if (error instanceof ReplyTooLong) {
        counters.answered += 1
        replies.answer(number, '', lengthHeaders(error))
        return
      }
      const refusal = toRefusal(error)
      if (refusal === null) {
        counters.failed += 1
        const { [busHeaders.requestId]: requestId, [busHeaders.commandId]: commandId } = headers
        log.error({ err: error, command: name, requestId, commandId }, 'a command failed')
      } else {
        counters.refused += 1
        if (refusal.options.reason === 'store_full') counters.store_full += 1
        countRefusal(name, refusal)
      }
      replies.refuse(number, refusal ?? internalError())
    } finally {
      options.onAnswered?.(name, (performance.now() - began) / 1_000)
      await leaveRoom()
    }
  }

  /** Waits for the turn of a long reply; the returned function ends it, once the server has taken the reply. */
  async function roomForReply({
    replyRoom = 0,
    principal,
    deadline,
  }: CommandContext): Promise<() => Promise<void>> {
    if (replyRoom <= ordinaryReplyBytes) return async () => {}
    const leave = await longReplies.reserve(accountOf(principal) ?? principal.kind, replyRoom, { deadline })
    return async () => {
      await endOfTurn()
      // Without a connection nothing is held for it.
      await connection.nats.flush().catch(() => {})
      leave()
    }
  }

  function countRefusal(command: string, { code }: Refusal): void {
    const byCode = refusalsOf.get(command) ?? new Map<string, number>()
    refusalsOf.set(command, byCode)
    byCode.set(code, (byCode.get(code) ?? 0) + 1)
  }

  return {
    counters,
    refusals: () =>
      [...refusalsOf].flatMap(([command, byCode]) =>
        [...byCode].map(([code, count]) => ({ command, code, count })),
      ),
    inFlight: () => underWay.size,
    serve(commands) {
      if (bySubject.size === 0 && commands.length > 0) answerByName()
      for (const served of commands) {
        const { command } = served
        if (command.owner !== service) throw new Error(`${command.name} is not a command of ${service}`)
        const subject = commandSubject(environment, command)
        bySubject.set(subject, { served, gathering: createGathering() })
        const subscription = connection.nats.subscribe(subject, {
          queue: service,
          callback: (error, message) => {
            if (error === null) receive(served, message)
            else log.error({ err: error, command: command.name }, 'a command subscription failed')
          },
        })
        subscriptions.push(subscription)
        const stop = options.processSubjects?.serve(subject, {
          environment,
          sentBy: command.sentBy,
          receive: (message) => receive(served, message),
        })
        if (stop !== undefined) stops.push(stop)
      }
    },
    async drain() {
      for (const stop of stops) stop()
      // Without a connection there is nothing to drain, and that is fine.
      await Promise.allSettled(subscriptions.map((subscription) => subscription.drain()))
      await Promise.all(packets)
      await Promise.all(underWay)
      // Answers leave at the end of the turn.
      await endOfTurn()
    },
  }
}

function readContext(
  headers: HeaderRecord,
  payload: Uint8Array,
  principalOf: (text: string) => Principal,
  { now, receivedAt }: { now: Date; receivedAt: number },
): CommandContext {
  const commandId = headers[busHeaders.commandId]
  const remainingMs = Number(headers[busHeaders.remainingMs])
  const principal = headers[busHeaders.principal]
  if (commandId === undefined || principal === undefined || !Number.isInteger(remainingMs)) {
    throw new Error('a command arrived without its id, principal or remaining time')
  }
  const replyRoom = replyRoomIn(headers)
  return {
    principal: principalOf(principal),
    commandId,
    ...(replyRoom !== undefined && { replyRoom }),
    get bodyDigest() {
      return headers[busHeaders.bodyDigest] ?? hash('sha256', payload)
    },
    requestId: headers[busHeaders.requestId] ?? commandId,
    deadline: receivedAt + remainingMs,
    now,
    traceContext: traceContextOf(headers),
  }
}

function lengthHeaders({ bytes }: ReplyTooLong): HeaderRecord {
  return { [busHeaders.replyBytes]: String(bytes) }
}

const rememberedPrincipals = 1_000

/** Parses principals and remembers the recent ones: one caller sends the same text with every request. */
function createPrincipalReader(): (text: string) => Principal {
  const recent = new Map<string, Principal>()
  return (text) => {
    const known = recent.get(text)
    if (known !== undefined) return known
    const principal = Object.freeze(readPrincipal(JSON.parse(text)))
    if (recent.size >= rememberedPrincipals) recent.clear()
    recent.set(text, principal)
    return principal
  }
}

/** Whether a reply is a refusal, and whether it was given before. */
function saidOf(reply: unknown): HeaderRecord {
  const isKnown = reply instanceof RawReply || reply instanceof StoredReply
  return {
    ...(reply instanceof StoredReply && reply.isRefusal && { [busHeaders.refusal]: '1' }),
    ...(isKnown && reply.isReplayed && { [busHeaders.replayed]: '1' }),
  }
}

/** The refusal that an error amounts to, or null for a defect. */
function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error
  if (isContention(error)) {
    return storeConflict('The resource changed while the request was handled.', { retryAfterSeconds: 1 })
  }
  return storeRefusal(error, 'The database of the service')
}

function internalError(): Refusal {
  return new Refusal('internal_error', 'The service failed to handle this request.')
}

/** An operator types what is sent, so a value out of bounds is named; between services it is a defect. */
function checkedInput(served: ServedCommand, input: unknown, { principal }: CommandContext): unknown {
  const checked = served.command.input.safeParse(input, { error: issueWords })
  if (checked.success) return checked.data
  const [issue] = checked.error.issues
  if (principal.kind !== 'operator' || issue === undefined) throw checked.error
  throw invalid(issue.path.join('.'), issue.message)
}
