import {
  batchesAtOnce,
  type BatchWindowOptions,
  createBatchWindow,
  createRetryBudget,
} from '@outturn/concurrency'
import { busHeaders, type Refusal, refusalFromMessage } from '@outturn/contracts'
import type { HeaderRecord } from '../messages/message-headers.ts'
import { readMessageJson } from '../messages/message-json.ts'
import { maxParts } from '../packets/packet-bounds.ts'
import type { ReceivedPart } from '../packets/packet.ts'
import { createPacketLane, type PacketLane, type Passenger } from '../packets/packet-lane.ts'
import type { PreferredReplicas } from '../replicas/preferred-replicas.ts'
import { createRecentReplicas } from '../replicas/recent-replicas.ts'
import { createAnswerTimeout } from './answer-timeout.ts'
import { askFreeReplica } from './free-replica.ts'
import { type FirstAnswer, firstAnswer } from './first-answer.ts'
import { type AskedPart, BusSilent, type ReplyInbox, Unanswered } from './reply-inbox.ts'

/** A command as it is sent. */
export type SentCommand = {
  readonly headers: HeaderRecord
  readonly body: string | Uint8Array
  readonly account: string
  /** When its sender stops waiting, epoch ms. */
  readonly deadline: number
  /** Whether it is sent again while no answer comes, as the process that took it may have ended. */
  readonly isRepeatable: boolean
  /** Whether it takes seconds of one replica: sent to another when one is full, and again until its deadline. */
  readonly isLong: boolean
}

/** What is sent to one subject. */
export type CommandLane = {
  /** Settles with the answer. Rejects with `NoResponder`, `Unanswered`, `BusClosed`, or what the bus reports. */
  ask(command: SentCommand): Promise<FirstAnswer<ReceivedPart>>
}

export type CommandLanes = {
  /** `service` is the one that answers the subject. */
  laneOf(subject: string, service: string): CommandLane
}

export type CommandLanesOptions = Pick<BatchWindowOptions, 'isAtEntrance'> & {
  /** Which replica of a service takes the next packet. */
  readonly replicas: Pick<PreferredReplicas, 'next'>
}

type AskedCommand = AskedPart & Passenger

/** The lanes of one process, one for each subject. */
export function createCommandLanes(
  inbox: Pick<ReplyInbox, 'ask'>,
  { isAtEntrance = false, replicas }: CommandLanesOptions,
): CommandLanes {
  const lanes = new Map<string, CommandLane>()
  return {
    laneOf(subject, service) {
      const preferred = (count: number) => replicas.next(service, count, Date.now())
      const lane = lanes.get(subject) ?? openLane(subject, inbox, { isAtEntrance, preferred })
      lanes.set(subject, lane)
      return lane
    },
  }
}

/** A command is sent again after the timeout, and then after these times of it. */
const timeouts = [1, 1.5, 2]
/** Long enough that a command of a service which is only slow is seldom sent twice, and short enough to fit into what callers wait. */
const timeoutBounds = { leastMs: 2_000, mostMs: 5_000 }

/** Ten retries a second on each subject in any case, 32 at once, and one for every four commands. */
const resendBudget = { burst: 32, perSecond: 10, firstAttemptsPerRetry: 4 }

type LaneOptions = {
  readonly isAtEntrance: boolean
  /** The replica that so many commands go to; null for any. */
  readonly preferred: (count: number) => string | null
}

function openLane(
  subject: string,
  inbox: Pick<ReplyInbox, 'ask'>,
  { isAtEntrance, preferred }: LaneOptions,
): CommandLane {
  const replicas = createRecentReplicas()
  const timeout = createAnswerTimeout(timeoutBounds)
  const budget = createRetryBudget(Date.now(), resendBudget)
  const window = createBatchWindow({
    batches: batchesAtOnce,
    maxSize: maxParts,
    isAtEntrance,
  })
  const lane: PacketLane<AskedCommand> = createPacketLane<AskedCommand>({
    window,
    // What may have cost a replica its answer goes to any of them, and so does what keeps one busy for long.
    send: (packet) =>
      inbox.ask(subject, packet, packet.some(({ isAlone }) => isAlone) ? null : preferred(packet.length)),
    expired: (command) => command.failed(new Unanswered(`too late for ${subject}`)),
  })

  function send({ headers, body, account, deadline, isLong }: SentCommand, isRepetition: boolean) {
    return new Promise<ReceivedPart>((resolve, reject) => {
      const joinedAt = Date.now()
      lane.add({
        headers,
        body,
        account,
        deadline,
        // What it was sent with may have cost it its answer; and of a packet every command goes to the same replica.
        isAlone: isRepetition || isLong,
        answered(answer, sender) {
          const now = Date.now()
          replicas.saw(sender, now)
          window.settled(now, now - joinedAt)
          if (!isRepetition) timeout.answered(now - joinedAt)
          else if (!isProvisional(answer)) budget.recordUsefulRetry(account)
          resolve(answer)
        },
        failed(error) {
          window.settled(Date.now())
          reject(error)
        },
      })
    })
  }

  function untilRepetitionMs(
    { account, deadline, isRepeatable, isLong }: SentCommand,
    asked: number,
    sinceMs: number,
  ): number | null {
    if (!isRepeatable) return null
    const times = timeouts[asked - 1] ?? (isLong ? timeouts.at(-1) : undefined)
    if (times === undefined) return null
    const now = Date.now()
    const leftMs = times * timeout.currentMs() - sinceMs
    const pauseMs = leftMs > 0 ? leftMs : budget.take(account, now)
    return now + pauseMs < deadline ? pauseMs : null
  }

  function ask(command: SentCommand): Promise<FirstAnswer<ReceivedPart>> {
    budget.recordFirstAttempt()
    return firstAnswer({
      ask: (isRepetition) => send(command, isRepetition),
      untilRepetitionMs: (asked, sinceMs) => untilRepetitionMs(command, asked, sinceMs),
      isProvisional,
      isFinal: (error) => error instanceof BusSilent,
    })
  }

  return {
    ask: (command) =>
      command.isLong
        ? askFreeReplica({
            ask: () => ask(command),
            isFull: ({ answer }) => reasonOf(answer) === 'overloaded',
            replicas: () => replicas.count(Date.now()),
            deadline: command.deadline,
          })
        : ask(command),
  }
}

/** Whether an answer says no more than that the command is being worked on elsewhere, or that there was no room here. */
function isProvisional(answer: ReceivedPart): boolean {
  const reason = reasonOf(answer)
  return reason === 'in_progress' || reason === 'overloaded'
}

/** The reason of a refusal; undefined of any other answer. */
function reasonOf({ headers, body }: ReceivedPart): Refusal['options']['reason'] {
  if (!(busHeaders.refusal in headers)) return undefined
  return refusalFromMessage(readMessageJson(body)).options.reason
}
