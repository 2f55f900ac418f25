import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { challengeMs } from '../../console/passkeys/passkey-rules.ts'
import type { Db, PasskeyChallengeTable, PasskeyTable, Tx } from '../tables.ts'

export type Passkey = Selectable<PasskeyTable>

/** A passkey with the person it belongs to. */
export type OwnedPasskey = Passkey & { readonly email: string }

/** The passkeys of a person, the oldest first. */
export async function listPasskeys(db: Db | Tx, personId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkey')
    .selectAll()
    .where('person_id', '=', personId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}

export async function findPasskey(db: Db, credentialId: string): Promise<OwnedPasskey | null> {
  const found = await db
    .selectFrom('passkey as k')
    .innerJoin('person as p', 'p.id', 'k.person_id')
    .selectAll('k')
    .select('p.email')
    .where('k.credential_id', '=', credentialId)
    .executeTakeFirst()
  return found ?? null
}

type NewPasskey = Pick<
  Passkey,
  'credential_id' | 'person_id' | 'public_key' | 'counter' | 'transports' | 'name' | 'is_backed_up'
>

/** Keeps a passkey; false when a passkey with this id exists. Passkeys of one person are added one after the other. */
export async function keepPasskey(tx: Tx, passkey: NewPasskey, now: Date): Promise<boolean> {
  const kept = await tx
    .insertInto('passkey')
    .values({ id: randomUUID(), ...passkey, created_at: now, last_used_at: null })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

export async function lockPasskeys(tx: Tx, personId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`passkeys of ${personId}`}, 0))`.execute(tx)
}

/**
 * Notes a use. False when the device counts less uses than before: then there is a copy of it. A device that does not count says 0 each
 * time.
 */
export async function noteUse(
  tx: Tx,
  id: string,
  { counter, isBackedUp, now }: { counter: bigint; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const noted = await tx
    .updateTable('passkey')
    .set({ counter, is_backed_up: isBackedUp, last_used_at: now })
    .where('id', '=', id)
    .where(sql<boolean>`(counter < ${counter} or (counter = 0 and ${counter} = 0))`)
    .returning('id')
    .executeTakeFirst()
  return noted !== undefined
}

/** Renames a passkey of a person; false when they have no such one. */
export async function renamePasskey(
  tx: Tx,
  { id, personId, name }: { id: string; personId: string; name: string },
): Promise<boolean> {
  const renamed = await tx
    .updateTable('passkey')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('id')
    .executeTakeFirst()
  return renamed !== undefined
}

/** Removes a passkey of a person; returns its name, or null when they have no such one. */
export async function removePasskey(tx: Tx, id: string, personId: string): Promise<string | null> {
  const removed = await tx
    .deleteFrom('passkey')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('name')
    .executeTakeFirst()
  return removed?.name ?? null
}

export type Challenge = Pick<Selectable<PasskeyChallengeTable>, 'challenge' | 'purpose' | 'bound_to'>

export async function keepChallenge(db: Db, challenge: Challenge, now: Date): Promise<void> {
  const expiresAt = new Date(now.getTime() + challengeMs)
  await db
    .insertInto('passkey_challenge')
    .values({ ...challenge, expires_at: expiresAt })
    .execute()
}

/** Uses a challenge up; false when it is not this caller's, was used, or has ended. */
export async function takeChallenge(db: Db, challenge: Challenge, now: Date): Promise<boolean> {
  const taken = await db
    .deleteFrom('passkey_challenge')
    .where('challenge', '=', challenge.challenge)
    .where('purpose', '=', challenge.purpose)
    .where('bound_to', '=', challenge.bound_to)
    .where('expires_at', '>', now)
    .returning('challenge')
    .executeTakeFirst()
  return taken !== undefined
}

export async function forgetChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('passkey_challenge').where('expires_at', '<', now).execute()
}
