import { overloaded } from '@outturn/contracts'

export type RoomLimits = {
  /** Most bytes at once. */
  readonly most: number
  /** Most of one caller. */
  readonly mostOfCaller: number
  /** Told of each that was refused for want of room. */
  readonly onRefused?: (by: 'all' | 'caller') => void
}

export type RoomOptions = {
  /** When the caller stops waiting, epoch ms. */
  readonly until: number
  /** Ends the wait of a caller that is gone. */
  readonly signal?: AbortSignal
}

/** Bytes that callers hold at once: within a number of each caller, and within one of them all. */
export type Room = {
  taken(): number
  /** Whether someone waits for room who is within its own number. */
  isWaitedFor(): boolean
  /**
   * Waits until there is room for so many bytes, and throws `configuration_unavailable` when there is none in time; the returned
   * function gives them back. Callers take turns, and no later one passes the one whose turn it is. One who holds nothing may take more
   * than its number, and what is more than the number of all has the room to itself: neither would ever be admitted otherwise.
   */
  take(caller: string, bytes: number, options: RoomOptions): Promise<() => void>
  /** Counts bytes that are held already, and for which nothing was waited. */
  add(caller: string, bytes: number): () => void
}

type Waiter = { readonly bytes: number; readonly admit: () => void }

export function createRoom({ most, mostOfCaller, onRefused = () => {} }: RoomLimits): Room {
  const heldBy = new Map<string, number>()
  /** In the order of their turns. */
  const waiting = new Map<string, Waiter[]>()
  let all = 0

  const heldOf = (caller: string) => heldBy.get(caller) ?? 0
  const fitsAll = (bytes: number) => all === 0 || all + bytes <= most
  const fitsShare = (caller: string, bytes: number) =>
    heldOf(caller) === 0 || heldOf(caller) + bytes <= mostOfCaller

  function add(caller: string, bytes: number): () => void {
    all += bytes
    heldBy.set(caller, heldOf(caller) + bytes)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      all -= bytes
      const left = heldOf(caller) - bytes
      if (left === 0) heldBy.delete(caller)
      else heldBy.set(caller, left)
      admitNext()
    }
  }

  /** Who has the next turn: the first that is within its own share. */
  function nextCaller(): [caller: string, waiters: Waiter[]] | undefined {
    return [...waiting].find(([caller, [first]]) => first !== undefined && fitsShare(caller, first.bytes))
  }

  function admitNext(): void {
    for (let next = nextCaller(); next !== undefined; next = nextCaller()) {
      const [caller, [first]] = next
      if (first === undefined || !fitsAll(first.bytes)) return
      leave(caller, first)
      // After its turn a caller is behind the others.
      const others = waiting.get(caller)
      if (others !== undefined) {
        waiting.delete(caller)
        waiting.set(caller, others)
      }
      first.admit()
    }
  }

  function leave(caller: string, waiter: Waiter): void {
    const others = (waiting.get(caller) ?? []).filter((each) => each !== waiter)
    if (others.length === 0) waiting.delete(caller)
    else waiting.set(caller, others)
  }

  function refusal(caller: string, bytes: number): Error {
    const isOwn = !fitsShare(caller, bytes)
    onRefused(isOwn ? 'caller' : 'all')
    return overloaded(
      isOwn
        ? `${heldOf(caller)} bytes of large answers to this caller are under way, and one may have ${mostOfCaller}.`
        : `${all} bytes of large answers are under way, the most that this process takes is ${most}.`,
    )
  }

  return {
    taken: () => all,
    isWaitedFor: () => nextCaller() !== undefined,
    add,
    async take(caller, bytes, { until, signal }) {
      const place = Promise.withResolvers<() => void>()
      const waiter: Waiter = { bytes, admit: () => place.resolve(add(caller, bytes)) }
      waiting.set(caller, [...(waiting.get(caller) ?? []), waiter])
      admitNext()
      const giveUp = () => {
        leave(caller, waiter)
        place.reject(refusal(caller, bytes))
        // It may have been the one that others stood behind.
        admitNext()
      }
      const timer = setTimeout(giveUp, Math.max(0, until - Date.now()))
      signal?.addEventListener('abort', giveUp, { once: true })
      if (signal?.aborted === true) giveUp()
      try {
        return await place.promise
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', giveUp)
      }
    },
  }
}
