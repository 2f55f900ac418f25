import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { allRoles, schemaRoles } from '@outturn/model'
import { repository, rolesFile } from '@outturn/model/places'
import { checkSchemas, migrate, planSchemas, SchemaError } from '@outturn/postgres'
import { Client } from 'pg'

/** Password of a role; the same for every call with one name. */
export type PasswordOf = (role: string) => Promise<string>

/** A database that cannot be prepared; the message says why, and `problem` what kind of fault it is. */
export class PrepareError extends Error {
  readonly problem: 'no_secret' | 'unreachable' | 'wrong_password' | 'migration_failed'

  constructor(problem: PrepareError['problem'], message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'PrepareError'
    this.problem = problem
  }
}

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
    for (const role of allRoles) {
      const password = client.escapeLiteral(await passwordOf(role))
      await client.query(`alter role ${client.escapeIdentifier(role)} password ${password}`)
    }
  })
}

/** Runs every service's migrations as the owners of their schemas; returns how many were applied. */
export async function migrateAll(databaseUrl: string, passwordOf: PasswordOf): Promise<number> {
  const applied = await Promise.all(
    (await targetsOf(databaseUrl, passwordOf)).map((target) =>
      migrate(target).catch((error: unknown) => {
        const message = `The tables of ${target.schema} cannot be brought up to date: ${(error as Error).message}`
        throw new PrepareError('migration_failed', message, { cause: error })
      }),
    ),
  )
  return applied.flat().length
}

/** Which tables the pending migrations of every service lock, as lines of text; changes nothing. */
export async function planAll(databaseUrl: string, passwordOf: PasswordOf): Promise<string[]> {
  return planSchemas(await targetsOf(databaseUrl, passwordOf)).catch(explainSchemaError)
}

/** What every schema lacks and has beyond this release, as lines of text, and whether this release runs on all of them as they are. */
export async function checkAll(
  databaseUrl: string,
  passwordOf: PasswordOf,
): Promise<{ lines: string[]; isUsable: boolean }> {
  return checkSchemas(await targetsOf(databaseUrl, passwordOf))
}

function explainSchemaError(error: unknown): never {
  if (!(error instanceof SchemaError)) throw error
  throw new PrepareError('migration_failed', error.message, { cause: error })
}

function targetsOf(databaseUrl: string, passwordOf: PasswordOf) {
  return Promise.all(
    schemaRoles.map(async ({ service, schema, owner, runtime }) => {
      const directory = join(repository, 'services', service, 'src/store/migrations')
      return {
        connectionString: roleUrl(databaseUrl, owner, await passwordOf(owner)),
        schema,
        runtimeRole: runtime,
        ...(existsSync(directory) ? { directory } : {}),
      }
    }),
  )
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
    const isPassword = (error as { code?: string }).code === '28P01'
    const message = `Postgres at ${new URL(url).host} cannot be used: ${(error as Error).message}`
    throw new PrepareError(isPassword ? 'wrong_password' : 'unreachable', message, { cause: error })
  }
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
