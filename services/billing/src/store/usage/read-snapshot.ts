import type { Database, Tx } from '@outturn/postgres/typed'
import type { Tables } from '../tables.ts'

/** Reads several things as they stood at one moment. */
export function readSnapshot<Value>(
  db: Database<Tables>,
  read: (tx: Tx<Tables>) => Promise<Value>,
): Promise<Value> {
  return db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(read)
}
