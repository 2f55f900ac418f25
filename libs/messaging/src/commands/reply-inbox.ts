import { busHeaders, replicaSubject } from '@outturn/contracts'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import { type Part, packetOf, type ReceivedPart, readPacket } from '../packets/packet.ts'
import type { ClockOffsets } from '../packets/clock-offsets.ts'
import type { PreferredReplicas } from '../replicas/preferred-replicas.ts'
import type { Asker, ProcessSubjects, ServedSubject } from './process-subjects.ts'

/** One command that was sent, and who waits for its answer. Exactly one of both is called, once. */
export type AskedPart = Pick<Part, 'headers' | 'body'> & {
  /** When its sender stops waiting, epoch ms. */
  readonly deadline: number
  answered(answer: ReceivedPart, sender: string): void
  failed(error: unknown): void
}

/** No process listened to the subject of a packet. */
export class NoResponder extends Error {}
/** The deadline passed without an answer. */
export class Unanswered extends Error {}
/** The connection was closed before the answer came. */
export class BusClosed extends Error {}
/** The server stands still with the connection open: an answer may not come before the deadline. */
export class BusSilent extends Error {}

type Packet = {
  readonly subject: string
  /** The subject itself, or that of one replica. */
  readonly sentTo: string
  /** The replica that it went to; null where the server chose one. */
  readonly replica: string | null
  readonly sentAt: number
  /** Whether it stayed in this process, which has one clock. */
  readonly isHandedOver: boolean
  readonly open: Map<number, AskedPart>
  timer: NodeJS.Timeout | null
}

/** What was sent since the process started; `handedOver` of the packets stayed inside it. */
export type PacketCounters = { packets: number; parts: number; handedOver: number }

export type ReplyInbox = {
  readonly counters: Readonly<PacketCounters>
  /** Sends parts as one packet, to one replica where one is named; each is answered or fails by itself. */
  ask(subject: string, parts: readonly AskedPart[], replica: string | null): void
  /** Asks every replica of a service to say that it is there. */
  callRoll(subject: string): void
}

export type ReplyInboxOptions = {
  instanceId: string
  log: BusLog
  asker: Asker
  /** Those of this process, where it hosts several services. */
  processSubjects: ProcessSubjects | undefined
  clockOffsets: ClockOffsets
  /** Told of every replica that answers, and of those that no one listens to. */
  replicas: Pick<PreferredReplicas, 'saw' | 'lost'>
}

