import { snakeNames } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { type AccountFunds, emptyFunds } from '../domain/ledger/account-funds.ts'
import type { Reservation } from '../domain/ledger/reservation.ts'
import type { Reserved } from '../domain/ledger/reserve.ts'
import type { Transfer } from '../domain/ledger/transfer.ts'
import { fromRowFunds, toRowFunds, type VersionedFunds } from './funds-row.ts'
import { chargeTime } from './statements/closed-until.ts'
import { fromRowReservation, toRowReservation } from './reservation-row.ts'
import type { Tables } from './tables.ts'

/** The funds of an account, which no one else changes until the transaction ends; made empty if there are none. */
export async function lockFunds(tx: Tx<Tables>, accountId: string, now: Date): Promise<VersionedFunds> {
  const select = () =>
    tx
      .selectFrom('account_funds')
      .selectAll()
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirst()
  const row = await select()
  if (row !== undefined) return fromRowFunds(row)
  await tx
    .insertInto('account_funds')
    .values(toRowFunds({ version: 0n, funds: emptyFunds(accountId, now) }))
    .onConflict((conflict) => conflict.column('account_id').doNothing())
    .execute()
  const made = await select()
  if (made === undefined) throw new Error(`account ${accountId} has no funds although they were just made`)
  return fromRowFunds(made)
}

/** Keeps others from changing these accounts until the transaction ends. One that has no row yet is not kept. */
export async function lockAccounts(tx: Tx<Tables>, accountIds: readonly string[]): Promise<void> {
  await tx
    .selectFrom('account_funds')
    .select('account_id')
    .where('account_id', 'in', accountIds)
    // In the order in which a batch of reservations takes them, or the two would deadlock.
    .orderBy('account_id')
    .forUpdate()
    .execute()
}

/** Saves funds that this transaction has locked, as the version after the one that was locked. */
export async function saveFunds(tx: Tx<Tables>, version: bigint, funds: AccountFunds): Promise<void> {
  const { account_id, ...row } = toRowFunds({ version, funds })
  await tx.updateTable('account_funds').set(row).where('account_id', '=', account_id).execute()
}

/** The reservation of a run, which no one else changes until the transaction ends. Its funds are locked before it. */
export async function lockReservation(tx: Tx<Tables>, runId: string): Promise<Reservation | null> {
  const row = await tx
    .selectFrom('reservation')
    .selectAll()
    .where('run_id', '=', runId)
    .forUpdate()
    .executeTakeFirst()
  return row === undefined ? null : fromRowReservation(row)
}

/** Saves a change of a reservation with the funds that this transaction has locked, as the version after `version`. */
export async function saveReserved(tx: Tx<Tables>, version: bigint, reserved: Reserved): Promise<void> {
  const { run_id, ...row } = toRowReservation(reserved.reservation)
  await saveFunds(tx, version, reserved.funds)
  await tx
    .insertInto('reservation')
    .values({ run_id, ...row })
    .onConflict((conflict) => conflict.column('run_id').doUpdateSet(row))
    .execute()
  await appendTransfers(tx, reserved.transfers)
}

export async function appendTransfers(tx: Tx<Tables>, transfers: readonly Transfer[]): Promise<void> {
  if (transfers.length === 0) return
  // What comes after its month was closed is of the next one.
  const rows = transfers.map((transfer) => ({ ...snakeNames(transfer), at: chargeTime(transfer.at) }))
  await tx.insertInto('transfer').values(rows).execute()
}
