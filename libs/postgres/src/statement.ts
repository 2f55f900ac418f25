import type { Queryable } from './pool.ts'

/** SQL that each connection prepares once, under its name. */
export type Statement = { readonly name: string; readonly text: string }

/** Names a hot statement. The name stands for the text on every connection, so one text has one name. */
export function statement(name: string, text: string): Statement {
  if (name.length > 63) throw new Error(`Postgres cuts statement names at 63 bytes: ${name}`)
  return { name, text }
}

/**
 * SQL for whether a value is among those that a query of the same statement selects, never null. The planner would join two lists of a batch, and as
 * it may not hash a join (pool.ts) each row of one is held against every row of the other. Asked like this it makes no join of it: the list is
 * read once and hashed.
 */
export function isAmong(value: string, list: string): string {
  return `(${value} in (${list})) is true`
}

/** Executes a prepared statement and returns its rows; `Row` states what the SQL selects. */
export async function query<Row extends object>(
  connection: Queryable,
  prepared: Statement,
  values: readonly unknown[] = [],
): Promise<Row[]> {
  const result = await connection.query<Row>({
    name: prepared.name,
    text: prepared.text,
    values: [...values],
  })
  return result.rows
}
