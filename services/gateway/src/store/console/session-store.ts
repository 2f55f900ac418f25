import { randomBytes } from 'node:crypto'
import type { PartyKind, PersonRole } from '@outturn/vocabulary'
import { inTransaction } from '@outturn/postgres/typed'
import { type Selectable, sql } from 'kysely'
import type { TokenHash } from '../../auth/token-hash.ts'
import type { Db, PersonSessionTable, Tx } from '../tables.ts'
import { noteAction } from './audit-store.ts'
import { maxSessions, rotationMs, sessionMs } from '../../console/sessions/session-rules.ts'

export type PersonSession = Selectable<PersonSessionTable>

/** A session with whom it is of, and what they may do now. */
export type FoundSession = PersonSession & {
  readonly email: string
  readonly role: PersonRole
  readonly accountName: string
  readonly accountKind: PartyKind
  readonly developersMoveMoney: boolean
  /** Whether the account lets its organisation alone sign people in. */
  readonly isOrganisationRequired: boolean
  readonly isSuspended: boolean
}

/** Where a request came from, as a session and the audit log keep it. */
export type Place = { readonly addressPrefix: string; readonly agent: string }

/** 256 random bits, as a cookie keeps them. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * The session behind a token, read anew each time, so that what ends it ends it everywhere at once: a person who was removed from the
 * account has none.
 */
export async function findSession(db: Db, tokenHash: string): Promise<FoundSession | null> {
  const found = await db
    .selectFrom('person_session as s')
    .innerJoin('person as p', 'p.id', 's.person_id')
    .innerJoin('account as a', 'a.id', 's.account_id')
    .innerJoin('membership as m', (join) =>
      join.onRef('m.person_id', '=', 's.person_id').onRef('m.account_id', '=', 's.account_id'),
    )
    .leftJoin('organisation as o', 'o.account_id', 's.account_id')
    .selectAll('s')
    .select(['p.email', 'm.role', 'a.name as accountName', 'a.kind as accountKind', 'a.suspended_at'])
    .select('a.developers_move_money as developersMoveMoney')
    .select((expression) =>
      expression.fn.coalesce('o.is_required', expression.lit(false)).as('isOrganisationRequired'),
    )
    .where('s.token_hash', '=', tokenHash)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst()
  if (found === undefined) return null
  const { suspended_at: suspendedAt, ...session } = found
  return { ...session, isSuspended: suspendedAt !== null }
}

/** Most sessions of a person, of which a form may be. */
const maxFormOwners = 200

/** The sessions of a person that were shown forms, also those that have ended, with the accounts that they were in; the latest first. */
export async function findFormOwners(
  db: Db,
  personId: string,
): Promise<Pick<PersonSession, 'account_id' | 'chain_id'>[]> {
  return db
    .selectFrom('person_session')
    .select(['chain_id', 'account_id'])
    .where('person_id', '=', personId)
    .groupBy(['chain_id', 'account_id'])
    .orderBy((expression) => expression.fn.max('created_at'), 'desc')
    .limit(maxFormOwners)
    .execute()
}

