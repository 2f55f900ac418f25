import type { HeaderRecord } from '../messages/message-headers.ts'
import { type ConvoyOptions, convoysAtOnce, createConvoy } from '../packets/convoy.ts'
import type { ReceivedPart } from '../packets/packet.ts'
import { createPacketLane, type PacketLane, type Passenger } from '../packets/packet-lane.ts'
import { createReplicas } from '../packets/replicas.ts'
import { type AskedPart, type ReplyInbox, Unanswered } from './reply-inbox.ts'

/** A command as it is sent. */
export type SentCommand = {
  readonly subject: string
  readonly headers: HeaderRecord
  readonly body: string | Uint8Array
  readonly account: string
  readonly deadline: number
  /** Whether it travels by itself: it was sent before, and what it was sent with may have cost it its answer. */
  readonly isAlone: boolean
}

export type CommandLanes = {
  /** Settles with the answer. Rejects with `NoResponder`, `Unanswered`, `BusClosed`, or what the bus reports. */
  send(command: SentCommand): Promise<ReceivedPart>
}

type AskedCommand = AskedPart & Passenger

/** The lanes of one process, one for each subject. */
export function createCommandLanes(
  inbox: ReplyInbox,
  options: Pick<ConvoyOptions, 'isAtEntrance'>,
): CommandLanes {
  const lanes = new Map<string, (command: SentCommand) => Promise<ReceivedPart>>()
  return {
    send(command) {
      const lane = lanes.get(command.subject) ?? openLane(command.subject, inbox, options)
      lanes.set(command.subject, lane)
      return lane(command)
    },
  }
}

function openLane(
  subject: string,
  inbox: ReplyInbox,
  options: Pick<ConvoyOptions, 'isAtEntrance'>,
): (command: SentCommand) => Promise<ReceivedPart> {
  const replicas = createReplicas()
  const convoy = createConvoy({ convoys: convoysAtOnce, replicas: replicas.count, ...options })
  const lane: PacketLane<AskedCommand> = createPacketLane<AskedCommand>({
    convoy,
    send: (packet) => inbox.ask(subject, packet),
    expired: (command) => command.failed(new Unanswered(`too late for ${subject}`)),
  })
  return ({ headers, body, account, deadline, isAlone }) =>
    new Promise((resolve, reject) => {
      const joinedAt = Date.now()
      lane.add({
        headers,
        body,
        account,
        deadline,
        isAlone,
        answered(answer, sender) {
          const now = Date.now()
          replicas.saw(sender, now)
          convoy.settled(now, now - joinedAt)
          resolve(answer)
        },
        failed(error) {
          convoy.settled(Date.now())
          reject(error)
        },
      })
    })
}
