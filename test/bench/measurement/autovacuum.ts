import { readFile } from 'node:fs/promises'
import type { Client } from 'pg'

const entry =
  /automatic [a-z ]*of table "([^".]+)\.[\s\S]*?system usage: CPU: user: ([\d.]+) s, system: ([\d.]+) s/g

/** Has Postgres write into its log what each automatic vacuum and analyze took. */
export async function logAutovacuum(client: Client): Promise<void> {
  await client.query('alter system set log_autovacuum_min_duration = 0')
  await client.query('select pg_reload_conf()')
}

/** CPU of all that `logAutovacuum` had written, ms by database. */
export async function readAutovacuum(logFile: string): Promise<Record<string, number>> {
  return autovacuumMs(await readFile(logFile, 'utf8'))
}

/** CPU of the vacuums and analyzes that a log of Postgres tells of, ms by database. */
export function autovacuumMs(log: string): Record<string, number> {
  const total: Record<string, number> = {}
  for (const [, database = '', user, system] of log.matchAll(entry)) {
    total[database] = (total[database] ?? 0) + (Number(user) + Number(system)) * 1_000
  }
  return total
}
