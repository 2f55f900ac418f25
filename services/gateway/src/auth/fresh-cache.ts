import { type Coalesced, coalesced } from '@outturn/postgres'
import { LRUCache } from 'lru-cache'

export type FreshCacheOptions = {
  /** Longest time between reading a value and using it, in milliseconds. */
  maxAgeMs: number
  /** Most values held; those that were used least recently go first. */
  maxEntries: number
  clockMs: () => number
}

type Entry<Value> = { value: Value; readAt: number }

/**
 * Remembers what a store said for a short time, what it does not have included, and asks it about concurrent misses in
 * one statement. A value counts as read when its read began, so a change is seen at most `maxAgeMs` after it commits.
 */
export class FreshCache<Value> {
  readonly #entries: LRUCache<string, Entry<Value>>
  readonly #reads = new Map<string, Promise<Value>>()
  readonly #load: Coalesced<string, Value>
  readonly #options: FreshCacheOptions
  #generation = 0

  constructor(load: (keys: readonly string[]) => Promise<readonly Value[]>, options: FreshCacheOptions) {
    this.#entries = new LRUCache({ max: options.maxEntries })
    this.#load = coalesced(load, { lanes: 2 })
    this.#options = options
  }

  /** The value when it is fresh, at once. */
  peek(key: string): Value | undefined {
    const entry = this.#entries.get(key)
    if (entry === undefined || this.#options.clockMs() - entry.readAt >= this.#options.maxAgeMs)
      return undefined
    return entry.value
  }

  /** The value, read from the store when it is not fresh; rejects as the store does. */
  read(key: string): Promise<Value> {
    const fresh = this.peek(key)
    if (fresh !== undefined) return Promise.resolve(fresh)
    const underWay = this.#reads.get(key)
    if (underWay !== undefined) return underWay
    const reading = this.#fetch(key, this.#options.clockMs()).finally(() => {
      if (this.#reads.get(key) === reading) this.#reads.delete(key)
    })
    this.#reads.set(key, reading)
    return reading
  }

  /** Nothing read before now is remembered, or of what has arrived only what `isGone` does not name. */
  clear(isGone: (value: Value) => boolean = () => true): void {
    this.#generation += 1
    for (const [key, { value }] of [...this.#entries.entries()]) if (isGone(value)) this.#entries.delete(key)
    this.#reads.clear()
  }

  async #fetch(key: string, readAt: number): Promise<Value> {
    const generation = this.#generation
    const value = await this.#load(key)
    if (generation !== this.#generation) return value
    this.#entries.set(key, { value, readAt })
    return value
  }
}
