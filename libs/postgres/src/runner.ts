import { CompiledQuery } from 'kysely'
import type { Tx } from './database.ts'
import type { Pool } from './pool.ts'
import { query, type Statement } from './statement.ts'

/** Executes a statement on its own or within a transaction; `Row` states what the SQL selects. */
export type Runner = <Row extends object>(prepared: Statement, values: readonly unknown[]) => Promise<Row[]>

/** Each statement is a transaction of its own and prepared once for each connection. */
export function onPool(pool: Pool): Runner {
  return (prepared, values) => query(pool, prepared, values)
}

export function inside<Tables>(tx: Tx<Tables>): Runner {
  return async <Row extends object>({ text }: Statement, values: readonly unknown[]) => {
    const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
