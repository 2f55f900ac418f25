import { gunzipSync } from 'node:zlib'
import type { Pool } from '../pool.ts'
import { query, statement } from '../statement.ts'
import type { AccountTable } from './account-tables.ts'

export type AccountRows = {
  readonly rows: { readonly table: string; readonly row: Record<string, unknown> }[]
  readonly next: { readonly table: string; readonly key: string } | null
}

const pageRows = 500
/** A page travels in one message. A single row may be larger, and then stands alone. */
const pageBytes = 2 * 1_048_576

/**
 * The next rows of an account after a place, at most one page of one table; `next` is null after the last table. With ids of Spools they
 * are the rows of those, in the tables that are found by Spools.
 */
export async function accountRows(
  pool: Pool,
  tables: readonly AccountTable[],
  owner: { readonly accountId: string; readonly spoolIds?: readonly string[] | undefined },
  after: AccountRows['next'],
): Promise<AccountRows> {
  const { accountId, spoolIds } = owner
  const exported = tables.filter(
    ({ isNotExported, isBySpools = false }) =>
      isNotExported === undefined && isBySpools === (spoolIds !== undefined),
  )
  let at = after === null ? 0 : exported.findIndex(({ name }) => name === after.table)
  if (at < 0) throw new Error(`there is no table ${after?.table} to export`)
  let key = after?.key ?? ''
  for (let table = exported[at]; table !== undefined; table = exported[at]) {
    const found = await pageOf(pool, table, spoolIds ?? accountId, key)
    const last = found.at(-1)
    if (last !== undefined) {
      const { name, packed = [] } = table
      const rows = found.map(({ row }) => ({ table: name, row: unpacked(row, packed) }))
      return { rows, next: { table: name, key: last.key } }
    }
    at += 1
    key = ''
  }
  return { rows: [], next: null }
}

/** The row with its gzip files as their text. */
function unpacked(row: Record<string, unknown>, packed: readonly string[]): Record<string, unknown> {
  const texts = packed.flatMap((column) => {
    const hex = row[column]
    return typeof hex === 'string'
      ? [[column, gunzipSync(Buffer.from(hex.slice(2), 'hex')).toString()] as const]
      : []
  })
  return { ...row, ...Object.fromEntries(texts) }
}

function pageOf(
  pool: Pool,
  { name, key, of, without = [] }: AccountTable,
  owner: string | readonly string[],
  after: string,
) {
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
    [owner, after, pageRows, without],
  )
}
