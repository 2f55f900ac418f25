import type { Selectable } from 'kysely'
import type { PersonRole } from '@outturn/vocabulary'
import { joinAccount } from './person-store.ts'
import type { Db, TeamInvitationTable, Tx } from '../tables.ts'

export type TeamInvitation = Selectable<TeamInvitationTable>

export const invitationMs = 7 * 24 * 60 * 60 * 1_000
/** Invitations of an account that wait for an answer. */
export const maxOpenInvitations = 50
/** Invitations that an account may send in an hour. */
export const maxInvitationsOfHour = 20
/** The same invitation within this time is one that was sent twice, such as by a double click. */
const sentTwiceMs = 60_000

export type ShownInvitation = TeamInvitation & { readonly accountName: string }

/** An invitation that can be accepted now. */
export async function findOpenInvitation(
  db: Db,
  by: { tokenHash: string } | { id: string },
  now: Date,
): Promise<ShownInvitation | null> {
  const [column, value] = 'id' in by ? (['i.id', by.id] as const) : (['i.token_hash', by.tokenHash] as const)
  const found = await db
    .selectFrom('team_invitation as i')
    .innerJoin('account as a', 'a.id', 'i.account_id')
    .selectAll('i')
    .select('a.name as accountName')
    .where(column, '=', value)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst()
  return found ?? null
}

/** The open invitation of an address to an account; null where there is none. */
export async function findInvitationFor(
  tx: Tx,
  { accountId, email }: { accountId: string; email: string },
  now: Date,
): Promise<string | null> {
  const found = await tx
    .selectFrom('team_invitation')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found?.id ?? null
}

/** Whether the address was invited as this role moments ago, and that invitation is still open. */
export async function isInvitedAlready(
  tx: Tx,
  { accountId, email, role }: { accountId: string; email: string; role: PersonRole },
  now: Date,
): Promise<boolean> {
  const found = await tx
    .selectFrom('team_invitation')
    .select('id')
    .where('account_id', '=', accountId)
    .where('email', '=', email)
    .where('role', '=', role)
    .where('created_at', '>', new Date(now.getTime() - sentTwiceMs))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether an address waits for the answer to an invitation. */
export async function hasOpenInvitation(db: Db, email: string, now: Date): Promise<boolean> {
  const found = await db
    .selectFrom('team_invitation')
    .select('id')
    .where('email', '=', email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Accepts an invitation for the person that it names, once; null when it is not theirs or no longer open. */
export async function takeInvitation(
  tx: Tx,
  id: string,
  person: { readonly id: string; readonly email: string },
  now: Date,
): Promise<TeamInvitation | null> {
  const taken = await tx
    .updateTable('team_invitation')
    .set({ accepted_at: now })
    .where('id', '=', id)
    .where('email', '=', person.email)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst()
  if (taken === undefined) return null
  await joinAccount(tx, { accountId: taken.account_id, personId: person.id, role: taken.role, now })
  return taken
}
