import type { Tx } from '@outturn/postgres/typed'
import { type Pool, query, statement } from '@outturn/postgres'
import type { Insertable, Selectable } from 'kysely'
import type { BookTransfer } from '../domain/books.ts'
import type { Leg } from '../domain/leg.ts'
import type { RecordedBlock } from '../domain/reorganisations/recorded-block.ts'
import type { Due, Settlement } from '../domain/settlement.ts'
import { recordTransfers } from './book-transfers.ts'
import type { LegTable, SettlementTable, Tables } from './tables.ts'

export type SettlementWithLegs = { readonly settlement: Settlement; readonly legs: Leg[] }

/** Records a commitment; false where the Spool has one. */
export async function recordSettlement(tx: Tx<Tables>, settlement: Settlement, now: Date): Promise<boolean> {
  const made = await tx
    .insertInto('settlement')
    .values({ ...toRowSettlement(settlement), next_at: null, created_at: now, updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** A settlement that no other transaction changes until this one ends; null where there is none. */
export async function lockSettlement(
  tx: Tx<Tables>,
  by: { id: string } | { spoolId: string },
): Promise<SettlementWithLegs | null> {
  const [column, value] = 'id' in by ? (['id', by.id] as const) : (['spool_id', by.spoolId] as const)
  const row = await tx
    .selectFrom('settlement')
    .selectAll()
    .where(column, '=', value)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) return null
  const legs = await tx.selectFrom('leg').selectAll().where('settlement_id', '=', row.id).execute()
  return { settlement: fromRowSettlement(row), legs: legs.map(fromRowLeg) }
}

const byId = statement('settlement_by_id', 'select * from settlement where id = $1')
const legsOf = statement('legs_of_settlement', 'select * from leg where settlement_id = $1')

export async function readSettlement(pool: Pool, id: string): Promise<SettlementWithLegs> {
  const found = await findSettlement(pool, id)
  if (found === null) throw new Error(`there is no settlement ${id}`)
  return found
}

/** Null where there is none. */
export async function findSettlement(pool: Pool, id: string): Promise<SettlementWithLegs | null> {
  const [row] = await query<Selectable<SettlementTable>>(pool, byId, [id])
  if (row === undefined) return null
  const legs = await query<Selectable<LegTable>>(pool, legsOf, [id])
  return { settlement: fromRowSettlement(row), legs: legs.map(fromRowLeg) }
}

/** Saves a settlement that this transaction has locked, with the legs that are new or changed. */
export async function saveSettlement(
  tx: Tx<Tables>,
  settlement: Settlement,
  changes: { legs: readonly Leg[]; transfers: readonly BookTransfer[]; nextAt: Date | null; now: Date },
): Promise<void> {
  const { legs, transfers, nextAt, now } = changes
  await tx
    .updateTable('settlement')
    .set({ ...toRowSettlement(settlement), next_at: nextAt, updated_at: now })
    .where('id', '=', settlement.id)
    .execute()
  // Those that count no more come first: at most one leg of a kind counts.
  for (const leg of legs.toSorted((a, b) => a.attempt - b.attempt)) {
    const { signature, state, transaction, block, block_hash, block_state, taken_back } = toRowLeg(
      settlement.id,
      leg,
    )
    await tx
      .insertInto('leg')
      .values({ ...toRowLeg(settlement.id, leg), created_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['settlement_id', 'kind', 'attempt'])
          .doUpdateSet({ signature, state, transaction, block, block_hash, block_state, taken_back }),
      )
      .execute()
  }
  await recordTransfers(tx, transfers, now)
}

// Replicas take different ones: what is taken is due again only after the turn.
const takeDue = statement(
  'settlements_take_due',
  `with due as (
     select id from settlement where lane = $4 and next_at <= $1 order by next_at limit $2 for update skip locked
   )
   update settlement as s set next_at = $3 from due where s.id = due.id returning s.id`,
)

/** Settlements of a lane whose time has come; they are due again at `again`, unless that is changed. */
export async function takeDueSettlements(
  pool: Pool,
  lane: 'wallet' | 'card',
  now: Date,
  again: Date,
  limit: number,
): Promise<string[]> {
  const rows = await query<{ id: string }>(pool, takeDue, [now, limit, again, lane])
  return rows.map(({ id }) => id)
}

const lookLater = statement(
  'settlement_look_later',
  'update settlement set next_at = $3 where id = $1 and version = $2 and next_at < $3',
)

/** Leaves a settlement alone until then, unless it changed since it was read. */
export async function postponeSettlement(
  pool: Pool,
  { id, version }: Pick<Settlement, 'id' | 'version'>,
  until: Date,
): Promise<void> {
  await query(pool, lookLater, [id, version, until])
}

const lookNoMore = statement(
  'settlement_look_no_more',
  'update settlement set next_at = null where id = $1 and version = $2',
)

/** Ends looking at a settlement, unless it changed since it was read. */
export async function retireSettlement(
  pool: Pool,
  { id, version }: Pick<Settlement, 'id' | 'version'>,
): Promise<void> {
  await query(pool, lookNoMore, [id, version])
}

/** Whether an operator keeps a settlement from sending; it stays as it is until the transaction ends. */
export async function mayNotSend(tx: Tx<Tables>, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('settlement')
    .select(['is_held', 'is_closed'])
    .where('id', '=', id)
    .forShare()
    .executeTakeFirstOrThrow()
  return row.is_held || row.is_closed
}

function toRowSettlement({ due, token, ...settlement }: Settlement) {
  return {
    id: settlement.id,
    spool_id: settlement.spoolId,
    account_id: settlement.accountId,
    payer: settlement.payer,
    payee: settlement.payee,
    fee_recipient: settlement.feeRecipient,
    token: JSON.stringify(token),
    maximum_cents: settlement.maximumCents,
    maximum_fee_cents: settlement.maximumFeeCents,
    ...dueColumns(due),
    is_void: settlement.isVoid,
    is_held: settlement.isHeld,
    is_closed: settlement.isClosed,
    mode: settlement.mode,
    blocked_reason: settlement.blockedBy,
    blocked_detail: settlement.blockedDetail,
    version: settlement.version,
  }
}

export function fromRowSettlement(row: Selectable<SettlementTable>): Settlement {
  return {
    id: row.id,
    spoolId: row.spool_id,
    accountId: row.account_id,
    payer: row.payer,
    payee: row.payee,
    feeRecipient: row.fee_recipient,
    token: row.token,
    maximumCents: row.maximum_cents,
    maximumFeeCents: row.maximum_fee_cents,
    due: dueOf(row),
    isVoid: row.is_void,
    isHeld: row.is_held,
    isClosed: row.is_closed,
    mode: modeOf(row),
    blockedBy: row.blocked_reason,
    blockedDetail: row.blocked_detail,
    version: row.version,
  }
}

export function dueColumns(due: Due | null) {
  return {
    receipt_id: due?.receiptId ?? null,
    earned_cents: due?.earnedCents ?? null,
    fee_cents: due?.feeCents ?? null,
  }
}

export function dueOf(row: Selectable<SettlementTable>): Due | null {
  const { receipt_id: receiptId, earned_cents: earnedCents, fee_cents: feeCents } = row
  if (receiptId === null || earnedCents === null || feeCents === null) return null
  return { receiptId, earnedCents, feeCents }
}

function modeOf({ id, mode }: Selectable<SettlementTable>): Settlement['mode'] {
  if (mode === null) throw new Error(`settlement ${id} is not from a wallet`)
  return mode
}

function toRowLeg(settlementId: string, leg: Leg): Omit<Insertable<LegTable>, 'created_at'> {
  const { kind, attempt, cents, units, nonce, signature, state, transaction, block, takenBack } = leg
  return {
    settlement_id: settlementId,
    kind,
    attempt,
    payee: leg.to,
    cents,
    units,
    nonce,
    valid_before: BigInt(leg.validBefore),
    since_block: leg.sinceBlock,
    signature,
    state,
    transaction,
    block: block?.block ?? null,
    block_hash: block?.hash ?? null,
    block_state: block?.state ?? null,
    taken_back: takenBack,
  }
}

export function fromRowLeg(row: Selectable<LegTable>): Leg {
  const { kind, attempt, cents, nonce, signature, state, transaction } = row
  return {
    kind,
    attempt,
    to: row.payee,
    cents,
    units: BigInt(row.units),
    nonce,
    validBefore: Number(row.valid_before),
    sinceBlock: row.since_block,
    signature,
    state,
    transaction,
    block: blockOf(row),
    takenBack: row.taken_back,
  }
}

function blockOf({
  block,
  block_hash: hash,
  block_state: state,
}: Selectable<LegTable>): RecordedBlock | null {
  return block === null || hash === null || state === null ? null : { block, hash, state }
}
