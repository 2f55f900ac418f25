import { overloaded } from '@outturn/contracts'
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
  let count = 0
  const byCaller = new Map<string, number>()
  return {
    enter(caller) {
      const ofCaller = byCaller.get(caller) ?? 0
      if (count >= most || ofCaller >= mostOfCaller) {
        onRefused('large_bodies')
        throw overloaded(
          ofCaller >= mostOfCaller
            ? `${ofCaller} large bodies of this caller are under way, the most that one may have.`
            : `${count} large bodies are under way, the most that this process takes.`,
        )
      }
      count += 1
      byCaller.set(caller, ofCaller + 1)
      let isInside = true
      return () => {
        if (!isInside) return
        isInside = false
        count -= 1
        const left = (byCaller.get(caller) ?? 1) - 1
        if (left === 0) byCaller.delete(caller)
        else byCaller.set(caller, left)
      }
    },
  }
}