/** One subscription for the answers to everything that this process asks. The parts of a packet are answered in any number of messages. */
export function openReplyInbox(
  connection: Connection,
  { instanceId, log, asker, processSubjects, clockOffsets, replicas }: ReplyInboxOptions,
): ReplyInbox {
  const { nats } = connection
  const inbox = `${connection.inbox}.${instanceId}.`
  const packets = new Map<string, Packet>()
  const counters: PacketCounters = { packets: 0, parts: 0, handedOver: 0 }

  nats.subscribe(`${inbox}*`, {
    callback: (error, message) => {
      if (error !== null) {
        log.error({ err: error }, 'the subscription to answers failed')
        return
      }
      const token = message.subject.slice(inbox.length)
      if (message.data.length === 0 && message.headers?.code === 503) unheard(token)
      else receive(token, message.data)
    },
  })
  connection.onDenied((subject, error) => {
    for (const [token, packet] of packets) if (packet.sentTo === subject) failAll(token, packet, error)
  })
  const silence = connection.watchSilence({
    isAwaited: () => [...packets.values()].some(({ isHandedOver }) => !isHandedOver),
    fellSilent() {
      for (const [token, packet] of packets) if (!packet.isHandedOver) failAll(token, packet, silent())
    },
  })
  void nats.closed().then(() => {
    for (const [token, packet] of packets) failAll(token, packet, new BusClosed('the connection was closed'))
  })

  function unheard(token: string): void {
    const packet = packets.get(token)
    if (packet === undefined) return
    if (packet.replica !== null) {
      // It was not taken, and others may listen.
      replicas.lost(packet.replica)
      forget(token, packet)
      ask(packet.subject, [...packet.open.values()], null)
      return
    }
    failAll(token, packet, new NoResponder(`no process listens to ${packet.subject}`))
  }

  function receive(token: string, data: Uint8Array): void {
    try {
      settle(token, data)
    } catch (reason) {
      // Its parts are asked again, or fail at their deadlines.
      log.error({ err: reason }, 'an answer could not be read')
    }
  }

  function settle(token: string, data: Uint8Array): void {
    const { sender, sentAt, load, parts } = readPacket(data)
    if (load !== undefined) replicas.saw(sender, load, Date.now())
    const packet = packets.get(token)
    if (packet === undefined) return
    if (sentAt !== undefined && !packet.isHandedOver) {
      clockOffsets.saw(sender, { askedAt: packet.sentAt, sentAt, receivedAt: Date.now() })
    }
    for (const part of parts) {
      const asked = packet.open.get(part.number)
      packet.open.delete(part.number)
      asked?.answered(part, sender)
    }
    if (packet.open.size === 0) forget(token, packet)
  }

  function failAll(token: string, packet: Packet, error: Error): void {
    forget(token, packet)
    for (const asked of packet.open.values()) asked.failed(error)
    packet.open.clear()
  }

  function forget(token: string, packet: Packet): void {
    if (packet.timer !== null) clearTimeout(packet.timer)
    packets.delete(token)
  }

  /** Fails the parts whose deadlines have passed, and comes back at the next deadline. */
  function expire(token: string, packet: Packet): void {
    const now = Date.now()
    let next = Number.POSITIVE_INFINITY
    for (const [number, asked] of packet.open) {
      if (asked.deadline > now) next = Math.min(next, asked.deadline)
      else {
        packet.open.delete(number)
        asked.failed(new Unanswered(`no answer from ${packet.subject}`))
      }
    }
    if (packet.open.size === 0) forget(token, packet)
    else packet.timer = setTimeout(() => expire(token, packet), next - now)
  }

  function send(subject: string, data: Uint8Array, token: string, served: ServedSubject | undefined): void {
    if (served === undefined) {
      // What was asked before it fell silent waits in its socket, and more of that would all be done late.
      if (silence.isSilent()) throw silent()
      nats.publish(subject, data, { reply: inbox + token })
      silence.begin()
      return
    }
    counters.handedOver += 1
    served.receive({ data, respond: (answers) => receive(token, answers) })
  }

  function ask(subject: string, parts: readonly AskedPart[], preferred: string | null): void {
    counters.packets += 1
    counters.parts += parts.length
    const token = counters.packets.toString(36)
    const served = processSubjects?.find(subject, asker)
    const sentAt = Date.now()
    const isHandedOver = served !== undefined
    const replica = isHandedOver ? null : preferred
    const open = new Map(parts.entries())
    const packet: Packet = {
      subject,
      sentTo: toReplica(subject, replica),
      replica,
      sentAt,
      isHandedOver,
      open,
      timer: null,
    }
    packets.set(token, packet)
    try {
      const numbered = parts.map(({ headers, body, deadline }, number) => {
        const remainingMs = String(Math.ceil(deadline - sentAt))
        return { number, headers: { ...headers, [busHeaders.remainingMs]: remainingMs }, body }
      })
      send(packet.sentTo, packetOf(instanceId, numbered), token, served)
    } catch (error) {
      failAll(token, packet, error as Error)
      return
    }
    expire(token, packet)
  }

  return {
    counters,
    callRoll(subject) {
      // It comes when it comes: until then the server chooses.
      if (!nats.isClosed()) nats.publish(subject, undefined, { reply: `${inbox}roll-call` })
    },
    ask,
  }
}

const silent = () => new BusSilent('the server of the bus gives no sign of life')

function toReplica(subject: string, replica: string | null): string {
  return replica === null ? subject : replicaSubject(subject, replica)
}
