import { createSemaphore, type Release } from '@outturn/concurrency'
import { overloaded } from '@outturn/contracts'
import { countWork, type WorkUnderWay } from '@outturn/messaging'
import type { Bound } from './bounds/refused-work.ts'

/** Counts the requests under way and refuses those for which there is no room, before anything is spent on them. */
export type InFlight = {
  /** Takes a place or throws `configuration_unavailable`; the returned function gives the place back. */
  enter(request: { readonly address: string; readonly isWrite: boolean }): Release
  count(): number
}

export type InFlightLimits = {
  readonly most: number
  /** Of one client address, which may send many over one connection without waiting; 0 for any number. */
  readonly mostOfAddress: number
}

export type InFlightDeps = InFlightLimits & {
  readonly isOverloaded: (underWay: WorkUnderWay) => boolean
  readonly onRefused?: (bound: Bound) => void
}

export function inFlight({
  most,
  mostOfAddress,
  isOverloaded,
  onRefused = () => {},
}: InFlightDeps): InFlight {
  const requests = createSemaphore({ limit: most, ...(mostOfAddress > 0 && { limitPerKey: mostOfAddress }) })
  const work = countWork()

  function refuse(bound: Bound, message: string): never {
    onRefused(bound)
    throw overloaded(message)
  }

  return {
    count: () => requests.held(),
    enter({ address, isWrite }) {
      const release = requests.tryAcquire({ key: address })
      if (release === 'total') {
        const message = `${requests.held()} requests are under way, the most that this process takes at a time.`
        return refuse('requests', message)
      }
      if (release === 'key') {
        const message = `${requests.heldBy(address)} requests of this client address are under way, the most that one may have.`
        return refuse('requests_of_address', message)
      }
      // While the event loop is late new work is refused and reads go on.
      if (isWrite && isOverloaded(work.now())) {
        release()
        refuse('event_loop', 'The process is behind with the work that it has taken on.')
      }
      const end = work.begin()
      return () => {
        end()
        release()
      }
    },
  }
}
