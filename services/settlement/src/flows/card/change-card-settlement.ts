import { settlementChanged } from '@outturn/contracts'
import { appendOutbox, type OutboxRow, outboxRow } from '@outturn/postgres'
import { firstTime, inside, inTransaction, type Tx } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../../deps.ts'
import type { BookTransfer } from '../../domain/books.ts'
import { type CardSettlementWithHold, isBeingTaken } from '../../domain/card/card-settlement.ts'
import { cardPaidCents, cardSummaryOf } from '../../domain/card/card-summary.ts'
import { nextCardLook } from '../../domain/card/hold-duty.ts'
import { lockCardSettlement, saveCardSettlement } from '../../store/card/card-store.ts'
import type { Tables } from '../../store/tables.ts'

export type CardChange = CardSettlementWithHold & { readonly transfers: readonly BookTransfer[] }

export type CardChangeDeps = Pick<SettlementDeps, 'clock' | 'db' | 'environment' | 'ids' | 'relay'>

/**
 * Changes a settlement by card under its lock, with the books and the event that tells of it, in one transaction; `decide` answers null
 * where nothing changes. Answers the settlement as it is then, or null where there is none.
 */
export async function changeCardSettlement(
  deps: CardChangeDeps,
  by: { id: string } | { spoolId: string },
  decide: (current: CardSettlementWithHold) => CardChange | null,
  {
    eventId = null,
    before = async () => undefined,
  }: {
    /** Event of another service for which it is done once. */
    eventId?: string | null
    /** What is done first in the same transaction. */
    before?: (tx: Tx<Tables>) => Promise<void>
  } = {},
): Promise<CardSettlementWithHold | null> {
  const now = deps.clock.now()
  const { result, outbox } = await inTransaction(deps.db, async (tx) => {
    const isNew = eventId === null || (await firstTime(tx, eventId))
    if (isNew) await before(tx)
    const current = await lockCardSettlement(tx, by)
    const change = isNew && current !== null ? decide(current) : null
    if (change === null || current === null) return { result: current, outbox: [] }
    const next: CardSettlementWithHold = {
      settlement: { ...change.settlement, version: current.settlement.version + 1 },
      hold: change.hold,
    }
    const rows = [cardSettlementMoved(deps, next, now)]
    await saveCardSettlement(tx, next, {
      transfers: change.transfers,
      nextAt: nextCardLook(next, now),
      now,
    })
    await appendOutbox(inside(tx), rows)
    return { result: next, outbox: rows }
  })
  deps.relay.publish(outbox)
  return result
}

function cardSettlementMoved(
  { environment, ids }: CardChangeDeps,
  current: CardSettlementWithHold,
  now: Date,
): OutboxRow {
  const payload = {
    spoolId: current.settlement.spoolId,
    summary: cardSummaryOf(current),
    paidCents: cardPaidCents(current),
    isBeingPaid: isBeingTaken(current),
    at: now.toISOString(),
  }
  return outboxRow({ environment, event: settlementChanged, payload }, { id: ids.newUuid(), now })
}
