import type { Pool } from './pool.ts'
import { query, type Statement } from './statement.ts'

/** Executes a statement on its own or within a transaction; `Row` states what the SQL selects. */
export type Runner = <Row extends object>(prepared: Statement, values: readonly unknown[]) => Promise<Row[]>

/** Each statement is a transaction of its own and prepared once for each connection. */
export function onPool(pool: Pool): Runner {
  return (prepared, values) => query(pool, prepared, values)
}
