import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Logger } from 'pino'
import { assertIdentifier } from '../pool.ts'
import { allMigrations, type Migration, statementsOf } from './migration-files.ts'
import { planMigrations, printablePlan } from './plan-migrations.ts'
import { compareSchema, describeAhead, printableState, readApplied, SchemaError } from './schema-state.ts'

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
  /** How long a statement waits for a lock before the migration steps back. @default 5000 ms */
  lockTimeoutMs?: number
  /** Pause before it is tried again. @default 2000 ms */
  lockPauseMs?: number
  /** How often a migration is tried that gets no lock. @default 30 */
  lockAttempts?: number
}

const defaults = { lockTimeoutMs: 5_000, lockPauseMs: 2_000, lockAttempts: 30 }
const lockNotAvailable = '55P03'

/**
 * Brings a schema forward: the platform's migrations, then the service's own, each in a transaction of its own unless it says otherwise.
 * Returns the names it applied, none when all were. Runners that start together wait for one another. A schema that is ahead by additive
 * migrations alone is left as it is. Throws when a file that was applied has since been changed or removed, or when a later release
 * removed what this program uses.
 */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const schema = assertIdentifier(options.schema)
  const runtimeRole = assertIdentifier(options.runtimeRole)
  const migrations = await allMigrations(options.directory)
  return withOwner(options, async (client) => {
    await client.query("select pg_advisory_lock(hashtextextended('migrate ' || $1, 0))", [schema])
    // Set only now, because the wait for another runner lasts as long as its migrations.
    await client.query(`set lock_timeout = ${options.lockTimeoutMs ?? defaults.lockTimeoutMs}`)
    await withLockRetries(options, 'history table', () => prepareHistory(client, schema, runtimeRole))
    const state = compareSchema(migrations, await readApplied(client))
    const ahead = describeAhead(state)
    if (ahead !== null) options.log?.warn({ schema, ahead: state.ahead.map(({ name }) => name) }, ahead)
    for (const migration of state.pending) {
      await applyMigration(client, migration, { ...options, runtimeRole })
      options.log?.info({ schema, migration: migration.name }, 'applied a migration')
    }
    return state.pending.map(({ name }) => name)
  })
}

export type SchemaTarget = Pick<MigrateOptions, 'connectionString' | 'schema' | 'directory' | 'log'>

/**
 * What each schema lacks and has beyond the program's migrations, as lines of text, and whether the program runs on all of them as they
 * are. Reads as the owner and changes nothing.
 */
export async function checkSchemas(
  targets: readonly SchemaTarget[],
): Promise<{ lines: string[]; isUsable: boolean }> {
  const lines: string[] = []
  let isUsable = true
  for (const target of targets) {
    try {
      const migrations = await allMigrations(target.directory)
      const state = await withOwner(target, async (client) =>
        compareSchema(migrations, await readApplied(client)),
      )
      lines.push(...printableState(target.schema, state))
      isUsable &&= state.pending.length === 0
    } catch (error) {
      if (!(error instanceof SchemaError)) throw error
      lines.push(`${target.schema}: ${error.message}`)
      isUsable = false
    }
  }
  return { lines, isUsable }
}

/** Which existing tables the pending migrations lock, as lines of text; changes nothing. Throws SchemaError as `migrate` does. */
export async function planSchemas(targets: readonly SchemaTarget[]): Promise<string[]> {
  const lines: string[] = []
  for (const target of targets) {
    const migrations = await allMigrations(target.directory)
    const plan = await withOwner(target, async (client) =>
      planMigrations(client, compareSchema(migrations, await readApplied(client)).pending),
    )
    lines.push(...printablePlan(target.schema, plan))
  }
  return lines
}

async function withOwner<T>(
  { connectionString, schema, log }: Pick<MigrateOptions, 'connectionString' | 'schema' | 'log'>,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    connectionString,
    application_name: `migrate ${assertIdentifier(schema)}`,
    options: `-c search_path=${schema}`,
  })
  // A server that goes away fails the statement under way; without a listener it would end the process instead.
  client.on('error', (error) => log?.warn({ err: error }, 'the connection of a migration was lost'))
  await client.connect()
  try {
    return await work(client)
  } finally {
    // Ending the session gives the advisory lock back, also after a failure.
    await client.end()
  }
}

/** The history that services compare themselves with at their start. */
async function prepareHistory(client: pg.Client, schema: string, runtimeRole: string): Promise<void> {
  await client.query(`grant usage on schema ${schema} to ${runtimeRole}`)
  await client.query(
    `create table if not exists schema_migration (
       name text primary key, sha256 text not null, applied_at timestamptz not null default now(),
       kind text check (kind in ('expand', 'contract')), needs text)`,
  )
  const { rowCount } = await client.query(
    `select from information_schema.columns
     where table_schema = current_schema() and table_name = 'schema_migration' and column_name = 'kind'`,
  )
  if (rowCount === 0) {
    await client.query(
      `alter table schema_migration add column kind text check (kind in ('expand', 'contract')), add column needs text`,
    )
  }
  await client.query(`grant select on schema_migration to ${runtimeRole}`)
}

type ApplyOptions = MigrateOptions & { runtimeRole: string }

async function applyMigration(client: pg.Client, migration: Migration, options: ApplyOptions): Promise<void> {
  const { runtimeRole } = options
  const apply = migration.isOutsideTransaction ? applyOneByOne : applyAtOnce
  try {
    await withLockRetries(options, migration.name, () => apply(client, migration, runtimeRole))
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function applyAtOnce(client: pg.Client, migration: Migration, runtimeRole: string): Promise<void> {
  try {
    await client.query('begin')
    await client.query(migration.sql.replaceAll('{{runtime_role}}', runtimeRole))
    await recordMigration(client, migration)
    await client.query('commit')
  } catch (error) {
    // A connection that is gone cannot roll back, and has rolled back.
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** A repetition begins with the first statement, so that each must stand being repeated. */
async function applyOneByOne(client: pg.Client, migration: Migration, runtimeRole: string): Promise<void> {
  for (const statement of statementsOf(migration)) {
    await client.query(statement.replaceAll('{{runtime_role}}', runtimeRole))
  }
  await recordMigration(client, migration)
}

async function recordMigration(client: pg.Client, { name, sha256, kind, needs }: Migration): Promise<void> {
  await client.query('insert into schema_migration (name, sha256, kind, needs) values ($1, $2, $3, $4)', [
    name,
    sha256,
    kind,
    needs,
  ])
}

/**
 * Statements that wait for a lock make every later statement on that table wait behind them. So a migration that does not get its lock
 * in time lets the others pass, and is tried again.
 */
async function withLockRetries(
  options: Pick<MigrateOptions, 'lockPauseMs' | 'lockAttempts' | 'log' | 'schema'>,
  what: string,
  work: () => Promise<void>,
): Promise<void> {
  const { lockPauseMs, lockAttempts } = { ...defaults, ...options }
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable || attempt >= lockAttempts) throw error
      options.log?.warn({ schema: options.schema, migration: what, attempt }, 'a lock is taken; tried again')
      await pause(lockPauseMs)
    }
  }
}
