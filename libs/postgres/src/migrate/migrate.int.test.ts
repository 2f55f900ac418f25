import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@outturn/testkit'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  assertSchemaUsable,
  checkSchemas,
  createPool,
  migrate,
  planSchemas,
  type Pool,
  SchemaPendingError,
} from '../index.ts'

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
  // It compares the history with its own migrations, and cannot rewrite it.
  await runtime.query('select from schema_migration')
  await expect(runtime.query('delete from schema_migration')).rejects.toMatchObject({ code: '42501' })
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

const addColumn = '-- expand\nalter table thing add column note text;'
const dropColumn = '-- contract: needs 1.4\nalter table thing drop column note;'

const write = (file: string, sql: string) => writeFile(join(directory, file), sql)
const remove = (file: string) => rm(join(directory, file))
const target = () => ({ schema: 'spool', directory })

test('a program whose schema is ahead by additive migrations goes on, and both lists say so', async () => {
  await write('0002_note.sql', addColumn)
  await migrate(options())
  await remove('0002_note.sql')
  expect(await migrate(options())).toEqual([])
  const { ahead } = await assertSchemaUsable(runtime, target())
  expect(ahead.map(({ name }) => name)).toEqual(['0002_note'])
  expect(await checkSchemas([options()])).toEqual({
    lines: ['spool: ahead 0002_note (expand, of a later release)'],
    isUsable: true,
  })
})

test('a contract of a later release stops an earlier program, with the release that is needed', async () => {
  await write('0002_note.sql', addColumn)
  await write('0003_no_note.sql', dropColumn)
  await migrate(options())
  await remove('0003_no_note.sql')
  await expect(migrate(options())).rejects.toThrow('run release 1.4 or later')
  await expect(assertSchemaUsable(runtime, target())).rejects.toThrow('run release 1.4 or later')
  expect((await checkSchemas([options()])).isUsable).toBe(false)
})

test('a schema of another line of releases is refused, and gets none of the migrations', async () => {
  await write('0002_note.sql', addColumn)
  await migrate(options())
  await remove('0002_note.sql')
  await write('0002_mark.sql', '-- expand\nalter table thing add column mark text;')
  await expect(migrate(options())).rejects.toThrow('different lines of releases')
})

test('a service does not run on a schema that lacks a migration, nor on one that an earlier release migrated', async () => {
  await expect(assertSchemaUsable(runtime, target())).rejects.toThrow(SchemaPendingError)
  await migrate(options())
  await assertSchemaUsable(runtime, target())
  await write('0002_note.sql', addColumn)
  await expect(assertSchemaUsable(runtime, target())).rejects.toThrow('0002_note')
  expect((await checkSchemas([options()])).lines).toEqual(['spool: pending 0002_note (expand)'])

  const owner = createPool({ ...options(), applicationName: 'test' })
  await owner.query('alter table schema_migration drop column kind, drop column needs')
  await owner.query('revoke select on schema_migration from outturn_spool')
  await owner.end()
  await expect(assertSchemaUsable(runtime, target())).rejects.toThrow('by an earlier release')
  expect(await migrate(options())).toEqual(['0002_note'])
  await assertSchemaUsable(runtime, target())
})

test('a migration that gets no lock lets others pass and is tried again', async () => {
  await migrate(options())
  await write('0002_note.sql', addColumn)
  const reader = await runtime.connect()
  await reader.query('begin')
  await reader.query('select from thing')
  const log = pino({ level: 'warn' }, { write: () => void reader.query('commit') })
  const retries = { lockTimeoutMs: 20, lockPauseMs: 20, log }
  expect(await migrate({ ...options(), ...retries })).toEqual(['0002_note'])
  reader.release()
})

test('a migration that never gets its lock fails and leaves nothing of itself', async () => {
  await migrate(options())
  await write('0002_note.sql', addColumn)
  const reader = await runtime.connect()
  await reader.query('begin')
  await reader.query('select from thing')
  const limits = { lockTimeoutMs: 10, lockPauseMs: 1, lockAttempts: 2 }
  await expect(migrate({ ...options(), ...limits })).rejects.toThrow('0002_note failed')
  await reader.query('commit')
  reader.release()
  expect(await migrate(options())).toEqual(['0002_note'])
})

test('an index is made concurrently by a migration that says it is outside of a transaction', async () => {
  await write(
    '0002_index.sql',
    `-- expand
-- outside of a transaction
drop index concurrently if exists thing_again;
create index concurrently thing_again on thing (id);`,
  )
  expect(await migrate(options())).toContain('0002_index')
  const { rowCount } = await runtime.query("select from pg_indexes where indexname = 'thing_again'")
  expect(rowCount).toBe(1)
})

test('the plan names the tables that are locked, and changes nothing', async () => {
  await migrate(options())
  await write('0002_note.sql', addColumn)
  expect(await planSchemas([options()])).toEqual([
    'spool: 0002_note (expand)',
    '  thing: ACCESS EXCLUSIVE, blocks reads and writes, rows unknown',
  ])
  expect((await checkSchemas([options()])).lines).toEqual(['spool: pending 0002_note (expand)'])
})
