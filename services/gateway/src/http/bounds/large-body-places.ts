import { overloaded } from '@outturn/contracts'
import { callerCounts } from './caller-counts.ts'
import type { Bound } from './refused-work.ts'

/** Places for large bodies, taken before a byte of one is read, so that they hold a bounded memory and wait in a bounded row. */
export type LargeBodyPlaces = {
  /** Takes a place for this caller or throws `configuration_unavailable`; the returned function gives it back. */
  enter(caller: string): () => void
}

export function largeBodyPlaces(
  { most, mostOfCaller }: { most: number; mostOfCaller: number },
  onRefused: (bound: Bound) => void,
): LargeBodyPlaces {
  const underWay = callerCounts()
  return {
    enter(caller) {
      const [count, ofCaller] = [underWay.all(), underWay.of(caller)]
      if (count >= most || ofCaller >= mostOfCaller) {
        onRefused('large_bodies')
        throw overloaded(
          ofCaller >= mostOfCaller
            ? `${ofCaller} large bodies of this caller are under way, the most that one may have.`
            : `${count} large bodies are under way, the most that this process takes.`,
        )
      }
      return underWay.add(caller)
    },
  }
}
