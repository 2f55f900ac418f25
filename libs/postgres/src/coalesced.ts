import { isCausedByItem } from './database-error.ts'

export type CoalescedOptions<Item> = {
  /** Most items in one statement. */
  maxBatch?: number
  /** Statements in flight at once. */
  lanes?: number
  /** How much work an item is for the database, in characters of what it writes; by default none is much. */
  weightOf?: (item: Item) => number
}

/** From this weight on an item is large: small ones do not wait for its statement. */
export const largeWeight = 16_384

/** Most that several large items of one statement weigh together: some milliseconds of the database. From this weight on an item is alone. */
export const mostWeight = 131_072

/** What has been sent since the process started. */
export type CoalescedCounters = { batches: number; items: number; retriedAlone: number }

export type Coalesced<Item, Result> = ((item: Item) => Promise<Result>) & {
  readonly counters: CoalescedCounters
}

type Waiting<Item, Result> = {
  item: Item
  weight: number
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Turns concurrent single writes into few statements. An item that finds a free lane goes at the end of this turn of the event loop, with
 * those that arrive in the same turn: what came as one message or one answer of the database stays together. Those that arrive while every
 * lane is busy go together when one is free again. `run` returns one result for each item, by position, and
 * each caller is answered only when its own statement is committed. When one item makes a batch fail, all of the batch
 * are run alone, so `run` must be safe to repeat. Large items have a lane of their own, with few in a statement, and those that are alone
 * in theirs another.
 */
export function coalesced<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxBatch = 64, lanes = 1, weightOf = () => 0 }: CoalescedOptions<Item> = {},
): Coalesced<Item, Result> {
  const counters: CoalescedCounters = { batches: 0, items: 0, retriedAlone: 0 }

  async function send(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    counters.batches += 1
    counters.items += batch.length
    try {
      const results = await run(batch.map(({ item }) => item))
      if (results.length !== batch.length) {
        throw new Error(`a batch of ${batch.length} items got ${results.length} results`)
      }
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (batch.length === 1 || !isCausedByItem(error)) {
        for (const { reject } of batch) reject(error)
        return
      }
      counters.retriedAlone += batch.length
      for (const waiting of batch) await send([waiting])
    }
  }

  const enterSmall = lanesOf(send, { maxBatch, lanes, most: Number.POSITIVE_INFINITY })
  const enterLarge = lanesOf(send, { maxBatch, lanes: 1, most: mostWeight })
  const enterAlone = lanesOf(send, { maxBatch: 1, lanes: 1, most: Number.POSITIVE_INFINITY })

  function write(item: Item): Promise<Result> {
    const weight = weightOf(item)
    const enter = weight < largeWeight ? enterSmall : weight < mostWeight ? enterLarge : enterAlone
    return new Promise((resolve, reject) => enter({ item, weight, resolve, reject }))
  }
  return Object.assign(write, { counters })
}

/** Sends what enters in batches of some weight at most, so many at once. `send` answers every failure to its callers and never rejects. */
function lanesOf<Entry extends { weight: number }>(
  send: (batch: readonly Entry[]) => Promise<void>,
  { maxBatch, lanes, most }: { maxBatch: number; lanes: number; most: number },
): (entry: Entry) => void {
  let queue: Entry[] = []
  let busyLanes = 0

  /** How many go together, the first in any case. */
  function countOfNext(): number {
    let count = 0
    for (let weight = 0; count < Math.min(maxBatch, queue.length); count += 1) {
      weight += queue[count]?.weight ?? 0
      if (weight > most && count > 0) break
    }
    return count
  }

  /** Keeps a lane as long as there is something to send. */
  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const count = countOfNext()
      const batch = queue.slice(0, count)
      queue = queue.slice(count)
      await send(batch)
      await endOfTurn()
    }
    busyLanes -= 1
  }

  return (entry) => {
    queue.push(entry)
    if (busyLanes === lanes || queue.length % maxBatch !== 1 % maxBatch) return
    busyLanes += 1
    setImmediate(() => void drain())
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
