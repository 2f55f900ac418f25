import type { Client } from 'pg'

/** What a stored Spool consists of, with the column that leads to it; the transparency log grows in `npm run bench:log`. */
const tables = {
  'spool.spool': ['id', 'spool_id'],
  'spool.spool_account': ['spool_id', 'spool_id'],
  'spool.evidence_content': ['spool_id', 'spool_id'],
  'spool.evidence': ['spool_id', 'spool_id'],
  'spool.spool_history': ['spool_id', 'spool_id'],
  'spool.verification_process': ['run_id', 'run_id'],
  'spool.command_log': ['command_id', 'command_id'],
  'verification.run': ['run_id', 'run_id'],
  'signing.receipt': ['run_id', 'run_id'],
  'billing.reservation': ['run_id', 'run_id'],
  'billing.usage_run': ['run_id', 'run_id'],
} as const
const tableNames = Object.keys(tables)

type Column = { readonly name: string; readonly isUnique: boolean }

/** Copies Spools with all that belongs to them, under ids of their own. */
export type RowCopier = {
  /** Adds `count` times the sample; the copies are numbered from `from` on. */
  copy(from: number, count: number): Promise<void>
  /** Brings the statistics and the free space up to date, as autovacuum does where rows come over months. */
  settle(): Promise<void>
  /** What a Spool takes on disk, with indexes and long values. */
  bytesEach(): Promise<number>
}

/**
 * Takes so many Spools that are there as the sample. In a copy the last eight digits of every id but those of accounts are the number of the
 * copy, in each column that has ids or is unique by itself; all else stays as it is, so texts and indexes have their usual sizes.
 */
export async function createRowCopier(client: Client, { spools }: { spools: number }): Promise<RowCopier> {
  await client.query('create schema sample')
  const statements: string[] = []
  await client.query(
    `create table sample.chosen as select spool_id, run_id, command_id from spool.verification_process limit ${spools}`,
  )
  for (const [table, [column, chosen]] of Object.entries(tables)) {
    const sample = `sample.${table.replace('.', '_')}`
    await client.query(
      `create table ${sample} as select * from ${table} where ${column} in (select ${chosen} from sample.chosen)`,
    )
    const columns = await readColumns(client, table)
    const selected = columns.map(({ name, isUnique }) => `${copied(name, isUnique)} as ${name}`)
    const names = columns.map(({ name }) => name).join(', ')
    statements.push(
      `insert into ${table} (${names}) select ${selected.join(', ')} from ${sample} s, generate_series($1::int, $2::int) as n`,
    )
  }
  return {
    async copy(from, count) {
      // Checks and references were kept when the sample was written.
      await client.query('set session_replication_role = replica')
      for (const statement of statements) await client.query(statement, [from, from + count - 1])
    },
    async settle() {
      await client.query(`vacuum analyze ${tableNames.join(', ')}`)
      await client.query('checkpoint')
    },
    async bytesEach() {
      const { rows } = await client.query<{ bytes: number }>(
        `select sum(pg_total_relation_size(name))::float8 / (select count(*) from spool.spool) as bytes
         from unnest($1::regclass[]) as name`,
        [tableNames],
      )
      return rows[0]?.bytes ?? 0
    },
  }
}

async function readColumns(client: Client, table: string): Promise<Column[]> {
  const { rows } = await client.query<Column>(
    `select a.attname as name, a.atttypid = 'text'::regtype and (
        exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique
          and i.indnkeyatts = 1 and i.indkey[0] = a.attnum)
        or a.attname like '%\\_id') and a.attname !~ 'account|key_id|condition' as "isUnique"
     from pg_attribute a
     where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped and a.attidentity = '' and a.attgenerated = ''
     order by a.attnum`,
    [table],
  )
  return rows
}

function copied(name: string, isUnique: boolean): string {
  return isUnique ? `left(s.${name}, -8) || lpad(to_hex(n), 8, '0')` : `s.${name}`
}
