import { randomUUID } from 'node:crypto'
import { forbidden } from '@outturn/contracts'
import { queueMail } from '@outturn/mail'
import { inside, inTransaction } from '@outturn/postgres/typed'
import type { PersonRole } from '@outturn/vocabulary'
import { sql } from 'kysely'
import type { Db, Tx } from '../tables.ts'
import { noteOf } from '../../console/accounts/console-keys.ts'
import { noteAction } from './audit-store.ts'
import type { SignedIn } from '../../console/sessions/serve-person.ts'
import { endSessionsInAccount } from './session-store.ts'
import { invitationToken } from '../../console/sign-in/sign-in-secrets.ts'
import {
  invitationMs,
  isInvitedAlready,
  maxInvitationsOfHour,
  maxOpenInvitations,
  type TeamInvitation,
} from './invitation-store.ts'

export type Member = {
  readonly personId: string
  readonly email: string
  readonly role: PersonRole
  readonly joinedAt: Date
  readonly lastSeenAt: Date | null
}

/** Everybody who may open the console of an account, the longest there first. */
export async function listMembers(db: Db | Tx, accountId: string): Promise<Member[]> {
  return db
    .selectFrom('membership as m')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select([
      'p.id as personId',
      'p.email',
      'm.role',
      'm.joined_at as joinedAt',
      'm.last_seen_at as lastSeenAt',
    ])
    .where('m.account_id', '=', accountId)
    .orderBy('m.joined_at')
    .orderBy('p.email')
    .execute()
}

export async function listOpenInvitations(
  db: Db | Tx,
  accountId: string,
  now: Date,
): Promise<TeamInvitation[]> {
  return db
    .selectFrom('team_invitation')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at')
    .execute()
}

/** `member`: the person is in the account already. `limit`: too many invitations are open, or were sent in the last hour. */
export type Invited = 'invited' | 'member' | 'limit'

/** Invites an address; an invitation that it has already is replaced. */
export async function invite(
  person: SignedIn,
  { email, role }: { email: string; role: PersonRole },
  now: Date,
): Promise<Invited> {
  const { console, accountId } = person
  return inTransaction(console.db, async (tx) => {
    await lockTeam(tx, accountId)
    const members = await listMembers(tx, accountId)
    assertStillOwner(members, person)
    if (members.some((member) => member.email === email)) return 'member'
    if (await isInvitedAlready(tx, { accountId, email, role }, now)) return 'invited'
    if (await isAtLimit(tx, accountId, now)) return 'limit'
    await revokeInvitationsOf(tx, { accountId, email, now })
    const id = randomUUID()
    const expiresAt = new Date(now.getTime() + invitationMs)
    await tx
      .insertInto('team_invitation')
      .values({
        id,
        account_id: accountId,
        email,
        role,
        token_hash: console.hash(invitationToken(console.hash, id)),
        invited_by: person.personId,
        created_at: now,
        expires_at: expiresAt,
      })
      .execute()
    await queueMail(inside(tx), {
      id: randomUUID(),
      kind: 'invitation',
      subjectId: id,
      accountId,
      createdAt: now,
      expiresAt,
    })
    await noteAction(tx, {
      ...noteOf(person, now),
      action: 'member.invited',
      target: email,
      details: { role },
    })
    return 'invited'
  })
}

async function isAtLimit(tx: Tx, accountId: string, now: Date): Promise<boolean> {
  if ((await listOpenInvitations(tx, accountId, now)).length >= maxOpenInvitations) return true
  const { count } = await tx
    .selectFrom('team_invitation')
    .select((expression) => expression.fn.countAll<string>().as('count'))
    .where('account_id', '=', accountId)
    .where('created_at', '>', new Date(now.getTime() - 3_600_000))
    .executeTakeFirstOrThrow()
  return Number(count) >= maxInvitationsOfHour
}

/** Revokes an invitation that is open; false when the account has no such one. */
export async function revokeInvitation(person: SignedIn, id: string, now: Date): Promise<boolean> {
  return inTransaction(person.console.db, async (tx) => {
    const revoked = await tx
      .updateTable('team_invitation')
      .set({ revoked_at: now })
      .where('id', '=', id)
      .where('account_id', '=', person.accountId)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .returning('email')
      .executeTakeFirst()
    if (revoked === undefined) return false
    await noteAction(tx, {
      ...noteOf(person, now),
      action: 'member.invitation_revoked',
      target: revoked.email,
    })
    return true
  })
}

/** Gives a member another role, or with null removes them. Their sessions in the account end. The last owner keeps the role. */
export async function changeMember(
  person: SignedIn,
  personId: string,
  role: PersonRole | null,
  now: Date,
): Promise<'changed' | 'absent' | 'last_owner'> {
  const { console, accountId } = person
  return inTransaction(console.db, async (tx) => {
    await lockTeam(tx, accountId)
    const members = await listMembers(tx, accountId)
    assertStillOwner(members, person)
    const member = members.find((each) => each.personId === personId)
    if (member === undefined) return 'absent'
    if (member.role === role) return 'changed'
    if (member.role === 'owner' && members.filter((each) => each.role === 'owner').length === 1)
      return 'last_owner'
    if (role === null) {
      await tx
        .deleteFrom('membership')
        .where('account_id', '=', accountId)
        .where('person_id', '=', personId)
        .execute()
      // One that they did not need to come in would let them in again.
      await revokeInvitationsOf(tx, { accountId, email: member.email, now })
    } else {
      await tx
        .updateTable('membership')
        .set({ role })
        .where('account_id', '=', accountId)
        .where('person_id', '=', personId)
        .execute()
    }
    await endSessionsInAccount(tx, { personId, accountId, now })
    const note = { ...noteOf(person, now), target: member.email }
    await noteAction(
      tx,
      role === null
        ? { ...note, action: 'member.removed' }
        : { ...note, action: 'member.role_changed', details: { from: member.role, to: role } },
    )
    return 'changed'
  })
}

/** Who was an owner when the request came may have been removed while it waited. */
function assertStillOwner(members: readonly Member[], { personId }: Pick<SignedIn, 'personId'>): void {
  if (members.some((each) => each.personId === personId && each.role === 'owner')) return
  throw forbidden('You are no longer an owner of this account.', {
    remediation: 'Ask an owner of the account to do it.',
  })
}

async function revokeInvitationsOf(
  tx: Tx,
  { accountId, email, now }: { accountId: string; email: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('team_invitation')
    .set({ revoked_at: now })
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/** Changes of one team take turns, so that two owners who remove each other leave one. */
async function lockTeam(tx: Tx, accountId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`team of ${accountId}`}, 0))`.execute(tx)
}
