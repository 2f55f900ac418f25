import { randomUUID } from 'node:crypto'
import type { PersonRole } from '@outturn/vocabulary'
import type { Selectable } from 'kysely'
import { isSignInEnough } from '../../console/organisation/sign-in-rule.ts'
import type { PersonSession } from './session-store.ts'
import type { Db, MembershipTable, PersonTable, Tx } from '../tables.ts'

export type Person = Selectable<PersonTable>
export type Membership = Selectable<MembershipTable>

/** The person of an address, who is made when there is none. */
export async function ensurePerson(tx: Tx, email: string, now: Date): Promise<Person> {
  await tx
    .insertInto('person')
    .values({ id: randomUUID(), email, created_at: now })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  return tx.selectFrom('person').selectAll().where('email', '=', email).executeTakeFirstOrThrow()
}

export async function findPerson(db: Db, id: string): Promise<Person | null> {
  const found = await db.selectFrom('person').selectAll().where('id', '=', id).executeTakeFirst()
  return found ?? null
}

/**
 * The open account in which a person was last, or that they joined last: of those that this way to sign in is enough for, if there are any. So
 * no account keeps its people out of their others.
 */
export async function latestMembership(
  db: Db | Tx,
  email: string,
  method: PersonSession['method'],
): Promise<Membership | null> {
  const found = await db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .leftJoin('organisation as o', 'o.account_id', 'm.account_id')
    .selectAll('m')
    .select('o.is_required as isRequired')
    .where('p.email', '=', email)
    .where('a.closed_at', 'is', null)
    .orderBy('m.last_seen_at', (order) => order.desc().nullsLast())
    .orderBy('m.joined_at', 'desc')
    .execute()
  return (
    found.find(({ isRequired, role }) => isSignInEnough(isRequired ?? false, { method, role })) ??
    found[0] ??
    null
  )
}

/** Whether an address belongs to an account, open or closed. */
export async function hasMembership(db: Db | Tx, email: string): Promise<boolean> {
  const found = await db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select('m.account_id')
    .where('p.email', '=', email)
    .executeTakeFirst()
  return found !== undefined
}

/** Gives a person a role in an account; who has one keeps it. */
export async function joinAccount(
  tx: Tx,
  membership: { accountId: string; personId: string; role: PersonRole; now: Date },
): Promise<boolean> {
  const joined = await tx
    .insertInto('membership')
    .values({
      account_id: membership.accountId,
      person_id: membership.personId,
      role: membership.role,
      joined_at: membership.now,
    })
    .onConflict((conflict) => conflict.columns(['account_id', 'person_id']).doNothing())
    .returning('person_id')
    .executeTakeFirst()
  return joined !== undefined
}

export type OwnAccount = { readonly accountId: string; readonly name: string; readonly role: PersonRole }

/** The accounts that a person belongs to, by name. */
export async function listOwnAccounts(db: Db, personId: string): Promise<OwnAccount[]> {
  return db
    .selectFrom('membership as m')
    .innerJoin('account as a', 'a.id', 'm.account_id')
    .select(['a.id as accountId', 'a.name', 'm.role'])
    .where('m.person_id', '=', personId)
    .where('a.closed_at', 'is', null)
    .orderBy('a.name')
    .orderBy('a.id')
    .execute()
}
