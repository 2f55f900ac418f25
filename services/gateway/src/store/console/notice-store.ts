import { randomUUID } from 'node:crypto'
import { queueMail } from '@outturn/mail'
import { inside } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Db, Tx } from '../tables.ts'
import type { Place } from './session-store.ts'

const dayMs = 24 * 60 * 60 * 1_000

/**
 * Queues the mail that asks a person whether they tried to sign in, at most once a day. The same statement for an address without a
 * person, so that its time says nothing.
 */
export async function queueWasItYou(tx: Tx, email: string, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + dayMs)
  await sql`
    insert into mail (id, kind, subject_id, created_at, expires_at, next_try_at)
    select gen_random_uuid(), 'was_it_you', p.id, ${now}, ${expiresAt}, ${now} from person p
    where p.email = ${email} and not exists (
      select from mail m
      where m.kind = 'was_it_you' and m.subject_id = p.id and m.created_at > ${new Date(now.getTime() - dayMs)}
    )`.execute(tx)
}

/**
 * Queues the mail about a sign-in from a network in which the person has not signed in before. The first sign-in of a person has none, and
 * a place is forgotten with the sessions of it.
 */
export async function queueNewPlace(
  tx: Tx,
  { personId, chainId, place, now }: { personId: string; chainId: string; place: Place; now: Date },
): Promise<void> {
  const expiresAt = new Date(now.getTime() + dayMs)
  await sql`
    insert into mail (id, kind, subject_id, created_at, expires_at, next_try_at)
    select gen_random_uuid(), 'new_place', ${chainId}, ${now}, ${expiresAt}, ${now}
    where exists (select from person_session s where s.person_id = ${personId})
      and not exists (
        select from person_session s where s.person_id = ${personId} and s.address_prefix = ${place.addressPrefix}
      )`.execute(tx)
}

/** Queues the mail about a passkey that was added or removed. */
export async function queuePasskeyNotice(
  tx: Tx,
  kind: 'passkey_added' | 'passkey_removed',
  { personId, now }: { personId: string; now: Date },
): Promise<void> {
  await queueMail(inside(tx), {
    id: randomUUID(),
    kind,
    subjectId: personId,
    createdAt: now,
    expiresAt: new Date(now.getTime() + dayMs),
  })
}

/** How long before its end a key is announced, ms. */
const announcedMs = 14 * dayMs

/**
 * Queues the mails about keys that end within 14 days, once for each key, to the owners and developers of its account. Keys that were made
 * for a shorter time are meant to end.
 */
export async function announceKeyEnds(db: Db, now: Date): Promise<void> {
  await sql`
    with due as (
      update api_key k set end_announced_at = ${now} from account a
      where a.id = k.account_id and a.closed_at is null and k.revoked_at is null and k.end_announced_at is null
        and k.spool_id is null and k.expires_at > ${now} and k.expires_at <= ${new Date(now.getTime() + announcedMs)}
        and k.expires_at - k.created_at > interval '28 days'
      returning k.id, k.account_id, k.expires_at
    )
    insert into mail (id, kind, subject_id, created_at, expires_at, next_try_at, account_id)
    select gen_random_uuid(), 'key_ends', d.id || ' ' || m.person_id, ${now}, d.expires_at, ${now}, d.account_id
    from due d join membership m on m.account_id = d.account_id and m.role in ('owner', 'developer')`.execute(
    db,
  )
}

/** How long an account sees that mails could not be sent, ms. */
export const failedMailMs = 7 * dayMs

export type FailedMail = { readonly kind: string; readonly count: number }

/** Mails of an account that no mail server took in eight tries, by what they were about. */
export async function countFailedMails(db: Db, accountId: string, now: Date): Promise<FailedMail[]> {
  const { rows } = await sql<FailedMail>`
    select kind, count(*)::int as count from mail
    where account_id = ${accountId} and state = 'failed' and ended_at > ${new Date(now.getTime() - failedMailMs)}
    group by kind order by kind`.execute(db)
  return rows
}
