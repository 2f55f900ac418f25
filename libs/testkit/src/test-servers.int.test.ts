import { Client } from 'pg'
import { afterAll, expect, test } from 'vitest'
import { testDatabase, testNats } from './index.ts'

const nats = await testNats()
afterAll(() => nats.stop())

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

test('each test database is empty and takes no connection after drop', async () => {
  const first = await testDatabase()
  const second = await testDatabase()
  await ask(first.url, 'create table t (n int)')
  await expect(ask(second.url, 'select from t')).rejects.toMatchObject({ code: '42P01' })
  await first.drop()
  await expect(ask(first.url, 'select 1')).rejects.toMatchObject({
    code: expect.stringMatching(/^(3D000|55000)$/),
  })
  await second.drop()
})

test('the test server keeps what it acknowledges, as production does', async () => {
  const database = await testDatabase()
  const rows = await ask<{ name: string; setting: string }>(
    database.url,
    "select name, setting from pg_settings where name in ('fsync', 'full_page_writes', 'synchronous_commit')",
  )
  expect(rows.map(({ setting }) => setting)).toEqual(['on', 'on', 'on'])
  await database.drop()
})

test('nats-server keeps its address over a restart and a crash', async () => {
  const before = nats.url
  await nats.restart({ emptyStore: true })
  await nats.restart({ crash: true })
  expect(nats.url).toBe(before)
})
