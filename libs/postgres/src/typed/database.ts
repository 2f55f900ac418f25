import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import type { Pool } from '../pool.ts'

export type Database<Tables> = Kysely<Tables>
export type Tx<Tables> = Transaction<Tables>

/** Typed queries over the pool; the pool stays the caller's to end. */
export function createDatabase<Tables>(pool: Pool): Database<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
}
