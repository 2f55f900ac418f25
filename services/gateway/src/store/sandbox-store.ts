import type { SandboxUse } from '@outturn/contracts'
import { type Pool, query, statement } from '@outturn/postgres'
import { type Selectable, sql } from 'kysely'
import type { Db, SandboxSessionTable } from './tables.ts'

export type SessionRow = Selectable<SandboxSessionTable>

const openSessionsByHash = statement(
  'open_sessions_by_hash',
  `select id, account_id, token_hash, spool_id, party_id, created_at, expires_at, compiles_used, spools_used, verifies_used
   from sandbox_session where token_hash = any($1)`,
)

/** The session behind each hash, expired ones included; null where there is none. One statement for all. */
export async function findSessions(pool: Pool, hashes: readonly string[]): Promise<(SessionRow | null)[]> {
  const rows = await query<SessionRow>(pool, openSessionsByHash, [hashes])
  const byHash = new Map(rows.map((row) => [row.token_hash, row]))
  return hashes.map((hash) => byHash.get(hash) ?? null)
}

export type NewSession = Omit<SessionRow, 'compiles_used' | 'spools_used' | 'verifies_used'>

/** Keeps a new session, or finds the one that the first sending of the same command kept. */
export async function openSession(db: Db, session: NewSession): Promise<{ row: NewSession; isNew: boolean }> {
  const kept = await db
    .insertInto('sandbox_session')
    .values({ ...session, compiles_used: 0, spools_used: 0, verifies_used: 0 })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirst()
  if (kept.numInsertedOrUpdatedRows === 1n) return { row: session, isNew: true }
  const row = await db
    .selectFrom('sandbox_session')
    .selectAll()
    .where('id', '=', session.id)
    .executeTakeFirstOrThrow()
  return { row, isNew: false }
}

/** One use of a session's budget, by the command that it is for. */
export type CommandUse = { readonly sessionId: string; readonly use: SandboxUse; readonly commandId: string }
/** `client` of 0 is none. */
export type UseLimits = { readonly session: number; readonly day: number; readonly client: number }
export type UseOutcome =
  | 'counted'
  | 'counted_before'
  | 'limit_reached'
  | 'resting'
  | 'client_resting'
  | 'expired'

/** Counts a use against the session, and a verification against the day as well; a command is counted once. */
export async function beginUse(
  db: Db,
  { sessionId, use, commandId, client }: CommandUse & { readonly client: string },
  limits: UseLimits,
  now: Date,
): Promise<UseOutcome> {
  const { rows } = await sql<{ outcome: UseOutcome }>`
    select begin_sandbox_use(${sessionId}, ${use}, ${commandId}, ${limits.session}, ${utcDay(now)}::date, ${limits.day},
      ${client}, ${limits.client}, ${now})
      as outcome`.execute(db)
  return rows[0]?.outcome ?? 'expired'
}

/** Gives back a use that did no work, once. */
export async function returnUse(db: Db, { sessionId, use, commandId }: CommandUse): Promise<void> {
  await sql`select return_sandbox_use(${sessionId}, ${use}, ${commandId})`.execute(db)
}

/** Forgets sessions that expired before `before`; returns how many went. */
export async function forgetSessions(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sandbox_session')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

function utcDay(at: Date): string {
  return at.toISOString().slice(0, 10)
}
