import { randomUUID } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import type { AuditEntryTable, Db, Tx } from '../tables.ts'

/** What the audit log tells of, and what each reads like. */
export const auditActions = {
  'sign_in.ok': 'Signed in',
  'sign_in.code_failed': 'Entered a wrong code',
  'sign_in.failed': 'Could not sign in',
  'session.rotated': 'Confirmed who they are',
  'session.revoked': 'Ended a session',
  'session.replayed': 'A token that had been replaced was used again; its session was ended',
  'passkey.added': 'Added a passkey',
  'passkey.renamed': 'Renamed a passkey',
  'passkey.removed': 'Removed a passkey',
  'passkey.counter':
    'A passkey was refused: its device counts fewer uses than before, so there is a copy of it',
  'key.made': 'Made a key',
  'key.revoked': 'Revoked a key',
  'key.cap_changed': 'Changed the monthly cap of a key',
  'credits.bought': 'Began to buy credits by card',
  'credits.threshold_changed': 'Changed when a mail says that credits are low',
  'member.invited': 'Invited a person',
  'member.invitation_revoked': 'Revoked an invitation',
  'member.joined': 'Joined the account',
  'member.role_changed': 'Changed a role',
  'member.removed': 'Removed a person',
  'oidc.domain_confirmed': 'Confirmed a domain',
  'oidc.domain_withdrawn': 'Withdrew a domain',
  'oidc.saved': 'Set the sign-in by the organisation up',
  'oidc.removed': 'Removed the sign-in by the organisation',
  'oidc.failed': 'The organisation could not sign a person in',
  'account.opened': 'Opened the account',
  'account.renamed': 'Renamed the account',
  'account.settings_changed': 'Changed a setting',
  'account.closed': 'Closed the account',
  'spool.join': 'Asked to join a Spool by an invitation',
  'spool.create': 'Asked to create a Spool',
  'spool.propose': 'Asked to propose a Spool',
  'spool.accept': 'Asked to accept a Spool',
  'spool.decline': 'Asked to decline a Spool, or its cancellation',
  'spool.invite': 'Asked to invite the other party of a Spool',
  'spool.evidence': 'Asked to deliver',
  'spool.confirm': 'Asked to confirm a condition',
  'spool.verify': 'Asked for a verification',
  'spool.external-result': 'Asked to record the result of a judge',
  'spool.commit': 'Asked to commit money',
  'spool.onboard-provider': 'Asked to set up payouts',
  'spool.quote': 'Asked for a quote',
  'spool.amend': 'Asked to amend a Spool',
  'spool.cancel': 'Asked to cancel a Spool',
  'spool.abandon': 'Asked to abandon a Spool',
  'spool.dispute': 'Asked to open a dispute',
  'dispute.respond': 'Asked to respond to a dispute',
  'dispute.statement': 'Asked to add a statement to a dispute',
  'dispute.withdraw': 'Asked to withdraw a dispute',
  'review.request': 'Asked for a review',
  'review.consent': 'Asked to consent to a review',
  'review.withdraw': 'Asked to withdraw a review',
  'source.create': 'Asked to register a source',
  'source.rotate': 'Asked to rotate the key of a source',
  'source.revoke': 'Asked to revoke a source',
  'source.sync': 'Asked to sync a source',
  'source.pause': 'Asked to pause a source',
  'source.resume': 'Asked to resume a source',
  'claims.match': 'Asked to match claims with facts',
  'discrepancy.open': 'Asked to open a discrepancy',
  'discrepancy.resolve': 'Asked to resolve a discrepancy',
  'discrepancy.dismiss': 'Asked to dismiss a discrepancy',
  'export.csv': 'Exported a list',
  'export.pdf': 'Downloaded a statement',
} as const
export type AuditAction = keyof typeof auditActions

const hourMs = 3_600_000

export type AuditEntry = Selectable<AuditEntryTable>

export type NewAuditEntry = {
  readonly accountId: string
  readonly at: Date
  readonly actor: string
  readonly chainId: string | null
  readonly action: AuditAction
  readonly target: string
  readonly result?: 'ok' | 'refused'
  readonly addressPrefix: string
  readonly details?: Readonly<Record<string, string | number>>
}

/** Notes an action, in the transaction of the action. */
export async function noteAction(tx: Tx, entry: NewAuditEntry): Promise<void> {
  await tx
    .insertInto('audit_entry')
    .values({
      id: randomUUID(),
      account_id: entry.accountId,
      at: entry.at,
      actor: entry.actor,
      chain_id: entry.chainId,
      action: entry.action,
      target: entry.target,
      result: entry.result ?? 'ok',
      address_prefix: entry.addressPrefix,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}

/** Notes a sign-in that was refused for every account of its address. */
export async function noteRefusedSignIn(
  tx: Tx,
  email: string,
  { at, addressPrefix, action }: Pick<NewAuditEntry, 'at' | 'addressPrefix' | 'action'>,
): Promise<void> {
  await sql`
    insert into audit_entry (id, account_id, at, actor, action, target, result, address_prefix)
    select gen_random_uuid(), m.account_id, ${at}, p.email, ${action}, p.email, 'refused', ${addressPrefix}
    from person p join membership m on m.person_id = p.id where p.email = ${email}`.execute(tx)
}

/** Passkeys of an address that were refused in the last hour. */
export async function countFailures(db: Db, email: string, now: Date): Promise<number> {
  const { rows } = await sql<{ failed: number }>`
    select count(distinct e.at)::int as failed from audit_entry e
    where e.actor = ${email} and e.action = 'sign_in.failed' and e.at > ${new Date(now.getTime() - hourMs)}
      and e.account_id in (
        select m.account_id from membership m join person p on p.id = m.person_id where p.email = ${email})`.execute(
    db,
  )
  return rows[0]?.failed ?? 0
}

/** Entries of an account, newest first, after one that was listed before. */
export async function listActions(
  db: Db,
  accountId: string,
  { after, limit }: { after: string | null; limit: number },
): Promise<AuditEntry[]> {
  let entries = db
    .selectFrom('audit_entry')
    .selectAll()
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('id')
    .limit(limit)
  if (after !== null) {
    const last = (column: 'at' | 'id') =>
      sql`(select ${sql.ref(column)} from audit_entry where id = ${after} and account_id = ${accountId})`
    entries = entries.where(
      sql<boolean>`(audit_entry.at < ${last('at')} or (audit_entry.at = ${last('at')} and audit_entry.id > ${last('id')}))`,
    )
  }
  return entries.execute()
}

/** Removes entries that are older than the audit log is kept: 400 days. */
export async function forgetActions(db: Db): Promise<void> {
  await sql`select forget_audit_entries()`.execute(db)
}
/** Requests of people of an account to one Spool, newest first: by whom, and the command that each became. */
export async function listSpoolRequests(
  db: Db,
  accountId: string,
  spoolId: string,
): Promise<readonly { readonly actor: string; readonly commandId: string }[]> {
  const found = await db
    .selectFrom('audit_entry')
    .select(['actor', sql<string | null>`details ->> 'command'`.as('command')])
    .where('account_id', '=', accountId)
    .where('target', '=', spoolId)
    .where('action', 'like', 'spool.%')
    .where('result', '=', 'ok')
    .orderBy('at', 'desc')
    .limit(maxSpoolRequests)
    .execute()
  return found.flatMap(({ actor, command }) => (command === null ? [] : [{ actor, commandId: command }]))
}

/** A Spool has at most 100 runs and 200 evidence items, so that more requests are repetitions. */
const maxSpoolRequests = 1_000
