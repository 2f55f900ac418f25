import { randomUUID } from 'node:crypto'
import { createPool, markRedriven, recordDeadLetter } from '@outturn/postgres'
import { testDatabase } from '@outturn/testkit'
import { afterAll, expect, test } from 'vitest'
import { createMetrics } from '../telemetry/metrics.ts'
import { watchBacklog } from './backlog.ts'

const database = await testDatabase(['spool'])
const pool = createPool({
  connectionString: database.urlOf('outturn_spool'),
  schema: 'spool',
  applicationName: 'test',
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

test('a scrape tells how old the oldest event is that was not confirmed, and how many dead letters wait', async () => {
  const metrics = createMetrics({ service: 'spool' })
  const { plan, end } = watchBacklog(metrics, 'production', pool)
  const scraped = async () => {
    await plan.sweep(new Date())
    const { body } = await metrics.expose()
    const value = (name: string) =>
      new RegExp(`^outturn_${name}\\{environment="production".*\\} (.*)$`, 'm').exec(body)?.[1]
    return [value('outbox_waiting'), value('dead_letters_waiting'), Number(value('outbox_oldest_seconds'))]
  }
  expect(await scraped()).toEqual(['0', undefined, 0])
  await pool.query(
    `insert into outbox (id, subject, headers, body, waiting_for, created_at)
     values ($1, 'x', '{}', '{}', '{billing}', now() - interval '10 minutes')`,
    [randomUUID()],
  )
  const letter = { queue: 'spool.x', subject: 'x', payload: Buffer.from(''), headers: {}, reason: 'Error: x' }
  await recordDeadLetter(pool, { ...letter, id: 'one', attempts: 1 })
  const [waiting, dead, oldest] = await scraped()
  expect([waiting, dead]).toEqual(['1', '1'])
  expect(oldest).toBeGreaterThanOrEqual(600)
  await markRedriven(pool, 'one')
  expect((await scraped())[1]).toBeUndefined()
  end()
})