/** The newest token of a session, whatever became of it. */
export async function findChain(db: Db, chainId: string): Promise<PersonSession | null> {
  const found = await db
    .selectFrom('person_session')
    .selectAll()
    .where('chain_id', '=', chainId)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

type NewSession = Pick<PersonSession, 'chain_id' | 'person_id' | 'account_id' | 'method'> & {
  readonly now: Date
  readonly place: Place
}

/** Begins a session with a token of its own; the oldest sessions of a person who has too many end. */
export async function beginSession(
  tx: Tx,
  token: string,
  hash: TokenHash,
  session: NewSession,
): Promise<void> {
  const { now, place, ...rest } = session
  await tx
    .insertInto('person_session')
    .values({
      ...rest,
      token_hash: hash(token),
      created_at: now,
      signed_in_at: now,
      proved_at: now,
      last_seen_at: now,
      expires_at: new Date(now.getTime() + sessionMs.longest),
      address_prefix: place.addressPrefix,
      agent: place.agent,
    })
    .execute()
  await sql`
    update person_session set revoked_at = ${now}
    where person_id = ${session.person_id} and revoked_at is null and chain_id in (
      select chain_id from person_session
      where person_id = ${session.person_id} and revoked_at is null and rotated_at is null and expires_at > ${now}
      order by last_seen_at desc, created_at desc offset ${maxSessions}
    )`.execute(tx)
}

type Rotation = {
  readonly token: string
  readonly hash: TokenHash
  readonly now: Date
  readonly isProof: boolean
  readonly accountId?: string
}

/**
 * Replaces the token of a session; null when it was replaced already. `isProof` says that the person has just proved who they are. The
 * session as a whole lasts no longer for it. With `accountId` the person goes on in another of their accounts, in which the word of an
 * organisation counts for nothing: it is a session by mail there.
 */
export async function rotateSession(
  tx: Tx,
  session: PersonSession,
  { token, hash, now, isProof, accountId }: Rotation,
): Promise<PersonSession | null> {
  const replaced = await tx
    .updateTable('person_session')
    .set({ rotated_at: now })
    .where('token_hash', '=', session.token_hash)
    .where('rotated_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
  if (replaced === undefined) return null
  const next = {
    ...replaced,
    token_hash: hash(token),
    created_at: now,
    last_seen_at: now,
    rotated_at: null,
    ...(isProof && { proved_at: now }),
    ...(accountId !== undefined && {
      account_id: accountId,
      method: replaced.method === 'oidc' ? ('mail' as const) : replaced.method,
    }),
  }
  await tx.insertInto('person_session').values(next).execute()
  return next
}

export async function noteSeen(db: Db, session: PersonSession, now: Date): Promise<void> {
  await db
    .updateTable('person_session')
    .set({ last_seen_at: now })
    .where('token_hash', '=', session.token_hash)
    .execute()
  await db
    .updateTable('membership')
    .set({ last_seen_at: now })
    .where('person_id', '=', session.person_id)
    .where('account_id', '=', session.account_id)
    .execute()
}

/** Ends the session of a token that somebody else has. */
export async function endReplayed(db: Db, session: FoundSession, place: Place, now: Date): Promise<void> {
  await inTransaction(db, async (tx) => {
    const ended = await endChains(tx, session.person_id, now, [session.chain_id])
    if (ended === 0) return
    await noteAction(tx, {
      accountId: session.account_id,
      at: now,
      actor: session.email,
      chainId: session.chain_id,
      action: 'session.replayed',
      target: session.email,
      result: 'refused',
      addressPrefix: place.addressPrefix,
    })
  })
}

/** Ends sessions of a person by their chains; returns how many rows ended. */
export async function endChains(
  tx: Tx,
  personId: string,
  now: Date,
  chains: readonly string[],
): Promise<number> {
  if (chains.length === 0) return 0
  const ended = await tx
    .updateTable('person_session')
    .set({ revoked_at: now })
    .where('person_id', '=', personId)
    .where('chain_id', 'in', chains)
    .where('revoked_at', 'is', null)
    .returning('token_hash')
    .execute()
  return ended.length
}

/** Ends every session that a person has in an account. */
export async function endSessionsInAccount(
  tx: Tx,
  { personId, accountId, now }: { personId: string; accountId: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('person_session')
    .set({ revoked_at: now })
    .where('person_id', '=', personId)
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .execute()
}

/** The sessions of a person that last, the one used last first. */
export async function listSessions(db: Db, personId: string, now: Date): Promise<PersonSession[]> {
  return db
    .selectFrom('person_session')
    .selectAll()
    .where('person_id', '=', personId)
    .where('revoked_at', 'is', null)
    .where('rotated_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - sessionMs.idle))
    .orderBy('last_seen_at', 'desc')
    .execute()
}

/** Removes sessions that ended, a day after: until then the use of a replaced token is known as such. */
export async function forgetSessions(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('person_session')
    .where('expires_at', '<', new Date(now.getTime() - rotationMs.every))
    .execute()
}
