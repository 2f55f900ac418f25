import { type Selectable, sql } from 'kysely'
import type { Db, KeyGrantTable, Tx } from './tables.ts'

export type KeyGrant = Selectable<KeyGrantTable>
export type NewGrant = Omit<KeyGrant, 'revoked_at' | 'exchanged_at' | 'exchange_hash'>

/**
 * Keeps a grant and revokes the earlier ones of its Spool that no one has used, or returns the grant that the same
 * command kept before.
 */
export async function keepGrant(tx: Tx, grant: NewGrant): Promise<KeyGrant> {
  if (grant.spool_id !== null) await lockGrantsOf(tx, grant.spool_id)
  const kept = await tx
    .insertInto('key_grant')
    .values({ ...grant, revoked_at: null, exchanged_at: null, exchange_hash: null })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returningAll()
    .executeTakeFirst()
  if (kept === undefined) {
    return tx.selectFrom('key_grant').selectAll().where('id', '=', grant.id).executeTakeFirstOrThrow()
  }
  if (kept.spool_id !== null) {
    await tx
      .updateTable('key_grant')
      .set({ revoked_at: kept.created_at })
      .where('spool_id', '=', kept.spool_id)
      .where('id', '!=', kept.id)
      .where('exchanged_at', 'is', null)
      .where('revoked_at', 'is', null)
      .execute()
  }
  return kept
}

// Two invitations at once would not see each other, and both would stay open.
async function lockGrantsOf(tx: Tx, spoolId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' grants of ' || ${spoolId}, 0))`.execute(
    tx,
  )
}

export async function findGrant(db: Db, tokenHash: string): Promise<KeyGrant | null> {
  const grant = await db
    .selectFrom('key_grant')
    .selectAll()
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()
  return grant ?? null
}

/** Marks a grant as used by this exchange; false when another one used it, or its Spool has closed. */
export async function takeGrant(
  tx: Tx,
  { id, exchangeHash, now }: { id: string; exchangeHash: string | null; now: Date },
): Promise<boolean> {
  const taken = await tx
    .updateTable('key_grant')
    .set({ exchanged_at: now, exchange_hash: exchangeHash })
    .where('id', '=', id)
    .where('exchanged_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

/** Forgets the grants of a Spool that has closed. */
export async function forgetGrantsOfSpool(tx: Tx, spoolId: string): Promise<void> {
  await tx.deleteFrom('key_grant').where('spool_id', '=', spoolId).execute()
}

/** Forgets grants that expired before `before`; returns how many went. */
export async function forgetGrants(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('key_grant')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
