/** Waits for a place under `key` and answers with the function that gives it back; rejects when the signal aborts first. */
export type KeyedLimit = (key: string, signal?: AbortSignal) => Promise<() => void>

type Places = { taken: number; readonly waiting: Set<() => void> }

/** At most `places` holders of one key at a time; the others wait in the order in which they came. */
export function createKeyedLimit(places: number): KeyedLimit {
  const byKey = new Map<string, Places>()

  function giveBack(key: string, held: Places): void {
    const [next] = held.waiting
    if (next !== undefined) {
      held.waiting.delete(next)
      next()
      return
    }
    held.taken -= 1
    if (held.taken === 0) byKey.delete(key)
  }

  return async (key, signal) => {
    signal?.throwIfAborted()
    let held = byKey.get(key)
    if (held === undefined) {
      held = { taken: 0, waiting: new Set() }
      byKey.set(key, held)
    }
    if (held.taken < places) held.taken += 1
    else await turnIn(held.waiting, signal)
    const own = held
    return () => giveBack(key, own)
  }
}

function turnIn(waiting: Set<() => void>, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const onAbort = () => {
      waiting.delete(take)
      reject(signal?.reason as Error)
    }
    const take = () => {
      signal?.removeEventListener('abort', onAbort)
      resolve()
    }
    waiting.add(take)
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}
