import pg from 'pg'
import type { Logger } from 'pino'
import { type Migration, platformMigrations, readMigrations } from './migration-files.ts'
import { assertIdentifier } from '../pool.ts'

export type MigrateOptions = {
  /** Of the role that owns the schema. */
  connectionString: string
  /** Exists already; this role owns it. */
  schema: string
  /** Role of the running service; the migrations name it as `{{runtime_role}}` where they grant. */
  runtimeRole: string
  /** Folder of the service's own `0001_name.sql` files. Without it only the platform tables are made. */
  directory?: string
  log?: Logger
}

/**
 * Brings a schema forward: the platform's migrations, then the service's own, each in a transaction of its own. Returns
 * the names it applied, none when all were. Runners that start together wait for one another. Throws when a file that
 * was applied has since been changed or removed.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const schema = assertIdentifier(options.schema)
  const runtimeRole = assertIdentifier(options.runtimeRole)
  const migrations = [
    ...(await platformMigrations()),
    ...(options.directory === undefined ? [] : await readMigrations(options.directory)),
  ]
  const client = new pg.Client({
    connectionString: options.connectionString,
    application_name: `migrate ${schema}`,
    options: `-c search_path=${schema}`,
  })
  // A server that goes away fails the statement under way; without a listener it would end the process instead.
  client.on('error', (error) => options.log?.warn({ err: error }, 'the connection of a migration was lost'))
  await client.connect()
  try {
    await client.query("select pg_advisory_lock(hashtextextended('migrate ' || $1, 0))", [schema])
    await client.query(`grant usage on schema ${schema} to ${runtimeRole}`)
    const pending = await pendingMigrations(client, migrations)
    for (const migration of pending) {
      await applyMigration(client, migration, runtimeRole)
      options.log?.info({ schema, migration: migration.name }, 'applied a migration')
    }
    return pending.map(({ name }) => name)
  } finally {
    // Ending the session gives the advisory lock back, also after a failure.
    await client.end()
  }
}

async function pendingMigrations(client: pg.Client, migrations: readonly Migration[]): Promise<Migration[]> {
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now())`,
  )
  const { rows } = await client.query<{ name: string; sha256: string }>(
    'select name, sha256 from schema_migration',
  )
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  for (const { name, sha256 } of rows) {
    const migration = known.get(name)
    if (migration === undefined) throw new Error(`migration ${name} was applied here and its file is gone`)
    if (migration.sha256 !== sha256) throw new Error(`migration ${name} was changed after it was applied`)
  }
  const applied = new Set(rows.map(({ name }) => name))
  return migrations.filter(({ name }) => !applied.has(name))
}

async function applyMigration(client: pg.Client, migration: Migration, runtimeRole: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql.replaceAll('{{runtime_role}}', runtimeRole))
    await client.query('insert into schema_migration (name, sha256) values ($1, $2)', [
      migration.name,
      migration.sha256,
    ])
    await client.query('commit')
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}
