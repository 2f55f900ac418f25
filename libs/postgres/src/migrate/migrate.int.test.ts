import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@outturn/testkit'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createPool, migrate, type Pool } from '../index.ts'

/** What every schema gets before its own, in order. */
const platform = readdirSync(join(import.meta.dirname, '../migrations'))
  .filter((file) => file.endsWith('.sql'))
  .toSorted()
  .map((file) => `platform/${file.slice(0, -'.sql'.length)}`)

let directory: string
let database: Awaited<ReturnType<typeof testDatabase>>
let runtime: Pool

const options = () => ({
  connectionString: database.urlOf('outturn_spool_owner'),
  schema: 'spool',
  runtimeRole: 'outturn_spool',
  directory,
})

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'outturn-migrations-'))
})
afterAll(() => rm(directory, { recursive: true }))

beforeEach(async () => {
  await rm(directory, { recursive: true })
  directory = await mkdtemp(join(tmpdir(), 'outturn-migrations-'))
  await writeFile(
    join(directory, '0001_things.sql'),
    'create table thing (id int primary key); grant select, insert on thing to {{runtime_role}};',
  )
  database = await testDatabase()
  runtime = createPool({
    connectionString: database.urlOf('outturn_spool'),
    schema: 'spool',
    applicationName: 'test',
  })
  return async () => {
    await runtime.end()
    await database.drop()
  }
})

test('an empty schema gets the platform tables, then the own ones, and a second run changes nothing', async () => {
  expect(await migrate(options())).toEqual([...platform, '0001_things'])
  expect(await migrate(options())).toEqual([])
})

test('the runtime role has what the migration grants and nothing else', async () => {
  await migrate(options())
  await runtime.query('insert into thing values (1)')
  await runtime.query("insert into inbox (event_id) values ('00000000-0000-4000-8000-000000000001')")
  await expect(runtime.query('delete from thing')).rejects.toMatchObject({ code: '42501' })
  await expect(runtime.query('create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
  await expect(runtime.query('select from schema_migration')).rejects.toMatchObject({ code: '42501' })
})

test('runners that start together apply each migration once', async () => {
  const applied = await Promise.all([migrate(options()), migrate(options()), migrate(options())])
  expect(applied.flat().sort()).toEqual(['0001_things', ...platform])
})

test('a file that changed after it was applied stops the migration', async () => {
  await migrate(options())
  await writeFile(join(directory, '0001_things.sql'), 'create table thing (id bigint primary key);')
  await expect(migrate(options())).rejects.toThrow('0001_things was changed')
})

test('a file that is gone after it was applied stops the migration', async () => {
  await migrate(options())
  await rm(join(directory, '0001_things.sql'))
  await expect(migrate(options())).rejects.toThrow('0001_things was applied here and its file is gone')
})

test('a gap in the numbers stops the migration before anything is applied', async () => {
  await writeFile(join(directory, '0003_later.sql'), 'select 1;')
  await expect(migrate(options())).rejects.toThrow('expected migration 0002')
  await expect(runtime.query('select from outbox')).rejects.toMatchObject({ code: '42P01' })
})

test('a migration that fails leaves nothing of itself and is applied when it is fixed', async () => {
  await writeFile(join(directory, '0002_more.sql'), 'create table more (id int); select 1 / 0;')
  await expect(migrate(options())).rejects.toThrow('0002_more failed: division by zero')
  await writeFile(join(directory, '0002_more.sql'), 'create table more (id int);')
  expect(await migrate(options())).toEqual(['0002_more'])
})
