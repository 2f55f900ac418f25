import type { Queryable } from '../pool.ts'
import { type Migration, statementsOf } from './migration-files.ts'

/** What a pending migration does to a table that already has rows. */
export type PlannedStep = {
  readonly table: string
  /** The lock as Postgres names it. */
  readonly lock: string
  /** Who waits meanwhile. */
  readonly blocks: 'reads and writes' | 'writes' | 'other changes of the table' | 'writes of the same rows'
  /** Rows that Postgres estimates for the table; null where it was never analyzed. */
  readonly rows: number | null
}

export type PlannedMigration = Pick<Migration, 'name' | 'kind' | 'needs' | 'isOutsideTransaction'> & {
  readonly steps: readonly PlannedStep[]
}

type LockRule = readonly [pattern: RegExp, lock: string, blocks: PlannedStep['blocks']]

/** By how a statement begins; the first that matches decides. The captured name is that of the table. */
const lockRules: readonly LockRule[] = [
  [
    /^alter table (?:if exists )?(?:only )?"?(\w+)"?\s+validate constraint\b/i,
    'SHARE UPDATE EXCLUSIVE',
    'other changes of the table',
  ],
  [/^alter table (?:if exists )?(?:only )?"?(\w+)/i, 'ACCESS EXCLUSIVE', 'reads and writes'],
  [/^drop table (?:if exists )?"?(\w+)/i, 'ACCESS EXCLUSIVE', 'reads and writes'],
  [/^truncate (?:table )?"?(\w+)/i, 'ACCESS EXCLUSIVE', 'reads and writes'],
  [
    /^create (?:unique )?index concurrently .*?\bon "?(\w+)/is,
    'SHARE UPDATE EXCLUSIVE',
    'other changes of the table',
  ],
  [/^create (?:unique )?index .*?\bon "?(\w+)/is, 'SHARE', 'writes'],
  [/^create (?:or replace )?(?:constraint )?trigger .*?\bon "?(\w+)/is, 'SHARE ROW EXCLUSIVE', 'writes'],
  [/\bupdate "?(\w+)"? (?:as \w+ )?set\b/is, 'ROW EXCLUSIVE', 'writes of the same rows'],
  [/^delete from "?(\w+)/i, 'ROW EXCLUSIVE', 'writes of the same rows'],
]

/**
 * Reads from the text of pending migrations which existing tables they lock, how strongly, and how many rows these have. Changes nothing
 * and takes no lock. A statement of another form, such as a block of PL/pgSQL, is not in the plan.
 */
export async function planMigrations(
  connection: Queryable,
  pending: readonly Migration[],
): Promise<PlannedMigration[]> {
  const { rows } = await connection.query<{ relname: string; reltuples: number }>(
    `select relname, reltuples from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')`,
  )
  const estimates = new Map(rows.map(({ relname, reltuples }) => [relname, reltuples]))
  return pending.map((migration) => ({
    name: migration.name,
    kind: migration.kind,
    needs: migration.needs,
    isOutsideTransaction: migration.isOutsideTransaction,
    steps: locksOf(migration).flatMap(({ table, lock, blocks }) => {
      const estimate = estimates.get(table)
      if (estimate === undefined) return []
      return [{ table, lock, blocks, rows: estimate < 0 ? null : estimate }]
    }),
  }))
}

/** The locks that the statements of a migration take, once each. */
export function locksOf(migration: Pick<Migration, 'sql'>): Omit<PlannedStep, 'rows'>[] {
  const locks = statementsOf(migration).flatMap((statement) => {
    const text = statement.replaceAll(/^--.*$/gm, '').trim()
    for (const [pattern, lock, blocks] of lockRules) {
      const table = pattern.exec(text)?.[1]
      if (table !== undefined) return [{ table, lock, blocks }]
    }
    return []
  })
  return [...new Map(locks.map((each) => [`${each.table} ${each.lock}`, each])).values()]
}

/** Lines for a person; one for each migration and one for each table that it locks. */
export function printablePlan(schema: string, plan: readonly PlannedMigration[]): string[] {
  if (plan.length === 0) return [`${schema}: up to date`]
  return plan.flatMap(({ name, kind, needs, isOutsideTransaction, steps }) => [
    `${schema}: ${name} (${kind === null ? 'kind not stated' : kind}${needs === null ? '' : `, needs ${needs}`}${isOutsideTransaction ? ', outside of a transaction' : ''})`,
    ...(steps.length === 0
      ? ['  locks no table that exists']
      : steps.map(
          ({ table, lock, blocks, rows }) =>
            `  ${table}: ${lock}, blocks ${blocks}, ${rows === null ? 'rows unknown' : `about ${rows} rows`}`,
        )),
  ])
}
