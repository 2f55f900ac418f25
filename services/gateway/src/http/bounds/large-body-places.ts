import { createSemaphore, type Release } from '@outturn/concurrency'
import { overloaded } from '@outturn/contracts'
import type { Bound } from './refused-work.ts'

/** Places for large bodies, taken before a byte of one is read, so that they hold a bounded memory and wait in a bounded row. */
export type LargeBodyPlaces = {
  /** Takes a place for this caller or throws `configuration_unavailable`; the returned function gives it back. */
  enter(caller: string): Release
}

export function largeBodyPlaces(
  { most, mostOfCaller }: { most: number; mostOfCaller: number },
  onRefused: (bound: Bound) => void,
): LargeBodyPlaces {
  const bodies = createSemaphore({ limit: most, limitPerKey: mostOfCaller })
  return {
    enter(caller) {
      const release = bodies.tryAcquire({ key: caller })
      if (typeof release === 'function') return release
      onRefused('large_bodies')
      throw overloaded(
        release === 'key'
          ? `${bodies.heldBy(caller)} large bodies of this caller are under way, the most that one may have.`
          : `${bodies.held()} large bodies are under way, the most that this process takes.`,
      )
    },
  }
}
