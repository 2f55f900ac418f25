import { appendOutbox } from '@outturn/postgres'
import { firstTime, inside, inTransaction, type Tx } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../deps.ts'
import type { BookTransfer } from '../domain/books.ts'
import type { Leg } from '../domain/leg.ts'
import { nextLook } from '../domain/progress.ts'
import type { Settlement } from '../domain/settlement.ts'
import { settlementMoved } from '../events.ts'
import { lockSettlement, saveSettlement, type SettlementWithLegs } from '../store/settlement-store.ts'
import type { Tables } from '../store/tables.ts'

/** What changes of a settlement: itself, and the legs that are new or other than before. */
export type SettlementChange = {
  readonly settlement: Settlement
  readonly legs: readonly Leg[]
  readonly transfers: readonly BookTransfer[]
}

type Decided = SettlementChange | null

export type ChangeDeps = Pick<
  SettlementDeps,
  'clock' | 'db' | 'environment' | 'ids' | 'legTtlSeconds' | 'relay'
>

/**
 * Changes a settlement under its lock, with the books and the event that tells of it, in one transaction; `decide` answers null
 * where nothing changes. With an event of another service it is done once for that event. Answers the settlement as it is then.
 */
export async function changeSettlement(
  deps: ChangeDeps,
  by: { id: string } | { spoolId: string },
  decide: (current: SettlementWithLegs, tx: Tx<Tables>) => Decided | Promise<Decided>,
  eventId: string | null = null,
): Promise<SettlementWithLegs> {
  const now = deps.clock.now()
  const { result, outbox } = await inTransaction(deps.db, async (tx) => {
    const isNew = eventId === null || (await firstTime(tx, eventId))
    const current = await lockSettlement(tx, by)
    if (current === null) throw new Error(`there is no settlement of ${JSON.stringify(by)}`)
    const change = isNew ? await decide(current, tx) : null
    if (change === null) return { result: current, outbox: [] }
    const settlement = { ...change.settlement, version: current.settlement.version + 1 }
    const legs = withChanges(current.legs, change.legs)
    const rows = [settlementMoved(deps, settlement, legs, now)]
    await saveSettlement(tx, settlement, {
      ...change,
      nextAt: nextLook(settlement, legs, now, deps.legTtlSeconds),
      now,
    })
    await appendOutbox(inside(tx), rows)
    return { result: { settlement, legs }, outbox: rows }
  })
  deps.relay.publish(outbox)
  return result
}

function withChanges(legs: readonly Leg[], changed: readonly Leg[]): Leg[] {
  const isSame = (a: Leg, b: Leg) => a.nonce === b.nonce
  return [...legs.filter((leg) => !changed.some((other) => isSame(leg, other))), ...changed]
}
