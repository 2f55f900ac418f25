import { type Pool, query, statement } from '@outturn/postgres'
import type { Selectable } from 'kysely'
import type { Reservation } from '../domain/ledger/reservation.ts'
import { fromRowReservation } from './reservation-row.ts'
import type { ReservationTable } from './tables.ts'

const claim = statement(
  'claim_overdue_reservations',
  `with overdue as (
     select run_id from reservation where state = 'held' and check_at <= $1
     order by check_at limit $3 for update skip locked
   )
   update reservation set check_at = $2 from overdue where reservation.run_id = overdue.run_id
   returning reservation.*`,
)

/** Held reservations whose run is due to be asked after; until `checkAgainAt` no other process gets them. */
export async function claimOverdueReservations(
  pool: Pool,
  { now, checkAgainAt, limit }: { now: Date; checkAgainAt: Date; limit: number },
): Promise<Reservation[]> {
  const rows = await query<Selectable<ReservationTable>>(pool, claim, [now, checkAgainAt, limit])
  return rows.map(fromRowReservation)
}

/** Accounts with a grant that has expired and still has something left. */
export async function accountsWithExpiredCreditGrants(
  pool: Pool,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await pool.query<{ account_id: string }>(
    'select account_id from account_funds where next_expiry_at <= $1 order by next_expiry_at limit $2',
    [now, limit],
  )
  return rows.map(({ account_id }) => account_id)
}
