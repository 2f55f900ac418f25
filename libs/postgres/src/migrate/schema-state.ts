import type { Queryable } from '../pool.ts'
import { allMigrations, type Migration, type MigrationKind } from './migration-files.ts'

/** A migration as the history table of a schema has it. */
export type AppliedMigration = {
  readonly name: string
  readonly sha256: string
  /** Null for one that was applied by the first release, which kept no kinds. */
  readonly kind: MigrationKind | null
  readonly needs: string | null
}

/** How a schema stands to the migrations that a program has. */
export type SchemaState = {
  /** Migrations of the program that the schema lacks. */
  readonly pending: readonly Migration[]
  /** Migrations of the schema that the program does not have: a later release applied them. */
  readonly ahead: readonly AppliedMigration[]
}

/** A schema that this program must not run on; the message says why and what to do. */
export class SchemaError extends Error {
  override readonly name: string = 'SchemaError'
}

/** The schema lacks migrations of this program; it can be used once they are applied. */
export class SchemaPendingError extends SchemaError {
  override readonly name = 'SchemaPendingError'
  /** How many it lacks. */
  readonly count: number

  constructor(message: string, count: number) {
    super(message)
    this.count = count
  }
}

const permissionDenied = '42501'

/**
 * Compares the migrations of a program with those of a schema. Throws SchemaError when the program must not use the schema: a file was
 * changed, or the schema is ahead by a migration that is not an expand.
 */
export function compareSchema(
  migrations: readonly Migration[],
  applied: readonly AppliedMigration[],
): SchemaState {
  const known = new Map(migrations.map((migration) => [migration.name, migration]))
  const ahead = applied.filter(({ name }) => !known.has(name))
  for (const { name, sha256 } of applied) {
    const migration = known.get(name)
    if (migration !== undefined && migration.sha256 !== sha256)
      throw new SchemaError(`migration ${name} was changed after it was applied`)
  }
  for (const { name, kind, needs } of ahead) {
    if (kind === 'contract') {
      throw new SchemaError(
        `migration ${name} of a later release removed what this program uses: run release ${needs} or later, or restore a backup from before it`,
      )
    }
    if (kind === null) throw new SchemaError(`migration ${name} was applied here and its file is gone`)
  }
  const names = new Set(applied.map(({ name }) => name))
  const pending = migrations.filter(({ name }) => !names.has(name))
  const [newest] = ahead
  const [missing] = pending
  if (newest !== undefined && missing !== undefined) {
    throw new SchemaError(
      `the schema has migration ${newest.name}, which this program lacks, and lacks ${missing.name}, which it has: they are of different lines of releases`,
    )
  }
  return { pending, ahead }
}

/** Such as `schema is ahead by 2 additive migrations`; null where it is not ahead. */
export function describeAhead({ ahead }: Pick<SchemaState, 'ahead'>): string | null {
  if (ahead.length === 0) return null
  return `schema is ahead by ${ahead.length} additive migration${ahead.length === 1 ? '' : 's'}`
}

/** Lines for a person: what is pending, and what only a later release has. */
export function printableState(schema: string, { pending, ahead }: SchemaState): string[] {
  if (pending.length + ahead.length === 0) return [`${schema}: up to date`]
  return [
    ...pending.map(({ name, kind }) => `${schema}: pending ${name} (${kind ?? 'kind not stated'})`),
    ...ahead.map(({ name, kind }) => `${schema}: ahead ${name} (${kind}, of a later release)`),
  ]
}

/** What was applied to the schema of this connection, in the order of their names; empty for a new schema. */
export async function readApplied(connection: Queryable): Promise<AppliedMigration[]> {
  // Not from information_schema, which hides what this role has no rights on.
  const columns = await connection.query<{ attname: string }>(
    `select attname from pg_attribute
     where attrelid = to_regclass(format('%I.schema_migration', current_schema())) and attnum > 0 and not attisdropped`,
  )
  const names = columns.rows.map(({ attname }) => attname)
  if (names.length === 0) return []
  const kinds = names.includes('kind') ? 'kind, needs' : 'null as kind, null as needs'
  const { rows } = await connection.query<AppliedMigration>(
    `select name, sha256, ${kinds} from schema_migration order by name`,
  )
  return rows
}

/**
 * Compares the schema of a running service's connection with the migrations of its program. Throws SchemaError as `compareSchema` does,
 * and when migrations are pending.
 */
export async function assertSchemaUsable(
  connection: Queryable,
  { schema, directory }: { schema: string; directory?: string },
): Promise<SchemaState> {
  const migrations = await allMigrations(directory)
  const applied = await readApplied(connection).catch((error: { code?: string }) => {
    if (error.code !== permissionDenied) throw error
    throw new SchemaPendingError(
      `the schema ${schema} was last migrated by an earlier release, so this one cannot read its history: run its --migrate`,
      migrations.length,
    )
  })
  const state = compareSchema(migrations, applied)
  if (state.pending.length > 0) {
    const names = state.pending.map(({ name }) => name).join(', ')
    throw new SchemaPendingError(
      `the schema ${schema} lacks ${state.pending.length === 1 ? 'a migration' : `${state.pending.length} migrations`} of this program (${names}): run its --migrate`,
      state.pending.length,
    )
  }
  return state
}
