import type { BatchWindow } from '@outturn/concurrency'
import { createFairQueue } from './fair-queue.ts'
import type { Part } from './packet.ts'
import { packetsOf, travelsAlone } from './packet-bounds.ts'

/** A part that wants to leave. */
export type Passenger = Pick<Part, 'headers' | 'body'> & {
  /** Whose turn it takes when more wait than fit into one packet. */
  readonly account: string
  /** When its sender stops waiting, epoch ms. */
  readonly deadline: number
  /** Whether it leaves at once, in a packet of its own. */
  readonly isAlone: boolean
}

export type PacketLane<P extends Passenger> = {
  /** Lets a part wait for its packet. `window.settled` ends what `add` began. */
  add(passenger: P): void
  /** Sends what waits, now. */
  flush(): void
}

export type LaneOptions<P extends Passenger> = {
  window: BatchWindow
  /** Sends one packet; must not throw. */
  send: (passengers: readonly P[]) => void
  /** Told of a part whose deadline has passed; it is not sent. Must not throw. */
  expired: (passenger: P) => void
}

/** Waiting takes no more than this share of the time that a part has left. */
const share = 0.1

/** Gathers the parts for one subject into packets, by the rule of its window. */
export function createPacketLane<P extends Passenger>({
  window,
  send,
  expired,
}: LaneOptions<P>): PacketLane<P> {
  const waiting = createFairQueue<P>()
  let isAtTurnEnd = false
  let leaveAt = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | null = null

  function leave(): void {
    if (timer !== null) clearTimeout(timer)
    timer = null
    leaveAt = Number.POSITIVE_INFINITY
    const now = Date.now()
    const inTime = waiting.takeAll().filter((passenger) => {
      if (passenger.deadline > now) return true
      expired(passenger)
      return false
    })
    for (const packet of packetsOf(inTime)) send(packet)
  }

  function leaveWhenFull(): void {
    isAtTurnEnd = false
    const now = Date.now()
    if (waiting.size === 0) return
    if (waiting.size >= window.size(now) || now >= leaveAt) leave()
    else {
      if (timer !== null) clearTimeout(timer)
      timer = setTimeout(leave, leaveAt - now)
    }
  }

  return {
    flush: leave,
    add(passenger) {
      const now = Date.now()
      window.joined(now)
      if (passenger.isAlone || travelsAlone(passenger)) {
        if (passenger.deadline > now) send([passenger])
        else expired(passenger)
        return
      }
      waiting.add(passenger, passenger.account)
      leaveAt = Math.min(leaveAt, now + Math.min(window.maxWaitMs(), (passenger.deadline - now) * share))
      if (isAtTurnEnd) return
      isAtTurnEnd = true
      setImmediate(leaveWhenFull)
    },
  }
}
