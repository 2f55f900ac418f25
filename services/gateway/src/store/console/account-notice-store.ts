import { sql } from 'kysely'
import type { AccountNoticeTable, Db, Tx } from '../tables.ts'

/** How long a mail about an account is tried, and how long what it says is kept, ms. */
const mailMs = 24 * 60 * 60 * 1_000
const keptMs = 30 * mailMs

export type NewNotice = Pick<AccountNoticeTable, 'id' | 'kind'> & {
  readonly accountId: string
  readonly facts: object
}

/** Keeps what was reported of an account, and queues a mail about it to each of its owners and billing people. */
export async function queueNotice(
  tx: Tx,
  { id, kind, accountId, facts }: NewNotice,
  now: Date,
): Promise<void> {
  const expiresAt = new Date(now.getTime() + mailMs)
  const { rows } = await sql`
    insert into mail (id, kind, subject_id, account_id, created_at, expires_at, next_try_at)
    select gen_random_uuid(), ${kind}, ${id}::text || '/' || m.person_id, m.account_id, ${now}, ${expiresAt}, ${now}
    from membership m
    where m.account_id = ${accountId} and m.role in ('owner', 'billing')
    returning id`.execute(tx)
  if (rows.length === 0) return
  await tx
    .insertInto('account_notice')
    .values({ id, account_id: accountId, kind, facts: JSON.stringify(facts), at: now })
    .execute()
}

type NoticeToSend = {
  readonly accountId: string
  readonly accountName: string
  readonly email: string
  readonly facts: unknown
}

/** A notice with the person that it goes to, or null where they are no owner or billing person of the account any more. */
export async function findNotice(db: Db, id: string, personId: string): Promise<NoticeToSend | null> {
  const found = await db
    .selectFrom('account_notice as n')
    .innerJoin('membership as m', 'm.account_id', 'n.account_id')
    .innerJoin('account as a', 'a.id', 'n.account_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['n.account_id as accountId', 'a.name as accountName', 'p.email', 'n.facts'])
    .where('n.id', '=', id)
    .where('p.id', '=', personId)
    .where('m.role', 'in', ['owner', 'billing'])
    .executeTakeFirst()
  return found ?? null
}

/** Forgets notices whose mails ended long ago. */
export async function forgetNotices(db: Db, now: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('account_notice')
    .where('at', '<', new Date(now.getTime() - keptMs))
    .executeTakeFirst()
  return Number(numDeletedRows)
}
