import type { Part } from './packet.ts'
import { packetsOf } from './packet-bounds.ts'

export type TurnPackets = { add(part: Part): void }

/** Gathers the parts of one turn of the event loop, and sends them in packets at its end. `send` must not throw. */
export function createTurnPackets(send: (parts: readonly Part[]) => void): TurnPackets {
  let gathered: Part[] = []

  function flush(): void {
    const parts = gathered
    gathered = []
    for (const packet of packetsOf(parts)) send(packet)
  }

  return {
    add(part) {
      if (gathered.length === 0) setImmediate(flush)
      gathered.push(part)
    },
  }
}
