import { type Pool, query, statement } from '@outturn/postgres'
import type { Database } from '@outturn/postgres/typed'
import type { PackRail } from '@outturn/vocabulary'
import type { Tables } from '../tables.ts'

/** How far a rail is compared. */
export type Reached = { readonly position: bigint; readonly fingerprint: string }

const seed = statement(
  'seed_reconciliation',
  `insert into payment_reconciliation (rail, compared_to, fingerprint, lease_until) values ($1, $2, '', $3)
   on conflict do nothing`,
)
const lease = statement(
  'lease_reconciliation',
  `update payment_reconciliation set lease_until = $3
   where rail = $1 and lease_until <= $2 and (finished_at is null or finished_at <= $4)
   returning compared_to, fingerprint`,
)

/** Takes the comparison of a rail on for one process; null while another has it, or when it ended after `dueBefore`. */
export async function leaseReconciliation(
  pool: Pool,
  rail: PackRail,
  { now, until, dueBefore, start }: { now: Date; until: Date; dueBefore: Date; start: bigint },
): Promise<Reached | null> {
  await query(pool, seed, [rail, start, now])
  const [row] = await query<{ compared_to: bigint; fingerprint: string }>(pool, lease, [
    rail,
    now,
    until,
    dueBefore,
  ])
  return row === undefined ? null : { position: row.compared_to, fingerprint: row.fingerprint }
}

const firsts = {
  x402: statement('first_claim', 'select min(since_block) as position from payment_claim'),
  mpp: statement(
    'first_purchase',
    'select extract(epoch from min(created_at))::bigint as position from credit_purchase',
  ),
} as const

/** Where the first payment of a rail can be found at the earliest; null while there is none. */
export async function firstPosition(pool: Pool, rail: PackRail): Promise<bigint | null> {
  const [row] = await query<{ position: bigint | null }>(pool, firsts[rail], [])
  return row?.position ?? null
}

/** Ends the lease of a comparison; `finishedAt` is null when it has not come to its end. */
export async function endReconciliation(
  db: Database<Tables>,
  rail: PackRail,
  now: Date,
  finishedAt: Date | null,
): Promise<void> {
  await db
    .updateTable('payment_reconciliation')
    .set({ lease_until: now, ...(finishedAt !== null && { finished_at: finishedAt }) })
    .where('rail', '=', rail)
    .execute()
}

/** When each rail was compared to its end for the last time. */
export async function lastReconciliations(
  db: Database<Tables>,
): Promise<{ rail: PackRail; comparedTo: bigint; finishedAt: Date | null }[]> {
  const rows = await db.selectFrom('payment_reconciliation').selectAll().orderBy('rail').execute()
  return rows.map((row) => ({
    rail: row.rail,
    comparedTo: row.compared_to,
    finishedAt: row.finished_at,
  }))
}
