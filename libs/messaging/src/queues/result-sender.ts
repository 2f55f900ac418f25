import { busHeaders } from '@outturn/contracts'
import type { BusLog } from '../bus-log.ts'
import type { Connection } from '../connection.ts'
import type { HeaderRecord } from '../messages/message-headers.ts'
import { replyBody } from '../commands/reply-body.ts'
import { packetOf } from '../packets/packet.ts'
import { createTurnPackets, type TurnPackets } from '../packets/turn-packets.ts'

/** Sends the results of jobs to who waits for them; those of one turn travel together. */
export type ResultSender = {
  /** `headers` are those of the job. */
  send(headers: HeaderRecord, result: unknown): Promise<void>
}

export function createResultSender(
  { nats }: Connection,
  { prefix, instanceId, log }: { prefix: string; instanceId: string; log: BusLog },
): ResultSender {
  const inTurn = new Map<string, TurnPackets>()

  function packetsTo(subject: string): TurnPackets {
    const known = inTurn.get(subject)
    if (known !== undefined) return known
    setImmediate(() => inTurn.delete(subject))
    const packets = createTurnPackets((parts) => {
      try {
        nats.publish(subject, packetOf(instanceId, parts))
      } catch (error) {
        // What was recorded is asked for again.
        log.warn({ err: error, subject }, 'results could not be sent')
      }
    })
    inTurn.set(subject, packets)
    return packets
  }

  return {
    async send(headers, result) {
      const { [busHeaders.resultTo]: subject, [busHeaders.resultKey]: key } = headers
      if (key === undefined || !subject?.startsWith(prefix)) return
      const { data, headers: described } = await replyBody(result)
      packetsTo(subject).add({
        number: 0,
        headers: { ...described, [busHeaders.resultKey]: key },
        body: data,
      })
    },
  }
}
