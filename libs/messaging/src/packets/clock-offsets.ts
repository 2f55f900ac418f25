import { type InstanceName, instanceNameOf } from '../instance-id.ts'

/** How far the clock of a peer is ahead of ours at least, in seconds; negative when it is behind, 0 when they may agree. */
export type ClockOffset = InstanceName & { readonly seconds: number }

/** One answer: the packet was asked for and received by our clock, and sent by that of the peer, epoch ms. */
export type AnswerTimes = { readonly askedAt: number; readonly sentAt: number; readonly receivedAt: number }

export type ClockOffsets = {
  saw(instanceId: string, times: AnswerTimes): void
  /** Of the hosts that answered within the last two minutes. */
  read(): readonly ClockOffset[]
}

/** The answers of one period allow offsets from `least` to `most`, ms. */
type Bounds = { least: number; most: number }
type Peer = { readonly name: InstanceName; periodStart: number; current: Bounds; previous: Bounds | null }

const periodMs = 60_000

/**
 * Measures the clocks of those who answer. A peer sends its answer after it was asked and before we receive it, so each answer bounds the
 * offset, however long the work took; together they bound it as tightly as the fastest of them.
 */
export function createClockOffsets(): ClockOffsets {
  const peers = new Map<string, Peer>()
  return {
    saw(instanceId, { askedAt, sentAt, receivedAt }) {
      const name = instanceNameOf(instanceId)
      const key = `${name.service} ${name.host}`
      const seen: Bounds = { least: sentAt - receivedAt, most: sentAt - askedAt }
      const peer = peers.get(key)
      if (
        peer === undefined ||
        receivedAt - peer.periodStart > 2 * periodMs ||
        receivedAt < peer.periodStart
      ) {
        peers.set(key, { name, periodStart: receivedAt, current: seen, previous: null })
      } else if (receivedAt - peer.periodStart > periodMs) {
        Object.assign(peer, { periodStart: receivedAt, current: seen, previous: peer.current })
      } else {
        peer.current = narrowed(peer.current, seen)
      }
    },
    read() {
      const now = Date.now()
      for (const [key, { periodStart }] of peers) if (now - periodStart > 2 * periodMs) peers.delete(key)
      return [...peers.values()].map(({ name, current, previous }) => ({
        ...name,
        seconds: nearestToZero(previous === null ? current : narrowed(previous, current)) / 1_000,
      }))
    },
  }
}

/** Both bounds at once; a clock that was set in between leaves the later ones. */
function narrowed(before: Bounds, later: Bounds): Bounds {
  const both = { least: Math.max(before.least, later.least), most: Math.min(before.most, later.most) }
  return both.least <= both.most ? both : later
}

function nearestToZero({ least, most }: Bounds): number {
  if (least > 0) return least
  return most < 0 ? most : 0
}
