import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AccountData, platformTables } from '@outturn/postgres'
import { expect, test } from 'vitest'
import { accountData as billing } from '../../services/billing/src/store/accounts/account-tables.ts'
import { accountData as gateway } from '../../services/gateway/src/store/account-tables.ts'
import { accountData as settlement } from '../../services/settlement/src/store/accounts/account-tables.ts'
import { accountData as signing } from '../../services/signing/src/store/accounts/account-tables.ts'
import { accountData as spool } from '../../services/spool/src/store/retention/account-tables.ts'
import { accountData as verification } from '../../services/verification/src/store/account-tables.ts'

const repository = join(import.meta.dirname, '../..')

/** Tables of a service that keeps nothing of accounts, with the reason. */
const documentAudit: AccountData = {
  tables: [],
  others: {
    pdf_read: 'Counts of a day by ids of callers.',
    audit_lease: 'Which process computes an audit; nothing of a document.',
  },
}

const services: Readonly<Record<string, AccountData>> = {
  billing,
  'document-audit': documentAudit,
  gateway,
  settlement,
  signing,
  spool,
  verification,
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

test('every service is here', () => {
  const folders = globSync('services/*/src/store/migrations', { cwd: repository })
  const names = folders.map((folder) => folder.split('/')[1] ?? '')
  expect(Object.keys(services).toSorted()).toEqual(names.toSorted())
})

test.each(Object.entries(services))(
  'each table of %s is exported and erased, or says why it is not',
  (service, { tables, others }) => {
    const listed = [...tables.map(({ name }) => name), ...Object.keys(others)]
    expect(listed.toSorted()).toEqual(tablesOf(`services/${service}/src/store/migrations/*.sql`))
    expect(new Set(listed).size).toBe(listed.length)
  },
)

test('each table that every service has says what an erasure does about it', () => {
  const own = tablesOf('libs/postgres/src/migrations/*.sql')
  expect(Object.keys(platformTables).toSorted()).toEqual([...own, 'schema_migration'].toSorted())
})
