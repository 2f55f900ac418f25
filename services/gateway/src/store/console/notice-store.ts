import { randomUUID } from 'node:crypto'
import { queueMail } from '@outturn/mail'
import { inside } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tx } from '../tables.ts'
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
