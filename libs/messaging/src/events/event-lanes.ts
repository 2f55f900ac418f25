import type { BatchWindow } from '@outturn/concurrency'
import type { OutboxRow } from '@outturn/postgres'
import { createPacketLane, type PacketLane, type Passenger } from '../packets/packet-lane.ts'
import { createEventPace } from './event-pace.ts'

/** Gathers events that are published for the first time, by subject. */
export type EventLanes = { add(row: OutboxRow): void; flush(): void }

type EventPassenger = Passenger & { readonly row: OutboxRow }

export function createEventLanes({
  send,
}: {
  /** Publishes one packet; must not throw. */
  send: (subject: string, rows: readonly OutboxRow[]) => void
}): EventLanes {
  const lanes = new Map<string, PacketLane<EventPassenger>>()

  function openLane(subject: string): PacketLane<EventPassenger> {
    const window: BatchWindow = createEventPace()
    return createPacketLane<EventPassenger>({
      window,
      send(events) {
        const now = Date.now()
        for (const _ of events) window.settled(now)
        send(
          subject,
          events.map(({ row }) => row),
        )
      },
      expired: () => undefined,
    })
  }

  return {
    add(row) {
      const { subject, headers, body } = row
      const lane = lanes.get(subject) ?? openLane(subject)
      lanes.set(subject, lane)
      const order = { account: subject, deadline: Number.POSITIVE_INFINITY, isAlone: false }
      lane.add({ ...order, headers, body, row })
    },
    flush() {
      for (const lane of lanes.values()) lane.flush()
    },
  }
}
