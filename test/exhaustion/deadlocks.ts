import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import type { SystemFile } from '../system/running-system.ts'

/** How many deadlocks Postgres has ended, each after a second in which all that came after it waited; a backend tells within seconds. */
export async function countDeadlocks(file: Pick<SystemFile, 'database_url_file'>): Promise<number> {
  const client = new Client({ connectionString: readFileSync(file.database_url_file, 'utf8').trim() })
  await client.connect()
  try {
    const { rows } = await client.query<{ deadlocks: number }>(
      'select deadlocks::integer from pg_stat_database where datname = current_database()',
    )
    return rows[0]?.deadlocks ?? Number.NaN
  } finally {
    await client.end()
  }
}
