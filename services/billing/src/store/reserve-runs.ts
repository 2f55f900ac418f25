import { snakeNames } from '@outturn/contracts'
import { isAmong, type Runner, statement } from '@outturn/postgres'
import type { Selectable } from 'kysely'
import type { AccountChange } from '../domain/prices/reserve-for-account.ts'
import type { Reservation } from '../domain/ledger/reservation.ts'
import { batchJson } from './batch-json.ts'
import { fromRowFunds, toRowFunds, type VersionedFunds } from './funds-row.ts'
import { fromRowReservation, toRowReservation } from './reservation-row.ts'
import type { AccountFundsTable, ReservationTable } from './tables.ts'

export type Books = {
  /** By account; an account without a row is absent. */
  readonly funds: ReadonlyMap<string, VersionedFunds>
  /** By run. */
  readonly reservations: ReadonlyMap<string, Reservation>
}

const selectFunds = statement('funds_of', 'select * from account_funds where account_id = any($1)')
const selectReservations = statement('reservations_of', 'select * from reservation where run_id = any($1)')

/** What is recorded of these accounts and runs now. The two reads may differ by a change; a save on both notices it. */
export async function readBooks(
  run: Runner,
  accountIds: readonly string[],
  runIds: readonly string[],
): Promise<Books> {
  const [funds, reservations] = await Promise.all([
    run<Selectable<AccountFundsTable>>(selectFunds, [accountIds]),
    run<Selectable<ReservationTable>>(selectReservations, [runIds]),
  ])
  return {
    funds: new Map(funds.map((row) => [row.account_id, fromRowFunds(row)])),
    reservations: new Map(reservations.map((row) => [row.run_id, fromRowReservation(row)])),
  }
}

// An account takes part only if its version is still the one decided on and each of its runs is still unheld: a new
// run without a row, a repeated one voided at the attempt before. Holding and voiding raise the version, so what
// `taken` does not see in its snapshot makes `won` fail. Accounts are locked in one order, or two batches would deadlock.
const saveReservations = statement(
  'reserve_runs',
  `with funds as (
     select * from json_to_recordset($1::json) as funds(
       account_id text, version bigint, available_micros bigint, grants text, caps text, included_verifications integer,
       included_compiles integer, allowance_month text, verifications_used integer, compiles_used integer,
       next_expiry_at timestamptz)
   ), hold as (
     select * from json_to_recordset($2::json) as hold(
       run_id text, account_id text, attempt integer, state text, covered_by text, free_text_compiles integer,
       key_id text, use_case text, verification_micros bigint, compile_micros bigint, allowance_month text, allowance_verifications integer,
       allowance_compiles integer, parts text, receivable_micros bigint, created_at timestamptz,
       check_at timestamptz, finished_at timestamptz)
   ), taken as (
     select hold.account_id from hold left join reservation using (run_id)
     where coalesce(reservation.attempt, 0) <> hold.attempt - 1 or coalesce(reservation.state, 'voided') <> 'voided'
   ), won as (
     insert into account_funds as current (
       account_id, version, available_micros, grants, caps, included_verifications, included_compiles, allowance_month,
       verifications_used, compiles_used, next_expiry_at)
     select account_id, version, available_micros, grants::jsonb, caps::jsonb, included_verifications, included_compiles,
       allowance_month, verifications_used, compiles_used, next_expiry_at
     from funds where account_id not in (select account_id from taken) order by account_id
     on conflict (account_id) do update set
       version = excluded.version, available_micros = excluded.available_micros, grants = excluded.grants, caps = excluded.caps,
       allowance_month = excluded.allowance_month, verifications_used = excluded.verifications_used,
       compiles_used = excluded.compiles_used, next_expiry_at = excluded.next_expiry_at
     where current.version = excluded.version - 1
     returning account_id
   ), held as (
     insert into reservation (
       run_id, account_id, attempt, state, covered_by, free_text_compiles, key_id, use_case, verification_micros, compile_micros,
       allowance_month, allowance_verifications, allowance_compiles, parts, receivable_micros, created_at, check_at,
       finished_at)
     select run_id, account_id, attempt, state, covered_by, free_text_compiles, key_id, use_case, verification_micros, compile_micros,
       allowance_month, allowance_verifications, allowance_compiles, parts::jsonb, receivable_micros, created_at,
       check_at, finished_at
     from hold where attempt = 1 and ${isAmong('account_id', 'select account_id from won')}
   ), held_again as (
     update reservation set
       attempt = hold.attempt, state = hold.state, covered_by = hold.covered_by,
       free_text_compiles = hold.free_text_compiles, key_id = hold.key_id, use_case = hold.use_case, verification_micros = hold.verification_micros,
       compile_micros = hold.compile_micros, allowance_month = hold.allowance_month,
       allowance_verifications = hold.allowance_verifications, allowance_compiles = hold.allowance_compiles,
       parts = hold.parts::jsonb, receivable_micros = hold.receivable_micros, created_at = hold.created_at,
       check_at = hold.check_at, finished_at = hold.finished_at
     from hold
     where reservation.run_id = hold.run_id and hold.attempt > 1 and ${isAmong('hold.account_id', 'select account_id from won')}
   ), ledger as (
     insert into transfer (
       kind, idempotency_key, debit_account, credit_account, amount_micros, reference, grant_id, key_id, use_case, at)
     select kind, idempotency_key, debit_account, credit_account, amount_micros, reference, grant_id, key_id, use_case, at
     from json_to_recordset($3::json) as moved(
       account_id text, kind text, idempotency_key text, debit_account text, credit_account text,
       amount_micros bigint, reference text, grant_id text, key_id text, use_case text, at timestamptz)
     where ${isAmong('account_id', 'select account_id from won')}
   )
   select account_id from won`,
)

/**
 * Saves what was decided for several accounts, all or nothing for each: those whose funds or runs changed meanwhile are
 * left as they are. Returns the accounts that were saved.
 */
export async function saveReservedRuns(
  run: Runner,
  changes: readonly AccountChange[],
): Promise<ReadonlySet<string>> {
  if (changes.length === 0) return new Set()
  const rows = await run<{ account_id: string }>(saveReservations, [
    batchJson(changes.map(toRowFunds)),
    batchJson(changes.flatMap(({ reservations }) => reservations.map(toRowReservation))),
    batchJson(
      changes.flatMap(({ funds, transfers }) =>
        transfers.map((transfer) => ({ account_id: funds.accountId, ...snakeNames(transfer) })),
      ),
    ),
  ])
  return new Set(rows.map(({ account_id }) => account_id))
}
