import { type Pool, query, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import type { Selectable } from 'kysely'
import type { BookTransfer } from '../../domain/books.ts'
import type { CardSettlement, CardSettlementWithHold, Hold } from '../../domain/card/card-settlement.ts'
import { recordTransfers } from '../book-transfers.ts'
import { dueColumns, dueOf } from '../settlement-store.ts'
import type { SettlementTable, Tables } from '../tables.ts'
import type { CardHoldTable } from './card-tables.ts'

/** Records a settlement by card; nothing where the Spool has one. */
export async function recordCardSettlement(
  tx: Tx<Tables>,
  settlement: CardSettlement,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('settlement')
    .values({ ...toRow(settlement), next_at: null, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Locked until the transaction ends; null where the Spool has no settlement by card. */
export async function lockCardSettlement(
  tx: Tx<Tables>,
  by: { id: string } | { spoolId: string },
): Promise<CardSettlementWithHold | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['spool_id', by.spoolId] as const)
  const row = await tx
    .selectFrom('settlement')
    .selectAll()
    .where(column, '=', value)
    .where('lane', '=', 'card')
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const hold = await tx
    .selectFrom('card_hold')
    .selectAll()
    .where('settlement_id', '=', row.id)
    .orderBy('n', 'desc')
    .limit(1)
    .executeTakeFirst()
  return { settlement: fromRowCard(row), hold: hold === undefined ? null : fromRowHold(hold) }
}

const byId = statement('card_settlement_by_id', `select * from settlement where id = $1 and lane = 'card'`)
const holdOf = statement(
  'card_hold_of',
  'select * from card_hold where settlement_id = $1 order by n desc limit 1',
)

/** Null where there is none. */
export async function findCardSettlement(pool: Pool, id: string): Promise<CardSettlementWithHold | null> {
  const [row] = await query<Selectable<SettlementTable>>(pool, byId, [id])
  if (row === undefined) return null
  const [hold] = await query<Selectable<CardHoldTable>>(pool, holdOf, [id])
  return { settlement: fromRowCard(row), hold: hold === undefined ? null : fromRowHold(hold) }
}

/** Saves a settlement that this transaction has locked. */
export async function saveCardSettlement(
  tx: Tx<Tables>,
  { settlement, hold }: CardSettlementWithHold,
  { transfers, nextAt, now }: { transfers: readonly BookTransfer[]; nextAt: Date | null; now: Date },
): Promise<void> {
  await tx
    .updateTable('settlement')
    .set({ ...toRow(settlement), next_at: nextAt, updated_at: now })
    .where('id', '=', settlement.id)
    .execute()
  if (hold !== null) {
    const row = toRowHold(settlement.id, hold)
    await tx
      .insertInto('card_hold')
      .values(row)
      .onConflict((conflict) => conflict.columns(['settlement_id', 'n']).doUpdateSet(row))
      .execute()
  }
  await recordTransfers(tx, transfers, now)
}

const countTry = statement(
  'card_hold_count_try',
  'update card_hold set tries = tries + 1 where settlement_id = $1 and n = $2 and tries = $3',
)

/** Counts an answer that its key gets for good, so that the next call has another key. */
export async function countHoldTry(pool: Pool, settlementId: string, { n, tries }: Hold): Promise<void> {
  await query(pool, countTry, [settlementId, n, tries])
}

const lookAgain = statement(
  'card_settlement_look_again',
  'update settlement set next_at = $2 where id = $1 and next_at is not null and ($3::int is null or version = $3)',
)

/** Has a settlement looked at then, unless it ended, or is of another version by now where one is named. */
export async function lookAgainAt(
  pool: Pool,
  id: string,
  at: Date,
  version: number | null = null,
): Promise<void> {
  await query(pool, lookAgain, [id, at, version])
}

function toRow({ due, ...settlement }: CardSettlement) {
  return {
    id: settlement.id,
    spool_id: settlement.spoolId,
    account_id: settlement.accountId,
    lane: 'card' as const,
    payer: settlement.accountId,
    payee: settlement.destination,
    fee_recipient: 'platform',
    token: JSON.stringify({ currency: 'usd' }),
    maximum_cents: settlement.maximumCents,
    maximum_fee_cents: settlement.maximumFeeCents,
    ...dueColumns(due),
    is_void: settlement.isVoid,
    is_held: settlement.isHeld,
    is_closed: settlement.isClosed,
    version: settlement.version,
  }
}

export function fromRowCard(row: Selectable<SettlementTable>): CardSettlement {
  return {
    id: row.id,
    spoolId: row.spool_id,
    accountId: row.account_id,
    destination: row.payee,
    maximumCents: row.maximum_cents,
    maximumFeeCents: row.maximum_fee_cents,
    due: dueOf(row),
    isVoid: row.is_void,
    isHeld: row.is_held,
    isClosed: row.is_closed,
    version: row.version,
  }
}

function toRowHold(settlementId: string, hold: Hold): CardHoldTable {
  return {
    settlement_id: settlementId,
    n: hold.n,
    cents: hold.cents,
    fee_cents: hold.feeCents,
    payment_method: hold.paymentMethod,
    description: hold.description,
    return_url: hold.returnUrl,
    state: hold.state,
    end_reason: hold.end,
    session_id: hold.sessionId,
    intent_id: hold.intentId,
    url: hold.url,
    capture_before: hold.captureBefore,
    warnings: hold.warnings,
    is_released: hold.isReleased,
    problem: hold.problem,
    tries: hold.tries,
    asked_at: hold.askedAt,
    asked_by: hold.askedBy,
  }
}

export function fromRowHold(row: CardHoldTable): Hold {
  return {
    n: row.n,
    cents: row.cents,
    feeCents: row.fee_cents,
    paymentMethod: row.payment_method,
    description: row.description,
    returnUrl: row.return_url,
    state: row.state,
    end: row.end_reason,
    sessionId: row.session_id,
    intentId: row.intent_id,
    url: row.url,
    captureBefore: row.capture_before,
    warnings: row.warnings,
    isReleased: row.is_released,
    problem: row.problem,
    tries: row.tries,
    askedAt: row.asked_at,
    askedBy: row.asked_by,
  }
}
