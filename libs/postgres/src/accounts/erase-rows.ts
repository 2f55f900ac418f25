import { gunzipSync } from 'node:zlib'
import type { Pool } from '../pool.ts'
import { query, statement } from '../statement.ts'
import type { AccountTable } from './account-tables.ts'

/** How many rows of a table an erasure changes. */
export type ErasedRows = { readonly table: string; readonly rows: number }

const rowsAtOnce = 1_000

type Owner = { readonly accountId: string; readonly spoolIds?: readonly string[] | undefined }

/** How many rows of an account still have to be changed, by table; tables without any are left out. */
export async function countRowsToErase(
  pool: Pool,
  tables: readonly AccountTable[],
  owner: Owner,
): Promise<ErasedRows[]> {
  const counted: ErasedRows[] = []
  for (const { table, change } of changesOf(tables, owner)) {
    const [row] = await query<{ rows: number }>(
      pool,
      statement(
        `rows_to_erase_of_${table.name}`,
        `select count(*)::integer as rows from ${table.name} as t where ${change.condition}`,
      ),
      [ownerOf(table, owner)],
    )
    if (row !== undefined && row.rows > 0) counted.push({ table: table.name, rows: row.rows })
  }
  return counted
}

/** Changes them, some at a time and each for good, so that a repetition goes on where this one ended. */
export async function eraseRows(
  pool: Pool,
  tables: readonly AccountTable[],
  owner: Owner,
): Promise<ErasedRows[]> {
  const erased: ErasedRows[] = []
  for (const { table, change } of changesOf(tables, owner)) {
    let rows = 0
    for (let changed = rowsAtOnce; changed === rowsAtOnce; rows += changed) {
      const { rowCount } = await pool.query({
        name: `erase_rows_of_${table.name}`,
        text: `${change.act} where t.ctid = any(array(
          select t.ctid from ${table.name} as t where ${change.condition} limit ${rowsAtOnce}))`,
        values: [ownerOf(table, owner)],
      })
      changed = rowCount ?? 0
    }
    if (rows > 0) erased.push({ table: table.name, rows })
  }
  return erased
}

type Change = { readonly act: string; readonly condition: string }

function changesOf(tables: readonly AccountTable[], { spoolIds }: Owner) {
  return tables.flatMap((table) => {
    if ((table.isBySpools ?? false) !== (spoolIds !== undefined)) return []
    const change = changeOf(table)
    return change === null ? [] : [{ table, change }]
  })
}

function changeOf({ name, of, erasure }: AccountTable): Change | null {
  if ('deletes' in erasure) {
    return { act: `delete from ${name} as t`, condition: both(of, erasure.where) }
  }
  if (!('sets' in erasure)) return null
  const sets = Object.entries(erasure.sets)
  const differs = sets.map(([column, value]) => `t.${column}::text is distinct from (${value})::text`)
  return {
    act: `update ${name} as t set ${sets.map(([column, value]) => `${column} = ${value}`).join(', ')}`,
    condition: `${both(of, erasure.where)} and (${differs.join(' or ')})`,
  }
}

function both(of: string, where = 'true'): string {
  return `(${of}) and (${where})`
}

function ownerOf({ isBySpools }: AccountTable, { accountId, spoolIds }: Owner): string | readonly string[] {
  return isBySpools === true ? (spoolIds ?? []) : accountId
}

/**
 * Replaces the kept answers that name one of these ids by a refusal: they may show what was erased, and a repetition of their request is
 * not carried out again. Returns how many there were.
 */
export async function eraseReplies(pool: Pool, ids: readonly string[], refusal: string): Promise<number> {
  if (ids.length === 0) return 0
  const { rowCount } = await pool.query({
    name: 'erase_replies',
    text: `update command_log set reply = $2, is_refusal = true
      where reply <> $2 and exists (select from unnest($1::text[]) as id where strpos(reply, id) > 0)`,
    values: [ids, refusal],
  })
  return (rowCount ?? 0) + (await erasePackedReplies(pool, ids, refusal))
}

async function erasePackedReplies(pool: Pool, ids: readonly string[], refusal: string): Promise<number> {
  let erased = 0
  for (let after = ''; ; ) {
    const rows = await query<{ command_id: string; packed_reply: Buffer }>(
      pool,
      statement(
        'packed_replies',
        `select command_id, packed_reply from command_log where packed_reply is not null and command_id > $1
         order by command_id limit 20`,
      ),
      [after],
    )
    const last = rows.at(-1)
    if (last === undefined) return erased
    after = last.command_id
    const naming = rows.filter(({ packed_reply: packed }) => {
      const text = gunzipSync(packed).toString()
      return ids.some((id) => text.includes(id))
    })
    if (naming.length === 0) continue
    await pool.query({
      name: 'erase_packed_replies',
      text: `update command_log set reply = $2, packed_reply = null, is_refusal = true where command_id = any($1)`,
      values: [naming.map(({ command_id: id }) => id), refusal],
    })
    erased += naming.length
  }
}

/** Deletes the failed messages that name one of these ids and that were sent again since. Returns how many there were. */
export async function eraseRedriven(pool: Pool, ids: readonly string[]): Promise<number> {
  const { rowCount } = await pool.query({
    name: 'erase_redriven_messages',
    text: `delete from dead_letter where redriven_at is not null
      and exists (select from unnest($1::text[]) as id where position(convert_to(id, 'UTF8') in payload) > 0)`,
    values: [ids],
  })
  return rowCount ?? 0
}
