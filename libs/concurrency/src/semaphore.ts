/** Gives the permit back. Calling it again does nothing. */
export type Release = () => void

/** The limit that a request exceeds: that of all keys together, or that of its own key. */
export type SemaphoreBound = 'total' | 'key'

/** Whether a key has more work, held and waiting, than any other key. */
export type LoadShare = 'largest' | 'other'

export type SemaphoreOptions = {
  /** Maximum weight held at once. @default Infinity */
  readonly limit?: number
  /** Maximum weight held by one key. @default the limit */
  readonly limitPerKey?: number
  /**
   * The key that is served next among those within their own limit.
   * - `turns`: keys take turns, and no later request passes the one whose turn it is, so that a heavy request is never starved.
   * - `fewest-held`: the key that holds the least, and of several the one that was served longest ago.
   *
   * @default 'turns'
   */
  readonly order?: 'turns' | 'fewest-held'
  /**
   * Admits a request that is heavier than a limit once nothing else is held under that limit; otherwise it would wait without end.
   *
   * @default false
   */
  readonly admitsOversized?: boolean
  /** Called when a request gets its permit; 0 ms for one that did not wait. */
  readonly onAdmitted?: ((waitedMs: number, share: LoadShare) => void) | undefined
}

export type PermitOptions = {
  /** Owner of the permit, such as an account. @default '' */
  readonly key?: string
  /** @default 1 */
  readonly weight?: number
}

