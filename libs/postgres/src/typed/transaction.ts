import { setTimeout as pause } from 'node:timers/promises'
import type { Database, Tx } from './database.ts'
import { isContention } from '../database-error.ts'

export type TransactionOptions = {
  /** How often a transaction that lost against a concurrent one is run again. */
  retries?: number
}

/**
 * Runs `work` in one transaction and commits what it returns. `work` may run several times, so its only effects are on
 * `tx`. After `retries` lost attempts the database's own error is thrown.
 */
export async function inTransaction<Tables, Result>(
  db: Database<Tables>,
  work: (tx: Tx<Tables>) => Promise<Result>,
  { retries = 5 }: TransactionOptions = {},
): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (attempt >= retries || !isContention(error)) throw error
      // Losers of one conflict would meet again without jitter.
      await pause(Math.random() * Math.min(100, 2 ** attempt * 4))
    }
  }
}
