import type { Database } from '@outturn/postgres/typed'
import type { Selectable } from 'kysely'
import type { CardSettlementWithHold, Hold } from '../domain/card/card-settlement.ts'
import { fromRowCard, fromRowHold } from './card/card-store.ts'
import { fromRowLeg, fromRowSettlement, type SettlementWithLegs } from './settlement-store.ts'
import type { SettlementTable, Tables } from './tables.ts'

type Times = { readonly createdAt: Date; readonly updatedAt: Date; readonly nextAt: Date | null }

/** A settlement with its times, as an operator finds it. Of one by card the last hold is what counts. */
export type DatedSettlement = Times &
  (
    | ({ readonly lane: 'wallet' } & SettlementWithLegs)
    | ({ readonly lane: 'card'; readonly holds: readonly Hold[] } & CardSettlementWithHold)
  )

/** Settlements, the oldest first: those that have not ended, or all. */
export async function listDatedSettlements(
  db: Database<Tables>,
  { isOpen, limit }: { isOpen: boolean; limit: number },
): Promise<DatedSettlement[]> {
  let rows = db.selectFrom('settlement').selectAll()
  if (isOpen) {
    rows = rows
      .where(({ eb, or, and, not, exists, selectFrom }) =>
        or([
          eb('next_at', 'is not', null),
          eb('receipt_id', 'is', null),
          // What is owed by card and held by none.
          and([
            eb('lane', '=', 'card'),
            not(
              exists(
                selectFrom('card_hold')
                  .select('n')
                  .whereRef('settlement_id', '=', 'settlement.id')
                  .where('state', '=', 'captured')
                  .where('problem', 'is', null),
              ),
            ),
          ]),
        ]),
      )
      .where('is_void', '=', false)
      .where('is_closed', '=', false)
  }
  return completed(db, await rows.orderBy('created_at').orderBy('id').limit(limit).execute())
}

/** The settlement of this id or of this Spool; null where there is none. */
export async function findDatedSettlement(
  db: Database<Tables>,
  reference: string,
): Promise<DatedSettlement | null> {
  const rows = await db
    .selectFrom('settlement')
    .selectAll()
    .where(({ eb, or }) => or([eb('id', '=', reference), eb('spool_id', '=', reference)]))
    .execute()
  const [found = null] = await completed(db, rows)
  return found
}

/** With the legs or holds of each. */
async function completed(
  db: Database<Tables>,
  rows: readonly Selectable<SettlementTable>[],
): Promise<DatedSettlement[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const [legs, holds] = await Promise.all([
    db
      .selectFrom('leg')
      .selectAll()
      .where('settlement_id', 'in', ids)
      .orderBy('kind', 'desc')
      .orderBy('attempt')
      .execute(),
    db.selectFrom('card_hold').selectAll().where('settlement_id', 'in', ids).orderBy('n').execute(),
  ])
  const legsOf = Map.groupBy(legs, ({ settlement_id: id }) => id)
  const holdsOf = Map.groupBy(holds, ({ settlement_id: id }) => id)
  return rows.map((row) => {
    const times = { createdAt: row.created_at, updatedAt: row.updated_at, nextAt: row.next_at }
    if (row.lane === 'wallet') {
      const of = (legsOf.get(row.id) ?? []).map(fromRowLeg)
      return { ...times, lane: 'wallet', settlement: fromRowSettlement(row), legs: of }
    }
    const of = (holdsOf.get(row.id) ?? []).map(fromRowHold)
    return { ...times, lane: 'card', settlement: fromRowCard(row), holds: of, hold: of.at(-1) ?? null }
  })
}

/** A transfer of the books with its time. */
export type DatedTransfer = {
  readonly key: string
  readonly from: string
  readonly to: string
  readonly micros: bigint
  readonly at: Date
}

/** What the books have of a settlement, the oldest first. */
export async function transfersOf(db: Database<Tables>, settlementId: string): Promise<DatedTransfer[]> {
  const rows = await db
    .selectFrom('book_transfer')
    .selectAll()
    .where('settlement_id', '=', settlementId)
    .orderBy('at')
    .orderBy('key')
    .execute()
  return rows.map(({ key, from_account: from, to_account: to, micros, at }) => ({
    key,
    from,
    to,
    micros,
    at,
  }))
}

/** What the books have as paid to the seller of a settlement, in micros. */
export async function paidToSeller(db: Database<Tables>, settlementId: string): Promise<bigint> {
  const transfers = await transfersOf(db, settlementId)
  return transfers
    .filter(({ key }) => /^(?:paid|taken_back):seller/.test(key))
    .reduce((sum, { to, micros }) => (to === 'paid' ? sum + micros : sum - micros), 0n)
}
