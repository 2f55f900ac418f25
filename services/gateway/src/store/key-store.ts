import type { KeyScope, PartyKind } from '@outturn/vocabulary'
import { type Pool, query, statement } from '@outturn/postgres'
import { type Selectable, sql } from 'kysely'
import type { ApiKeyTable, Db, Tx } from './tables.ts'

export type ApiKey = Selectable<ApiKeyTable>

/** A key that may be used now, with the account it speaks for. */
export type ActiveKey = {
  keyId: string
  scope: KeyScope
  spoolId: string | null
  partyId: string | null
  accountId: string
  accountName: string
  accountKind: PartyKind
  /** What the key is called by its account; may be empty. */
  label: string
  /** Requests a minute, or null for the deployment's quota. */
  quota: number | null
  isSuspended: boolean
}

const activeKeysByHash = statement(
  'active_keys_by_hash',
  `select k.token_hash as "tokenHash", k.id as "keyId", k.scope, k.spool_id as "spoolId", k.party_id as "partyId",
     k.label, a.id as "accountId", a.name as "accountName", a.kind as "accountKind", a.quota,
     a.suspended_at is not null as "isSuspended"
   from api_key k join account a on a.id = k.account_id
   where k.token_hash = any($1) and a.closed_at is null and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)`,
)

/** The active key behind each hash, null where there is none. One statement for all. */
export async function findActiveKeys(
  pool: Pool,
  hashes: readonly string[],
  now: Date,
): Promise<(ActiveKey | null)[]> {
  const rows = await query<ActiveKey & { tokenHash: string }>(pool, activeKeysByHash, [hashes, now])
  const byHash = new Map(rows.map(({ tokenHash, ...key }) => [tokenHash, key]))
  return hashes.map((hash) => byHash.get(hash) ?? null)
}

/** Keeps a key; one command leaves one key, however often it comes. */
export async function keepKey(
  db: Db,
  key: Omit<ApiKey, 'last_used_at' | 'revoked_at' | 'expires_at'>,
): Promise<void> {
  await db
    .insertInto('api_key')
    .values({ ...key, last_used_at: null, revoked_at: null, expires_at: null })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ token_hash: key.token_hash, display: key.display }),
    )
    .execute()
}

/** Ends a key; returns when it was first ended, or null when there is no such key. */
export async function endKey(db: Db, keyId: string, now: Date): Promise<Date | null> {
  const ended = await db
    .updateTable('api_key')
    .set((expression) => ({ revoked_at: expression.fn.coalesce('revoked_at', expression.val(now)) }))
    .where('id', '=', keyId)
    .returning('revoked_at')
    .executeTakeFirst()
  return ended?.revoked_at ?? null
}

/** Every key of an account, or of all accounts; newest first. */
export async function listKeysOf(db: Db, accountId: string | null): Promise<ApiKey[]> {
  let keys = db.selectFrom('api_key').selectAll().orderBy('created_at', 'desc').orderBy('id').limit(10_000)
  if (accountId !== null) keys = keys.where('account_id', '=', accountId)
  return keys.execute()
}

/** A key that is announced to a person of its account: in force, and ends; null where that is over. */
export async function findEndingKey(
  db: Db,
  { keyId, personId, now }: { keyId: string; personId: string; now: Date },
): Promise<{ label: string; display: string; expiresAt: Date; accountName: string; email: string } | null> {
  const found = await db
    .selectFrom('api_key as k')
    .innerJoin('account as a', 'a.id', 'k.account_id')
    .innerJoin('membership as m', 'm.account_id', 'k.account_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['k.label', 'k.display', 'k.expires_at as expiresAt', 'a.name as accountName', 'p.email'])
    .where('k.id', '=', keyId)
    .where('p.id', '=', personId)
    .where('k.revoked_at', 'is', null)
    .where('k.expires_at', '>', now)
    .where('a.closed_at', 'is', null)
    .executeTakeFirst()
  return found === undefined || found.expiresAt === null ? null : { ...found, expiresAt: found.expiresAt }
}

/** Number of keys of an account that may be used now. */
export async function countActiveKeys(db: Db, accountId: string, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('api_key')
    .select((expression) => expression.fn.countAll().as('count'))
    .where('account_id', '=', accountId)
    .where('revoked_at', 'is', null)
    .where((expression) =>
      expression.or([expression('expires_at', 'is', null), expression('expires_at', '>', now)]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

const noteKeyUse = statement(
  'note_key_use',
  `update api_key k set last_used_at = greatest(k.last_used_at, u.at)
   from json_to_recordset($1::json) as u(id text, at timestamptz) where k.id = u.id`,
)

/** Notes when keys were last used, all in one statement. */
export async function noteKeyUses(pool: Pool, uses: ReadonlyMap<string, Date>): Promise<void> {
  if (uses.size === 0) return
  await query(pool, noteKeyUse, [JSON.stringify(Array.from(uses, ([id, at]) => ({ id, at })))])
}

/** Lets every key that is bound to this Spool end at a time; of two times, told in whichever order, the later one holds. */
export async function endKeysOfSpool(tx: Tx, spoolId: string, expiresAt: Date): Promise<void> {
  await tx
    .updateTable('api_key')
    .set({ expires_at: sql<Date>`greatest(expires_at, ${expiresAt})` })
    .where('spool_id', '=', spoolId)
    .execute()
}
