import { overloaded } from '@outturn/contracts'
import type { Bound } from './bounds/refused-work.ts'

/** Counts the requests under way and refuses those for which there is no room, before anything is spent on them. */
export type InFlight = {
  /** Takes a place or throws `configuration_unavailable`; the returned function gives the place back. */
  enter(isWrite: boolean): () => void
  count(): number
}

export function inFlight({
  most,
  isOverloaded,
  onRefused = () => {},
}: {
  most: number
  isOverloaded: () => boolean
  onRefused?: (bound: Bound) => void
}): InFlight {
  let count = 0
  return {
    count: () => count,
    enter(isWrite) {
      if (count >= most) {
        onRefused('requests')
        throw overloaded(`${count} requests are under way, the most that this process takes at a time.`)
      }
      // While the event loop is late new work is refused and reads go on.
      if (isWrite && isOverloaded()) {
        onRefused('event_loop')
        throw overloaded('The process is behind with the work that it has taken on.')
      }
      count += 1
      let isInside = true
      return () => {
        if (isInside) count -= 1
        isInside = false
      }
    },
  }
}
