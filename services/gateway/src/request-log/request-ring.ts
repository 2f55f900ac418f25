import type { RequestEntry } from './entry.ts'

export type DropKind = 'success' | 'body' | 'refusal'

/** Requests of one account that were not recorded, from the first to the last of them. */
export type Gap = { readonly accountId: string; dropped: number; from: Date; to: Date }

type Limits = { readonly maxEntries: number; readonly maxBodyBytes: number }

export const ringLimits: Limits = { maxEntries: 4_096, maxBodyBytes: 16 * 1_024 * 1_024 }

/** Accounts whose gaps are counted apart; a flood comes from few. */
const maxGaps = 1_000

/**
 * Requests that wait to be written. When it is full, successes go first, oldest first, then the bodies of what comes, then what
 * comes itself; each is counted, and a request that goes whole leaves a gap in the log of its account.
 */
export class RequestRing {
  readonly #limits: Limits
  readonly #onDropped: (kind: DropKind) => void
  #refusals: RequestEntry[] = []
  #successes: RequestEntry[] = []
  #gaps = new Map<string, Gap>()
  /** Entries that are being written. */
  #taken = 0
  /** Bytes of all bodies that are held. */
  #bytes = 0

  constructor(onDropped: (kind: DropKind) => void, limits: Limits = ringLimits) {
    this.#onDropped = onDropped
    this.#limits = limits
  }

  /** Entries that no one has taken. */
  get waiting(): number {
    return this.#refusals.length + this.#successes.length
  }

  /** All entries that are held, also those that are being written. */
  get size(): number {
    return this.waiting + this.#taken
  }

  push(entry: RequestEntry): void {
    const isSuccess = entry.refusal === null
    if (this.size >= this.#limits.maxEntries) {
      const evicted = isSuccess ? undefined : this.#successes.shift()
      this.lose(evicted ?? entry)
      if (evicted === undefined) return
    }
    if (isSuccess) this.#successes.push(entry)
    else this.#refusals.push(this.#withBody(entry))
  }

  /** Takes the oldest entries, refusals first. They stay counted until `settle` or `putBack`. */
  take(most: number): readonly RequestEntry[] {
    const refusals = this.#refusals.splice(0, most)
    const taken = [...refusals, ...this.#successes.splice(0, most - refusals.length)]
    this.#taken += taken.length
    return taken
  }

  /** Forgets entries that were taken and are written. */
  settle(entries: readonly RequestEntry[]): void {
    this.#taken -= entries.length
    this.#bytes -= bodyBytesOf(entries)
  }

  /** Puts entries back that could not be written, before those that came since. */
  putBack(entries: readonly RequestEntry[]): void {
    this.#taken -= entries.length
    const isRefusal = ({ refusal }: RequestEntry) => refusal !== null
    this.#refusals = [...entries.filter(isRefusal), ...this.#refusals]
    this.#successes = [...entries.filter((entry) => !isRefusal(entry)), ...this.#successes]
  }

  /** Takes the gaps so far. */
  takeGaps(): readonly Gap[] {
    const gaps = [...this.#gaps.values()]
    this.#gaps = new Map()
    return gaps
  }

  /** Puts gaps back that could not be written. */
  returnGaps(gaps: readonly Gap[]): void {
    for (const gap of gaps) {
      const later = this.#gaps.get(gap.accountId)
      this.#gaps.set(gap.accountId, {
        ...gap,
        dropped: gap.dropped + (later?.dropped ?? 0),
        to: later?.to ?? gap.to,
      })
    }
  }

  #withBody(entry: RequestEntry): RequestEntry {
    const length = entry.body?.byteLength ?? 0
    if (this.#bytes + length <= this.#limits.maxBodyBytes) {
      this.#bytes += length
      return entry
    }
    this.#onDropped('body')
    return { ...entry, body: null, isBodyGone: true }
  }

  /** Counts an entry that is not written, and adds it to the gap of its account. */
  lose({ refusal, caller, at }: RequestEntry): void {
    this.#onDropped(refusal === null ? 'success' : 'refusal')
    if (!('accountId' in caller)) return
    const { accountId } = caller
    const gap = this.#gaps.get(accountId)
    if (gap !== undefined) {
      gap.dropped += 1
      if (at < gap.from) gap.from = at
      if (at > gap.to) gap.to = at
    } else if (this.#gaps.size < maxGaps)
      this.#gaps.set(accountId, { accountId, dropped: 1, from: at, to: at })
  }
}

function bodyBytesOf(entries: readonly RequestEntry[]): number {
  return entries.reduce((sum, { body }) => sum + (body?.byteLength ?? 0), 0)
}