export type AcquireOptions = PermitOptions & {
  /** Time at which the wait ends, epoch ms. */
  readonly deadline?: number
  /** Ends the wait; the request then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
}

/** A permit did not become free before the deadline. */
export class PermitUnavailable extends Error {
  override readonly name = 'PermitUnavailable'
  readonly bound: SemaphoreBound

  constructor(bound: SemaphoreBound) {
    super(bound === 'key' ? 'The key holds as much as one key may.' : 'All permits are held.')
    this.bound = bound
  }
}

/** The numbers that metrics read. */
export type SemaphoreState = {
  readonly held: number
  readonly waiting: number
  /** Requests that got no permit, since the start. */
  readonly refused: Readonly<Record<SemaphoreBound, number>>
}

/** A counting semaphore with weights and a limit for each key. It never admits a request while an earlier exclusive one waits. */
export type Semaphore = {
  state(): SemaphoreState
  held(): number
  heldBy(key: string): number
  /** Whether a request waits that is within the limit of its key. */
  isContended(): boolean
  /** Takes a permit without waiting, or names the limit in the way. */
  tryAcquire(options?: PermitOptions): Release | SemaphoreBound
  /** Waits for a permit; rejects with `PermitUnavailable` at the deadline. */
  acquire(options?: AcquireOptions): Promise<Release>
  /** Counts weight that is held already, whatever the limits say. */
  hold(options?: PermitOptions): Release
  /** Runs the task with a permit. */
  run<Result>(task: () => Promise<Result>, options?: AcquireOptions): Promise<Result>
  /** Runs the task while nothing else is held. */
  runExclusive<Result>(task: () => Promise<Result>): Promise<Result>
  /** Settles when a request of weight 1 would not wait for the limit of all. */
  whenAvailable(): Promise<void>
}

/** The longest delay of a timer; a longer one would fire at once. */
const maxDelayMs = 2 ** 31 - 1

function delayUntil(deadline: number): number {
  return Math.min(maxDelayMs, Math.max(0, deadline - Date.now()))
}

type Waiter = { readonly weight: number; readonly admit: () => void }

/** What one key holds and waits for. It exists only while there is either. */
type KeyState = { held: number; readonly waiters: Waiter[]; rank: number }

export function createSemaphore(options: SemaphoreOptions = {}): Semaphore {
  return new FairSemaphore(options)
}

class FairSemaphore implements Semaphore {
  readonly #limit: number
  readonly #limitPerKey: number
  readonly #order: 'turns' | 'fewest-held'
  readonly #admitsOversized: boolean
  readonly #onAdmitted: SemaphoreOptions['onAdmitted']
  readonly #keys = new Map<string, KeyState>()
  /** Keys with waiters. */
  readonly #waiting = new Map<string, KeyState>()
  readonly #exclusive: (() => void)[] = []
  readonly #refused = { total: 0, key: 0 }
  #onAvailable: (() => void)[] = []
  #held = 0
  #isExclusive = false
  #lastRank = 0

  constructor({
    limit = Number.POSITIVE_INFINITY,
    limitPerKey = limit,
    order = 'turns',
    admitsOversized = false,
    onAdmitted,
  }: SemaphoreOptions) {
    this.#limit = limit
    this.#limitPerKey = limitPerKey
    this.#order = order
    this.#admitsOversized = admitsOversized
    this.#onAdmitted = onAdmitted
  }

  state(): SemaphoreState {
    let waiting = this.#exclusive.length
    for (const { waiters } of this.#waiting.values()) waiting += waiters.length
    return { held: this.#held, waiting, refused: { ...this.#refused } }
  }

  held(): number {
    return this.#held
  }

  heldBy(key: string): number {
    return this.#keys.get(key)?.held ?? 0
  }

  isContended(): boolean {
    return this.#nextKey() !== undefined
  }

  tryAcquire({ key = '', weight = 1 }: PermitOptions = {}): Release | SemaphoreBound {
    const bound = this.#boundOf(key, weight)
    if (bound !== null) {
      this.#refused[bound] += 1
      return bound
    }
    return this.#take(key, weight)
  }

  hold({ key = '', weight = 1 }: PermitOptions = {}): Release {
    return this.#take(key, weight)
  }

  acquire(options: AcquireOptions = {}): Promise<Release> {
    const { key = '', weight = 1, signal } = options
    if (signal?.aborted === true) return Promise.reject(signal.reason as Error)
    // A new request passes only those that wait for the limit of another key.
    if (!this.#keys.get(key)?.waiters.length && !this.isContended() && this.#boundOf(key, weight) === null) {
      const release = this.#take(key, weight)
      this.#onAdmitted?.(0, this.#shareOf(key))
      return Promise.resolve(release)
    }
    return this.#wait(key, weight, options)
  }

  async run<Result>(task: () => Promise<Result>, options?: AcquireOptions): Promise<Result> {
    const release = await this.acquire(options)
    try {
      return await task()
    } finally {
      release()
    }
  }

  async runExclusive<Result>(task: () => Promise<Result>): Promise<Result> {
    const admitted = Promise.withResolvers<void>()
    this.#exclusive.push(admitted.resolve)
    this.#admit()
    await admitted.promise
    try {
      return await task()
    } finally {
      this.#isExclusive = false
      this.#admit()
    }
  }

  async whenAvailable(): Promise<void> {
    if (!this.#isAvailable()) await new Promise<void>((resolve) => this.#onAvailable.push(resolve))
  }

  #isAvailable(): boolean {
    return !this.#isExclusive && this.#exclusive.length === 0 && this.#held < this.#limit
  }

  /** The limit in the way of a request; null for none. */
  #boundOf(key: string, weight: number): SemaphoreBound | null {
    if (this.#isExclusive || this.#exclusive.length > 0) return 'total'
    const ofKey = this.heldBy(key)
    if (!this.#fits(ofKey, weight, this.#limitPerKey)) return 'key'
    return this.#fits(this.#held, weight, this.#limit) ? null : 'total'
  }

  #fits(held: number, weight: number, limit: number): boolean {
    return held + weight <= limit || (this.#admitsOversized && held === 0)
  }

  #stateOf(key: string): KeyState {
    const known = this.#keys.get(key)
    if (known !== undefined) return known
    const state: KeyState = { held: 0, waiters: [], rank: 0 }
    this.#keys.set(key, state)
    return state
  }

  #take(key: string, weight: number): Release {
    const state = this.#stateOf(key)
    state.held += weight
    this.#held += weight
    if (this.#order === 'fewest-held') state.rank = this.#lastRank += 1
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      state.held -= weight
      this.#held -= weight
      this.#forgetIdle(key, state)
      this.#admit()
    }
  }

  #forgetIdle(key: string, state: KeyState): void {
    if (state.held === 0 && state.waiters.length === 0) this.#keys.delete(key)
  }

  async #wait(key: string, weight: number, { deadline, signal }: AcquireOptions): Promise<Release> {
    const state = this.#stateOf(key)
    const permit = Promise.withResolvers<Release>()
    const since = performance.now()
    const admit = () => {
      const release = this.#take(key, weight)
      this.#onAdmitted?.(performance.now() - since, this.#shareOf(key))
      permit.resolve(release)
    }
    const waiter: Waiter = { weight, admit }
    if (state.waiters.length === 0) {
      this.#waiting.set(key, state)
      if (this.#order === 'turns') state.rank = this.#lastRank += 1
    }
    state.waiters.push(waiter)
    const giveUp = (reason: () => unknown) => {
      if (!this.#leave(key, state, waiter)) return
      permit.reject(reason())
      this.#forgetIdle(key, state)
      // Others may have stood behind it.
      this.#admit()
    }
    const expire = () =>
      giveUp(() => {
        const bound = this.#fits(state.held, weight, this.#limitPerKey) ? 'total' : 'key'
        this.#refused[bound] += 1
        return new PermitUnavailable(bound)
      })
    const abort = () => giveUp(() => signal?.reason)
    const timer = deadline === undefined ? undefined : setTimeout(expire, delayUntil(deadline))
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await permit.promise
    } finally {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Whether the waiter was still waiting. */
  #leave(key: string, state: KeyState, waiter: Waiter): boolean {
    const at = state.waiters.indexOf(waiter)
    if (at === -1) return false
    state.waiters.splice(at, 1)
    if (state.waiters.length === 0) this.#waiting.delete(key)
    return true
  }

  /** The key that is served next, and the one whose turn it is where none can be served for the limit of all. */
  #nextKey(): [key: string, state: KeyState] | undefined {
    let best: [string, KeyState] | undefined
    for (const entry of this.#waiting) {
      const [, state] = entry
      const [first] = state.waiters
      if (first === undefined || !this.#fits(state.held, first.weight, this.#limitPerKey)) continue
      if (best === undefined || this.#isBefore(state, best[1])) best = entry
    }
    return best
  }

  #isBefore(state: KeyState, other: KeyState): boolean {
    if (this.#order === 'fewest-held' && state.held !== other.held) return state.held < other.held
    return state.rank < other.rank
  }

  #admit(): void {
    while (!this.#isExclusive) {
      if (this.#exclusive.length > 0) {
        // None begins before one that waits to be alone.
        if (this.#held > 0) return
        this.#isExclusive = true
        this.#exclusive.shift()?.()
        return
      }
      const next = this.#nextKey()
      const first = next?.[1].waiters[0]
      if (next === undefined || first === undefined) break
      if (!this.#fits(this.#held, first.weight, this.#limit)) break
      const [key, state] = next
      this.#leave(key, state, first)
      // After its turn a key is behind the others.
      if (this.#order === 'turns') state.rank = this.#lastRank += 1
      first.admit()
    }
    this.#notifyAvailable()
  }

  #notifyAvailable(): void {
    if (this.#onAvailable.length === 0 || !this.#isAvailable()) return
    const waiting = this.#onAvailable
    this.#onAvailable = []
    for (const notify of waiting) notify()
  }

  #shareOf(key: string): LoadShare {
    const loadOf = ({ held, waiters }: KeyState) => waiters.reduce((sum, { weight }) => sum + weight, held)
    const own = loadOf(this.#stateOf(key))
    let isLargest = true
    for (const [other, state] of this.#keys) {
      if (other !== key && loadOf(state) >= own) isLargest = false
    }
    return isLargest ? 'largest' : 'other'
  }
}
