import { readJson } from '@outturn/canonical'
import { CompilePolicyRequest } from '@outturn/contracts'
import type { Pool } from '@outturn/postgres'
import type { Database, Tx } from '@outturn/postgres/typed'
import type { Tables } from './tables.ts'

/** A compiled text as it is kept until it expires. */
export type StoredPolicy = {
  readonly policyId: string
  readonly accountId: string
  readonly request: CompilePolicyRequest
  readonly digest: string
}

/** Keeps a draft; the command that made it is new, so its id is. */
export async function recordPolicy(
  tx: Tx<Tables>,
  { policyId, accountId, request, digest }: StoredPolicy,
  { createdAt, expiresAt }: { createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .insertInto('policy')
    .values({
      policy_id: policyId,
      account_id: accountId,
      request: JSON.stringify(request),
      policy_digest: digest,
      created_at: createdAt,
      expires_at: expiresAt,
    })
    .execute()
}

/** A draft of this account that has not expired, or null. */
export async function findPolicy(
  db: Database<Tables>,
  { policyId, accountId, now }: { policyId: string; accountId: string; now: Date },
): Promise<StoredPolicy | null> {
  const row = await db
    .selectFrom('policy')
    .selectAll()
    .where('policy_id', '=', policyId)
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .executeTakeFirst()
  if (row === undefined) return null
  const request = CompilePolicyRequest.parse(readJson(row.request))
  return { policyId, accountId, request, digest: row.policy_digest }
}

/** Deletes drafts that have expired; returns how many went. */
export async function forgetExpiredPolicies(pool: Pool, now: Date, limit = 1_000): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from policy where policy_id in (
       select policy_id from policy where expires_at <= $1 order by expires_at limit $2)`,
    [now, limit],
  )
  return rowCount ?? 0
}
