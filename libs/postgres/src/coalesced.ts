import { isCausedByItem } from './database-error.ts'

export type CoalescedOptions<Item> = {
  /** Most items in one statement. */
  maxBatch?: number
  /** Statements in flight at once. */
  lanes?: number
  /** How much work an item is for the database, in characters of what it writes; by default none is much. */
  weightOf?: (item: Item) => number
}

/** From this weight on an item is large: others do not wait for its statement. */
export const largeWeight = 16_384

/** Most that several large items of one statement weigh together: some milliseconds of the database. */
export const mostWeight = 131_072

/** What has been sent since the process started. */
export type CoalescedCounters = { batches: number; items: number; retriedAlone: number }

export type Coalesced<Item, Result> = ((item: Item) => Promise<Result>) & {
  readonly counters: CoalescedCounters
}

type Waiting<Item, Result> = {
  item: Item
  resolve: (result: Result) => void
  reject: (reason: unknown) => void
}

/**
 * Turns concurrent single writes into few statements. An item that finds a free lane goes at the end of this turn of the event loop, with
 * those that arrive in the same turn: what came as one message or one answer of the database stays together. Those that arrive while every
 * lane is busy go together when one is free again. `run` returns one result for each item, by position, and
 * each caller is answered only when its own statement is committed. When one item makes a batch fail, all of the batch
 * are run alone, so `run` must be safe to repeat. Large items have a lane of their own, with few in a statement.
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

  const enter = lanesOf(send, { maxBatch, lanes })
  const enterLarge = oneLaneOf(send)

  function write(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const waiting = { item, resolve, reject }
      const weight = weightOf(item)
      if (weight < largeWeight) enter(waiting)
      else enterLarge(waiting, weight)
    })
  }
  return Object.assign(write, { counters })
}

/** Sends what enters in batches, so many at once. `send` answers every failure to its callers and never rejects. */
function lanesOf<Entry>(
  send: (batch: readonly Entry[]) => Promise<void>,
  { maxBatch, lanes }: { maxBatch: number; lanes: number },
): (entry: Entry) => void {
  let queue: Entry[] = []
  let busyLanes = 0

  /** Keeps a lane as long as there is something to send. */
  async function drain(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, maxBatch)
      queue = queue.slice(maxBatch)
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

/** Sends what enters one batch after the other, each of no more than `mostWeight`, or of one that is heavier. */
function oneLaneOf<Entry>(
  send: (batch: readonly Entry[]) => Promise<void>,
): (entry: Entry, weight: number) => void {
  const queue: { entry: Entry; weight: number }[] = []
  let isBusy = false

  function nextBatch(): Entry[] {
    let count = 0
    for (let left = mostWeight; count < queue.length; count += 1) {
      left -= queue[count]?.weight ?? 0
      if (left < 0 && count > 0) break
    }
    return queue.splice(0, count).map(({ entry }) => entry)
  }

  async function drain(): Promise<void> {
    while (queue.length > 0) {
      await send(nextBatch())
      await endOfTurn()
    }
    isBusy = false
  }

  return (entry, weight) => {
    queue.push({ entry, weight })
    if (isBusy) return
    isBusy = true
    setImmediate(() => void drain())
  }
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
