import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'

/** Every test database is a copy of this one. */
export const templateDatabase = 'outturn_test_template'

/** Password of every role in tests. */
export const testRolePassword = 'test'

const rolesFile = join(import.meta.dirname, '../../../deploy/postgres/roles.sql')
/** Serializes runs that share one server: roles belong to the server, not to a database. */
const lockKey = 7_215_003

/** Makes the template: an empty database with the roles, schemas and grants of a deployment. */
export async function prepareTemplate(superuserUrl: string): Promise<void> {
  await withClient(superuserUrl, async (client) => {
    await client.query('select pg_advisory_lock($1)', [lockKey])
    // Those with tables are copies of this one, of the migrations of an earlier run.
    const stale = await client.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [templateDatabase],
    )
    for (const { datname } of stale.rows)
      await client.query(`drop database ${client.escapeIdentifier(datname)} with (force)`)
    await client.query(`create database ${templateDatabase}`)
    await withClient(databaseUrl(superuserUrl, templateDatabase), (template) => applyRoles(template))
  })
}

async function applyRoles(client: Client): Promise<void> {
  if (!existsSync(rolesFile)) return
  await client.query(await readFile(rolesFile, 'utf8'))
  // Passwords that everybody knows need no slow hash. Postgres has the setting since version 16.
  await client.query("select set_config(name, '1', false) from pg_settings where name = 'scram_iterations'")
  const roles = await client.query<{ rolname: string }>(
    "select rolname from pg_roles where rolname like 'outturn\\_%' and rolcanlogin",
  )
  for (const { rolname } of roles.rows) {
    await client.query(`alter role ${client.escapeIdentifier(rolname)} password '${testRolePassword}'`)
  }
}

/** The same server, another database. */
export function databaseUrl(serverUrl: string, database: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${database}`
  return url.href
}

/** The same database as a role of the deployment. */
export function roleUrl(database: string, role: string): string {
  const url = new URL(database)
  url.username = role
  url.password = testRolePassword
  return url.href
}

/** Runs work on a connection of its own. */
export async function withClient<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
