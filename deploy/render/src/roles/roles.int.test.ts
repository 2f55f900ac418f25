import { testDatabase } from '@outturn/testkit'
import { readFileSync } from 'node:fs'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schemaRoles } from '@outturn/model'
import { rolesFile } from '@outturn/model/places'

const insufficientPrivilege = { code: '42501' }
const database = await testDatabase()

async function queryAs(role: string, sql: string): Promise<object[]> {
  const client = new Client({ connectionString: role === 'superuser' ? database.url : database.urlOf(role) })
  await client.connect()
  try {
    return (await client.query<object>(sql)).rows
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  for (const { schema, owner, runtime } of schemaRoles) {
    await queryAs(owner, `create table ${schema}.thing (id int); grant select, insert on thing to ${runtime}`)
  }
})
afterAll(() => database.drop())

test('the file may be run again on a database in use', async () => {
  await queryAs('superuser', readFileSync(rolesFile, 'utf8'))
  expect(await queryAs('outturn_spool', 'select id from thing')).toEqual([])
})

test('tables are analyzed by a sample of a tenth, unless the operator has set another for the database', async () => {
  const runAgain = () => queryAs('superuser', readFileSync(rolesFile, 'utf8'))
  const target = () => queryAs('superuser', 'show default_statistics_target')
  await runAgain()
  expect(await target()).toEqual([{ default_statistics_target: '10' }])
  const name = new URL(database.url).pathname.slice(1)
  await queryAs('superuser', `alter database "${name}" set default_statistics_target = 300`)
  await runAgain()
  expect(await target()).toEqual([{ default_statistics_target: '300' }])
})

test.each(schemaRoles)(
  '$runtime uses what it was granted in $schema, and makes nothing',
  async ({ runtime }) => {
    expect(await queryAs(runtime, 'select id from thing')).toEqual([])
    for (const forbidden of [
      'create table other (id int)',
      'create temporary table other (id int)',
      'create table public.other (id int)',
      'delete from thing',
      'drop table thing',
      'create role other',
      "copy thing to '/tmp/other'",
      'set role postgres',
    ]) {
      await expect(queryAs(runtime, forbidden), forbidden).rejects.toMatchObject(insufficientPrivilege)
    }
  },
)

test.each(schemaRoles)(
  'neither role of $schema reaches another schema',
  async ({ schema, owner, runtime }) => {
    const others = schemaRoles.filter((other) => other.schema !== schema)
    for (const role of [owner, runtime]) {
      const client = new Client({ connectionString: database.urlOf(role) })
      await client.connect()
      for (const other of others) {
        const read = client.query(`select id from ${other.schema}.thing`)
        await expect(read, `${role} in ${other.schema}`).rejects.toMatchObject(insufficientPrivilege)
        await expect(client.query(`set role ${other.runtime}`)).rejects.toMatchObject(insufficientPrivilege)
      }
      await client.end()
    }
  },
)

test('a runtime session cannot wait or hold for long', async () => {
  const limits = await queryAs(
    'outturn_billing',
    `select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock,
       current_setting('idle_in_transaction_session_timeout') as idle, current_setting('search_path') as path`,
  )
  expect(limits).toEqual([{ statement: '5s', lock: '2s', idle: '5s', path: 'billing' }])
})
