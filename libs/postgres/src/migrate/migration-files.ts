import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What a migration does to the release before it. `expand`: that release runs on the new schema unharmed. `contract`: it does not,
 * because something that it uses is gone or has changed.
 */
export type MigrationKind = 'expand' | 'contract'

/** One step of a schema's history. */
export type Migration = {
  /** What the history table knows it by, such as `0001_spools` or `platform/0001_platform_tables`. */
  readonly name: string
  readonly sql: string
  readonly sha256: string
  /** Null for the migrations of the first release, which state no kind. */
  readonly kind: MigrationKind | null
  /** The oldest release that runs on the schema after a contract; null otherwise. */
  readonly needs: string | null
  /** Whether its statements run one by one and each for itself, as `concurrently` demands. */
  readonly isOutsideTransaction: boolean
}

const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/
const expandLine = /^-- expand$/
const contractLine = /^-- contract: needs (\d+\.\d+(?:\.\d+)?)$/
const outsideLine = /^-- outside of a transaction$/m

/**
 * Reads `0001_name.sql`, `0002_…` from a directory, in order. Throws when a number is missing or used twice, or a file
 * is named otherwise.
 */
export async function readMigrations(directory: string, prefix = ''): Promise<Migration[]> {
  const files = (await readdir(directory)).sort()
  return Promise.all(
    files.map(async (file, index) => {
      const number = fileName.exec(file)?.[1]
      const expected = String(index + 1).padStart(4, '0')
      if (number !== expected)
        throw new Error(`expected migration ${expected}_<name>.sql in ${directory}, found ${file}`)
      const text = await readFile(join(directory, file), 'utf8')
      return migrationOf(prefix + file.slice(0, -'.sql'.length), text)
    }),
  )
}

/** The tables that every service has: command_log, outbox, inbox, dead_letter. */
export function platformMigrations(): Promise<Migration[]> {
  return readMigrations(join(import.meta.dirname, '../migrations'), 'platform/')
}

/** The platform's migrations, then those of the service's own folder. */
export async function allMigrations(directory: string | undefined): Promise<Migration[]> {
  return [
    ...(await platformMigrations()),
    ...(directory === undefined ? [] : await readMigrations(directory)),
  ]
}

/** A migration with the kind that its first line states. */
export function migrationOf(name: string, sql: string): Migration {
  const [firstLine = ''] = sql.split('\n', 1)
  const needs = contractLine.exec(firstLine)?.[1] ?? null
  if (needs === null && /^--\s*contract/i.test(firstLine)) {
    throw new Error(
      `migration ${name} begins with "${firstLine}"; a contract begins with "-- contract: needs 1.4"`,
    )
  }
  return {
    name,
    sql,
    sha256: createHash('sha256').update(sql).digest('hex'),
    kind: needs !== null ? 'contract' : expandLine.test(firstLine) ? 'expand' : null,
    needs,
    isOutsideTransaction: outsideLine.test(sql),
  }
}

/** The statements of a migration that runs outside of a transaction; each ends with a semicolon at the end of a line. */
export function statementsOf({ sql }: Pick<Migration, 'sql'>): string[] {
  return sql
    .split(/;[ \t]*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement.replaceAll(/^--.*$/gm, '').trim() !== '')
}
