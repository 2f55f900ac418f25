import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { platformTables } from '@outturn/postgres'
import { expect, test } from 'vitest'

const repository = join(import.meta.dirname, '../..')

/** A service that keeps nothing of accounts, with its tables: counts of a day by ids of callers, and which process computes an audit. */
const withoutAccounts: Readonly<Record<string, readonly string[]>> = {
  'document-audit': ['audit_lease', 'pdf_read'],
}

const services = globSync('services/*/src/store/migrations', { cwd: repository }).map(
  (folder) => folder.split('/')[1] ?? '',
)

/** The tables that the list of a service names, with what is exported and erased of them, and those that it leaves out with a reason. */
function listedOf(service: string): string[] {
  const known = withoutAccounts[service]
  if (known !== undefined) return [...known]
  const [file = ''] = globSync(`services/${service}/src/store/**/account-tables.ts`, { cwd: repository })
  const [tables = '', after = ''] = readFileSync(join(repository, file), 'utf8').split('\n  others: {')
  const [others = ''] = after.split('}')
  return [
    ...[...tables.matchAll(/\bname: '([a-z_]+)'/g)].map(([, name = '']) => name),
    ...[...others.matchAll(/^\s*([a-z_]+): /gm)].map(([, name = '']) => name),
  ]
}

/** The tables that these migrations leave, without partitions of others. */
function tablesOf(pattern: string): string[] {
  const files = globSync(pattern, { cwd: repository }).toSorted()
  const sql = files
    .map((file) => readFileSync(join(repository, file), 'utf8').replaceAll(/--.*$/gm, ''))
    .join('\n')
  const acts =
    /create (?:unlogged )?table (?:if not exists )?(?<made>[a-z_]+)(?! partition)\s*\(|drop table (?<dropped>[a-z_]+)|alter table (?<old>[a-z_]+) rename to (?<renamed>[a-z_]+)/g
  const tables = new Set<string>()
  for (const { groups = {} } of sql.matchAll(acts)) {
    const { made, dropped, old, renamed } = groups
    if (made !== undefined) tables.add(made)
    if (dropped !== undefined) tables.delete(dropped)
    if (old !== undefined && renamed !== undefined) {
      tables.delete(old)
      tables.add(renamed)
    }
  }
  return [...tables].toSorted()
}

test.each(services)('each table of %s is exported and erased, or says why it is not', (service) => {
  const listed = listedOf(service)
  expect(listed.toSorted()).toEqual(tablesOf(`services/${service}/src/store/migrations/*.sql`))
  expect(new Set(listed).size).toBe(listed.length)
})

test('each table that every service has says what an erasure does about it', () => {
  const own = tablesOf('libs/postgres/src/migrations/*.sql')
  expect(Object.keys(platformTables).toSorted()).toEqual([...own, 'schema_migration'].toSorted())
})
