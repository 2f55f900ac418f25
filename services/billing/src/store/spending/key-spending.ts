import { type Runner, statement } from '@outturn/postgres'
import type { SpentByKey } from '../../domain/spending/key-cap.ts'
import { monthOf, periodOf } from '../../domain/usage/calendar-month.ts'

// One snapshot: a run that is charged meanwhile counts once, as reserved or as charged.
const sumSpending = statement(
  'spending_of_keys',
  `select key_id, sum(micros)::numeric as micros from (
     select key_id, verification_micros + compile_micros as micros from reservation
     where account_id = $1 and state = 'held' and covered_by <> 'payment' and key_id = any($2)
     union all
     select key_id, fee_micros from usage_run
     where account_id = $1 and coalesce(charged_at, at) >= $3 and coalesce(charged_at, at) < $4 and key_id = any($2)
     union all
     select key_id, amount_micros from compile_charge
     where account_id = $1 and at >= $3 and at < $4 and key_id = any($2)
   ) as part group by key_id`,
)

/**
 * Charged to the credits in the month of `now` and reserved, by key. With the funds locked, or read before and saved over the same version,
 * nothing is reserved beside it.
 */
export async function readSpending(
  run: Runner,
  accountId: string,
  keyIds: readonly string[],
  now: Date,
): Promise<SpentByKey> {
  if (keyIds.length === 0) return new Map()
  const { start, end } = periodOf(monthOf(now))
  const rows = await run<{ key_id: string; micros: string }>(sumSpending, [accountId, keyIds, start, end])
  return new Map(rows.map(({ key_id, micros }) => [key_id, BigInt(micros)]))
}
