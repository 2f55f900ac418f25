import type { Pool } from './pool.ts'
import { query, statement } from './statement.ts'

/** A table of which rows belong to accounts, in the order of their keys. */
export type AccountTable = {
  readonly name: string
  /** SQL text that is unique among the rows of one account. */
  readonly key: string
  /** SQL condition on the row `t`; `$1` is the id of the account. */
  readonly of: string
  /** Columns that are secrets, or made of secrets. */
  readonly without?: readonly string[]
}

export type AccountRows = {
  readonly rows: { readonly table: string; readonly row: Record<string, unknown> }[]
  readonly next: { readonly table: string; readonly key: string } | null
}

const pageRows = 500
/** A page travels in one message. A single row may be larger, and then stands alone. */
const pageBytes = 2 * 1_048_576

/** The next rows of an account after a place, at most one page of one table; `next` is null after the last table. */
export async function accountRows(
  pool: Pool,
  tables: readonly AccountTable[],
  accountId: string,
  after: AccountRows['next'],
): Promise<AccountRows> {
  let at = after === null ? 0 : tables.findIndex(({ name }) => name === after.table)
  if (at < 0) throw new Error(`there is no table ${after?.table} to export`)
  let key = after?.key ?? ''
  for (let table = tables[at]; table !== undefined; table = tables[at]) {
    const found = await pageOf(pool, table, accountId, key)
    const last = found.at(-1)
    if (last !== undefined) {
      const { name } = table
      return { rows: found.map(({ row }) => ({ table: name, row })), next: { table: name, key: last.key } }
    }
    at += 1
    key = ''
  }
  return { rows: [], next: null }
}

function pageOf(pool: Pool, { name, key, of, without = [] }: AccountTable, accountId: string, after: string) {
  return query<{ key: string; row: Record<string, unknown> }>(
    pool,
    statement(
      `account_rows_of_${name}`,
      `select key, row from (
         select key, row, n, sum(octet_length(row::text)) over (order by n) as bytes from (
           select key, row, row_number() over (order by key collate "C") as n from (
             select (${key})::text as key, to_jsonb(t) - $4::text[] as row from ${name} as t where ${of}) as own
           where key collate "C" > $2 order by key collate "C" limit $3) as numbered) as page
       where n = 1 or bytes <= ${pageBytes} order by n`,
    ),
    [accountId, after, pageRows, without],
  )
}
