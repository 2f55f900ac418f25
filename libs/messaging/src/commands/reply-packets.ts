import { busHeaders, type Refusal, refusalToMessage } from '@outturn/contracts'
import type { BusLog } from '../bus-log.ts'
import type { HeaderRecord } from '../messages/message-headers.ts'
import { bytesOf, packetOf } from '../packets/packet.ts'
import { createTurnPackets } from '../packets/turn-packets.ts'
import type { Asked } from './process-subjects.ts'

/** Answers the parts of one packet. What is answered in one turn leaves in one message, so a slow part holds up no other. */
export type ReplyPackets = {
  answer(number: number, body: string | Uint8Array, headers: HeaderRecord): void
  refuse(number: number, refusal: Refusal): void
}

export type ReplyOptions = {
  readonly instanceId: string
  /** How busy this process was lately. */
  readonly load: () => number
  /** The longest message that the server takes, bytes. */
  readonly maxPayload: number
  readonly log: BusLog
}

/** Room for the line before the body, bytes. */
const indexRoom = 8_192
const refusalHeaders: HeaderRecord = { [busHeaders.refusal]: '1' }

/** Its sender needs no more digits, and each is a byte of every answer. */
export function roundedLoad(load: number): number {
  return Math.round(load * 100) / 100
}

export function replyPackets(
  message: Asked,
  { instanceId, load, maxPayload, log }: ReplyOptions,
): ReplyPackets {
  const packets = createTurnPackets((parts) => {
    try {
      message.respond(packetOf(instanceId, parts, { sentAt: Date.now(), load: roundedLoad(load()) }))
    } catch (error) {
      // The connection is closed; its commands are asked again, or refused by their senders.
      log.warn({ err: error }, 'answers could not be sent')
    }
  })
  return {
    answer(number, body, headers) {
      if (bytesOf(body) > maxPayload - indexRoom)
        throw new Error(`an answer of ${bytesOf(body)} bytes does not fit`)
      packets.add({ number, headers, body })
    },
    refuse(number, refusal) {
      packets.add({ number, headers: refusalHeaders, body: JSON.stringify(refusalToMessage(refusal)) })
    },
  }
}
