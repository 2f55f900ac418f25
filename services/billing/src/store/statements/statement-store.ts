import type { Statement } from '@outturn/contracts'
import { Statement as StatementSchema } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { UsageSpan } from '../usage/usage-groups.ts'
import { grantMovesSql } from './credit-movements.ts'

/** Most statements that are listed: ten years. */
const maxListed = 120

/** The closed statement of a month, or null. */
export async function findStatement(
  tx: Tx<Tables>,
  accountId: string,
  month: string,
): Promise<Statement | null> {
  const row = await tx
    .selectFrom('statement')
    .select('body')
    .where('account_id', '=', accountId)
    .where('month', '=', month)
    .executeTakeFirst()
  return row === undefined ? null : readBody(row.body)
}

/** The closed statements of an account, the newest first. */
export async function listClosedStatements(tx: Tx<Tables>, accountId: string): Promise<Statement[]> {
  const rows = await tx
    .selectFrom('statement')
    .select('body')
    .where('account_id', '=', accountId)
    .orderBy('month', 'desc')
    .limit(maxListed)
    .execute()
  return rows.map(({ body }) => readBody(body))
}

/** The newest closed statement before a month: the balance goes on from there. */
export async function findStatementBefore(
  tx: Tx<Tables>,
  accountId: string,
  month: string,
): Promise<{ month: string; closingMicros: bigint } | null> {
  const row = await tx
    .selectFrom('statement')
    .select(['month', 'closing_micros'])
    .where('account_id', '=', accountId)
    .where('month', '<', month)
    .orderBy('month', 'desc')
    .executeTakeFirst()
  return row === undefined ? null : { month: row.month, closingMicros: BigInt(row.closing_micros) }
}

/** Keeps a closed statement, which nothing changes. */
export async function recordStatement(
  tx: Tx<Tables>,
  accountId: string,
  { statement, digest, body }: { statement: Statement; digest: string; body: string },
): Promise<void> {
  await tx
    .insertInto('statement')
    .values({
      account_id: accountId,
      month: statement.month,
      number: statement.number,
      closing_micros: BigInt(statement.closingMicros),
      digest,
      body,
    })
    .execute()
}

/** Number of ledger entries of a span, and what the balance grew by in it. */
export async function sumEntries(
  tx: Tx<Tables>,
  { accountId, start, end }: UsageSpan,
): Promise<{ entries: number; netMicros: bigint }> {
  const from = start ?? new Date(0)
  const { rows } = await sql<{ entries: string; net: string }>`
    select sum(entries)::text as entries, sum(net)::text as net from (
      select coalesce(sum((fee_micros > compile_micros)::int + (compile_micros > 0)::int), 0) as entries,
        coalesce(-sum(fee_micros), 0) as net
      from usage_run
      where account_id = ${accountId} and coalesce(charged_at, at) >= ${from} and coalesce(charged_at, at) < ${end}
      union all
      select count(*) filter (where amount_micros > 0), coalesce(-sum(amount_micros), 0) from compile_charge
      where account_id = ${accountId} and at >= ${from} and at < ${end}
      union all
      select count(*), coalesce(sum(case t.kind when 'grant' then t.amount_micros else -t.amount_micros end), 0)
      from credit_grant g join transfer t on t.grant_id = g.id and t.kind in ${sql.raw(grantMovesSql)}
      where g.account_id = ${accountId} and t.at >= ${from} and t.at < ${end}
    ) as part`.execute(tx)
  const [{ entries, net }] = rows as [{ entries: string; net: string }]
  return { entries: Number(entries), netMicros: BigInt(net) }
}

function readBody(body: string): Statement {
  return StatementSchema.parse(JSON.parse(body))
}
