import pLimit, { type LimitFunction } from 'p-limit'

/** Runs the task once there is a place under `key`; rejects when the signal aborts first. */
export type KeyedLimit = <Result>(
  key: string,
  task: () => Promise<Result>,
  signal: AbortSignal,
) => Promise<Result>

/** At most `places` tasks of one key at a time; the others wait in the order in which they came. */
export function createKeyedLimit(places: number): KeyedLimit {
  const byKey = new Map<string, { readonly limit: LimitFunction; tasks: number }>()

  return async (key, task, signal) => {
    const held = byKey.get(key) ?? { limit: pLimit(places), tasks: 0 }
    byKey.set(key, held)
    held.tasks += 1
    const done = held
      .limit(() => {
        // The requester has stopped waiting for a place: the task that is next must not wait for this one.
        signal.throwIfAborted()
        return task()
      })
      .finally(() => {
        held.tasks -= 1
        if (held.tasks === 0) byKey.delete(key)
      })
    return Promise.race([done, rejectedBy(signal)])
  }
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>()
  if (signal.aborted) reject(signal.reason)
  else signal.addEventListener('abort', () => reject(signal.reason), { once: true })
  return promise
}
