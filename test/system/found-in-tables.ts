import { Client } from 'pg'

/** Tables of any schema that hold one of the texts, with the text. */
export async function foundInTables(databaseUrl: string, texts: readonly string[]): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
       where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
    )
    const asked = tables.map(
      ({ name }) =>
        `select '${name}' as name, text from ${name} as t join unnest($1::text[]) as text on t::text like '%' || text || '%'`,
    )
    const { rows } = await client.query<{ name: string; text: string }>(asked.join(' union '), [texts])
    return rows.map(({ name, text }) => `${name}: ${text}`)
  } finally {
    await client.end()
  }
}
