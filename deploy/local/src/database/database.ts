import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LocalServerError } from '@outturn/local-servers'
import { migrate } from '@outturn/postgres'
import { Client } from 'pg'
import { repository, rolesFile } from '../places.ts'
import { schemaRoles } from './roles-sql.ts'

/** Password of a role; the same for every call with one name. */
export type PasswordOf = (role: string) => Promise<string>

/** Makes the database if it is missing and returns its superuser URL. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, async (client) => {
    const found = await client.query('select from pg_database where datname = $1', [name])
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Applies deploy/postgres/roles.sql and sets every role's password; may be repeated. */
export async function applyRoles(databaseUrl: string, passwordOf: PasswordOf): Promise<void> {
  const sql = await readFile(rolesFile, 'utf8')
  await withClient(databaseUrl, async (client) => {
    await client.query(sql)
    for (const role of schemaRoles.flatMap(({ owner, runtime }) => [owner, runtime])) {
      const password = client.escapeLiteral(await passwordOf(role))
      await client.query(`alter role ${client.escapeIdentifier(role)} password ${password}`)
    }
  })
}

/** Runs every service's migrations as the owners of their schemas; returns how many were applied. */
export async function migrateAll(databaseUrl: string, passwordOf: PasswordOf): Promise<number> {
  const applied = await Promise.all(
    schemaRoles.map(async ({ service, schema, owner, runtime }) => {
      const directory = join(repository, 'services', service, 'src/store/migrations')
      return migrate({
        connectionString: roleUrl(databaseUrl, owner, await passwordOf(owner)),
        schema,
        runtimeRole: runtime,
        ...(existsSync(directory) ? { directory } : {}),
      }).catch((error: unknown) => {
        throw new LocalServerError(
          `The tables of ${schema} cannot be brought up to date: ${(error as Error).message}`,
          'Go back to the version of the program that made this data, or start over with --reset.',
          { cause: error },
        )
      })
    }),
  )
  return applied.flat().length
}

/** The same database as another role. */
export function roleUrl(databaseUrl: string, role: string, password: string): string {
  const url = new URL(databaseUrl)
  url.username = role
  url.password = password
  return url.href
}

async function withClient(url: string, work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  try {
    await client.connect()
  } catch (error) {
    const wrongPassword = (error as { code?: string }).code === '28P01'
    throw new LocalServerError(
      `Postgres at ${new URL(url).host} cannot be used: ${(error as Error).message}`,
      wrongPassword
        ? 'The data was made with other secrets: put the secrets folder back, or start over with --reset.'
        : 'Check DATABASE_URL and that the server runs.',
      { cause: error },
    )
  }
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
