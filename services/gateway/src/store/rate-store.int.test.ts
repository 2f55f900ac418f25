import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type OpenGateway, openGateway } from '../testing/open-gateway.ts'
import { forgetCallers } from './rate-store.ts'

let gateway: OpenGateway
beforeAll(async () => {
  gateway = await openGateway({ testDatabase, testNats })
})
afterAll(() => gateway?.close())

test('callers of long ago are forgotten, except one that is counted at this moment, which nothing waits for', async () => {
  const pool = gateway.pool('production')
  for (const caller of ['back again', 'gone']) {
    await pool.query('select rate_take($1, 10, 1, 1)', [caller])
    await pool.query(`update rate_log set touched_at = now() - interval '3 minutes' where caller = $1`, [
      caller,
    ])
  }
  const counting = await pool.connect()
  try {
    await counting.query('begin')
    await counting.query(`select from rate_log where caller = 'back again' for update`)
    expect(await forgetCallers(pool)).toBe(1)
  } finally {
    counting.release(true)
  }
  const { rows } = await pool.query('select caller from rate_log')
  expect(rows).toEqual([{ caller: 'back again' }])
})
