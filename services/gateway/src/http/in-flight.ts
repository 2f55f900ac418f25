import { unavailable } from '@outturn/contracts'

/** Counts the requests under way and refuses those for which there is no room, before anything is spent on them. */
export type InFlight = {
  /** Takes a place or throws `configuration_unavailable`; the returned function gives the place back. */
  enter(isWrite: boolean): () => void
  count(): number
}

export function inFlight({ most, isOverloaded }: { most: number; isOverloaded: () => boolean }): InFlight {
  let count = 0
  return {
    count: () => count,
    enter(isWrite) {
      // While the event loop is late new work is refused and reads go on.
      if (count >= most || (isWrite && isOverloaded())) {
        throw unavailable('The service has reached its limit of concurrent requests.', {
          reason: 'overloaded',
          retryAfterSeconds: 1,
          remediation:
            'Too much is under way. Send the same request again after the seconds in Retry-After, and fewer at a time.',
        })
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
