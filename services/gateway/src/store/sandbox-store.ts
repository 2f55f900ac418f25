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

/** What of a session's budget is counted by the session alone. */
export type SessionUse = 'compiles' | 'spools'

/** Counts one use against the session. */
export async function beginSessionUse(
  db: Db,
  { use, sessionId, limit, now }: { use: SessionUse; sessionId: string; limit: number; now: Date },
): Promise<Exclude<UseOutcome, 'resting'>> {
  const used = sql.ref(`${use}_used`)
  const counted = await sql`
    update sandbox_session set ${used} = ${used} + 1
    where id = ${sessionId} and expires_at > ${now} and ${used} < ${limit} returning id`.execute(db)
  if (counted.rows.length === 1) return 'counted'
  const open = await sql`
    select id from sandbox_session where id = ${sessionId} and expires_at > ${now}`.execute(db)
  return open.rows.length === 1 ? 'limit_reached' : 'expired'
}

/** Gives back a use that did no work. */
export async function returnSessionUse(db: Db, use: SessionUse, sessionId: string): Promise<void> {
  const used = sql.ref(`${use}_used`)
  await sql`update sandbox_session set ${used} = greatest(0, ${used} - 1) where id = ${sessionId}`.execute(db)
}

export type SandboxUse = { sessionId: string; sessionLimit: number; dayLimit: number; now: Date }
export type UseOutcome = 'counted' | 'limit_reached' | 'resting' | 'expired'

/** Counts one verification against the session and the day, both or neither. */
export async function beginSandboxVerify(db: Db, use: SandboxUse): Promise<UseOutcome> {
  const { rows } = await sql<{ outcome: UseOutcome }>`
    select begin_sandbox_verify(${use.sessionId}, ${use.sessionLimit}, ${utcDay(use.now)}::date, ${use.dayLimit}, ${use.now})
      as outcome`.execute(db)
  return rows[0]?.outcome ?? 'expired'
}

/** Gives back a verification that was counted at `now` and did no work. */
export async function returnSandboxVerify(db: Db, sessionId: string, now: Date): Promise<void> {
  await sql`select return_sandbox_verify(${sessionId}, ${utcDay(now)}::date)`.execute(db)
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
