import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { CreditMovement } from '../../domain/statements/credit-movement.ts'
import type { Tables } from '../tables.ts'
import type { UsageSpan } from '../usage/usage-groups.ts'

/** Kinds of transfers that bring or take the credits of a grant, beside charges. Reservations and debt payments move them within the account. */
export const grantMovesSql = `('grant', 'grant_expiry', 'refund_credits', 'refund_debt')`

/** Purchases, grants, expiries and refunds of an account, oldest first. */
export async function readCreditMovements(
  tx: Tx<Tables>,
  { accountId, start, end }: UsageSpan,
): Promise<CreditMovement[]> {
  type Row = Omit<CreditMovement, 'micros'> & { micros: string }
  const { rows } = await sql<Row>`
    select t.id::text as "entryId", t.kind, t.at, g.source, g.id as "grantId", g.note, t.amount_micros::text as micros
    from credit_grant g join transfer t on t.grant_id = g.id and t.kind in ${sql.raw(grantMovesSql)}
    where g.account_id = ${accountId} and t.at >= ${start ?? new Date(0)} and t.at < ${end}
    order by t.at, g.id collate "C", t.kind collate "C", t.id`.execute(tx)
  return rows.map(({ micros, ...movement }) => ({ ...movement, micros: BigInt(micros) }))
}
