import { batchesAtOnce, type BatchWindow, createBatchWindow } from '@outturn/concurrency'
import type { Connection } from '../connection.ts'
import {
  assertOneLineEach,
  type HeaderRecord,
  messageIdHeader,
  toHeaders,
} from '../messages/message-headers.ts'
import { maxParts } from '../packets/packet-bounds.ts'
import { bytesOf, packetOf } from '../packets/packet.ts'
import { createPacketLane, type PacketLane, type Passenger } from '../packets/packet-lane.ts'
import { createSentIds } from './sent-ids.ts'
import type { StoredPublisher } from './stored-publisher.ts'

export type SentJob = {
  readonly subject: string
  readonly id: string
  /** Key of the result that this process waits for, or null when it waits for none. */
  readonly awaited: string | null
  readonly headers: HeaderRecord
  readonly body: string | Uint8Array
  readonly account: string
  readonly isAlone: boolean
}

export type JobSender = {
  /** Puts a job on its queue, without waiting for the server. A second one with the same id is dropped. */
  send(job: SentJob): void
  /** The wait for a result ended, with one or without. */
  settled(key: string, isAnswered: boolean): void
  flush(): void
}

type JobPassenger = Passenger & { readonly id: string; readonly awaited: string | null }
type Lane = { readonly lane: PacketLane<JobPassenger>; readonly window: BatchWindow }
type UnderWay = Pick<Lane, 'window'> & { readonly joinedAt: number }

export type JobSenderOptions = {
  readonly instanceId: string
  readonly publisher: Pick<StoredPublisher, 'publish'>
  /** Called with the key of a result that will not come, because the queue does not store its job. Must not throw. */
  readonly refused: (key: string) => void
}

/** Room for the line before the body, bytes. */
const indexRoom = 8_192

export function createJobSender(
  { nats }: Pick<Connection, 'nats'>,
  { instanceId, publisher, refused }: JobSenderOptions,
): JobSender {
  const lanes = new Map<string, Lane>()
  const underWay = new Map<string, UnderWay>()
  const sentIds = createSentIds()

  function openLane(subject: string): Lane {
    const window = createBatchWindow({ batches: batchesAtOnce, maxSize: maxParts })
    const lane = createPacketLane<JobPassenger>({
      window,
      send(jobs) {
        for (const { awaited } of jobs) if (awaited === null) window.settled(Date.now())
        const [first] = jobs
        // Of several, each worker that records a result finds that it was recorded; of one, the server drops a repetition.
        const id = jobs.length === 1 && first !== undefined ? { [messageIdHeader]: first.id } : {}
        const parts = jobs.map(({ headers, body }, number) => ({ number, headers, body }))
        publisher.publish({
          subject,
          body: packetOf(instanceId, parts),
          headers: toHeaders(id),
          // The process that needs a job is recorded, and asks again under the same id.
          refused() {
            for (const job of jobs) sentIds.forget(job.id)
            for (const { awaited } of jobs) if (awaited !== null) refused(awaited)
          },
        })
      },
      expired: () => undefined,
    })
    return { lane, window }
  }

  return {
    send({ subject, headers, body, ...job }) {
      assertOneLineEach(headers)
      const limit = (nats.info?.max_payload ?? Number.MAX_SAFE_INTEGER) - indexRoom
      if (bytesOf(body) > limit) throw new Error(`a job of ${bytesOf(body)} bytes does not fit`)
      const now = Date.now()
      if (!sentIds.isFirst(job.id, now)) return
      const open = lanes.get(subject) ?? openLane(subject)
      lanes.set(subject, open)
      if (job.awaited !== null) underWay.set(job.awaited, { ...open, joinedAt: now })
      open.lane.add({ ...job, headers, body, deadline: Number.POSITIVE_INFINITY })
    },
    settled(key, isAnswered) {
      const found = underWay.get(key)
      if (found === undefined) return
      underWay.delete(key)
      const now = Date.now()
      found.window.settled(now, isAnswered ? now - found.joinedAt : undefined)
    },
    flush() {
      for (const { lane } of lanes.values()) lane.flush()
    },
  }
}
