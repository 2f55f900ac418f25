import { coalesced, isOutage } from '@outturn/postgres'
import type { RateDemand } from '../store/rate-store.ts'

/** A counted request that its caller gets back. */
export type Returned = { readonly caller: string; readonly quota: number; readonly countedAt: number }

export type Returns = {
  /** Returns a request; settles when the store has it. One that the store does not answer for stays counted. */
  add(returned: Returned): Promise<void>
  /** Settles when nothing of this caller is on its way to the store. */
  settled(caller: string): Promise<void> | undefined
}

type ReturnsDeps = {
  readonly take: (demands: readonly RateDemand[]) => Promise<unknown>
  readonly onOutage: (error: unknown) => void
}

/** Returns requests to the quotas of their callers, those that end together in few statements. */
export function createReturns({ take, onOutage }: ReturnsDeps): Returns {
  const underWay = new Map<string, Promise<void>>()
  const send = coalesced(
    async (batch: readonly Returned[]) => {
      for (const demands of statementsOf(batch)) await take(demands)
      return batch.map(() => undefined)
    },
    { maxBatch: 512 },
  )

  return {
    add(returned) {
      const { caller } = returned
      const before = underWay.get(caller)
      const done = Promise.all([before, send(returned)])
        .catch((error: unknown) => {
          if (!isOutage(error)) throw error
          onOutage(error)
        })
        .then(() => undefined)
        .finally(() => {
          if (underWay.get(caller) === done) underWay.delete(caller)
        })
      underWay.set(caller, done)
      return done
    },
    settled: (caller) => underWay.get(caller)?.catch(() => {}),
  }
}

/** A statement has each caller once, and gives back what was counted in one second. */
function statementsOf(batch: readonly Returned[]): RateDemand[][] {
  const bySecond = new Map<string, RateDemand & { unused: { count: number; countedAt: number } }>()
  for (const { caller, quota, countedAt } of batch) {
    const name = `${Math.floor(countedAt / 1_000)}|${caller}`
    const known = bySecond.get(name)
    if (known === undefined) {
      bySecond.set(name, { caller, quota, wanted: 0, ahead: 0, unused: { count: 1, countedAt } })
    } else known.unused.count += 1
  }
  const statements: RateDemand[][] = []
  for (const demand of bySecond.values()) {
    const free = statements.find((demands) => demands.every(({ caller }) => caller !== demand.caller))
    if (free === undefined) statements.push([demand])
    else free.push(demand)
  }
  return statements
}
