import { isCausedByItem } from './database-error.ts'

export type CoalescedOptions = {
  /** Most items in one statement. */
  maxBatch?: number
  /** Statements in flight at once. */
  lanes?: number
}

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
 * are run alone, so `run` must be safe to repeat.
 */
export function coalesced<Item, Result>(
  run: (items: readonly Item[]) => Promise<readonly Result[]>,
  { maxBatch = 64, lanes = 1 }: CoalescedOptions = {},
): Coalesced<Item, Result> {
  const counters: CoalescedCounters = { batches: 0, items: 0, retriedAlone: 0 }
  let queue: Waiting<Item, Result>[] = []
  let busyLanes = 0

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

  function write(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      queue.push({ item, resolve, reject })
      if (busyLanes === lanes || queue.length % maxBatch !== 1 % maxBatch) return
      busyLanes += 1
      // `send` answers every failure to its callers, so a drain never rejects.
      setImmediate(() => void drain())
    })
  }
  return Object.assign(write, { counters })
}

function endOfTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve))
}
