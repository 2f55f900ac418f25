import { randomUUID } from 'node:crypto'
import { spoolVerified } from '@outturn/contracts'
import { takesInOrder, testDatabase } from '@outturn/testkit'
import { afterAll, beforeEach, expect, test } from 'vitest'
import {
  appendOutbox,
  claimDueOutbox,
  confirmOutbox,
  createPool,
  lookAtOutbox,
  makeOutboxDue,
  migrate,
  onPool,
  type OutboxRow,
  outboxBacklog,
  outboxRow,
  returnToOutbox,
} from '../index.ts'

const database = await testDatabase()
await migrate({
  connectionString: database.urlOf('outturn_spool_owner'),
  schema: 'spool',
  runtimeRole: 'outturn_spool',
})
const pool = createPool({
  connectionString: database.urlOf('outturn_spool'),
  schema: 'spool',
  applicationName: 'test',
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})
beforeEach(async () => {
  await pool.query('delete from outbox')
})

function event(waitingFor: readonly string[] = ['billing']): OutboxRow {
  return {
    id: randomUUID(),
    subject: 'production.event.spool.verified',
    headers: { a: 'b' },
    body: '{}',
    waiting_for: waitingFor,
  }
}

async function servicesWaitedFor(id: string): Promise<string[] | null> {
  const { rows } = await pool.query<{ waiting_for: string[] }>(
    'select waiting_for from outbox where id = $1',
    [id],
  )
  return rows[0]?.waiting_for ?? null
}

test('an event is not due while the process that committed it publishes it', async () => {
  await appendOutbox(onPool(pool), [event()])
  expect(await claimDueOutbox(pool, 10)).toEqual([])
})

test('a look tells an outbox with an overdue event, one whose events are not due yet and an empty one apart', async () => {
  expect(await lookAtOutbox(pool)).toBe('empty')
  await appendOutbox(onPool(pool), [event()])
  expect(await lookAtOutbox(pool)).toBe('waiting')
  await makeOutboxDue(pool)
  expect(await lookAtOutbox(pool)).toBe('due')
})

test('an overdue event is claimed as it was written, and by one claimant only', async () => {
  const rows = [event(), event(), event()]
  await appendOutbox(onPool(pool), rows)
  await makeOutboxDue(pool)
  const claims = await Promise.all([
    claimDueOutbox(pool, 2),
    claimDueOutbox(pool, 2),
    claimDueOutbox(pool, 2),
  ])
  const claimed = claims.flat()
  expect(claimed.map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
  expect(claimed.find(({ id }) => id === rows[0]?.id)).toMatchObject({ ...rows[0], attempts: 1 })
  expect(await claimDueOutbox(pool, 10)).toEqual([])
})

test('a claim that is not committed yet neither delays another claimant nor shares its rows', async () => {
  const rows = [event(), event(), event()]
  await appendOutbox(onPool(pool), rows)
  await makeOutboxDue(pool)
  const slow = await pool.connect()
  await slow.query('begin')
  const first = await claimDueOutbox(slow, 2)
  const others = await claimDueOutbox(pool, 10)
  await slow.query('commit')
  slow.release()
  expect([first.length, others.length]).toEqual([2, 1])
  expect([...first, ...others].map(({ id }) => id).sort()).toEqual(rows.map(({ id }) => id).sort())
})

test('an event is finished when the last of its services has confirmed, and not before', async () => {
  const row = event(['billing', 'settlement'])
  await appendOutbox(onPool(pool), [row])
  expect(await confirmOutbox(pool, [row.id], 'billing')).toEqual([])
  expect(await servicesWaitedFor(row.id)).toEqual(['settlement'])
  expect(await confirmOutbox(pool, [row.id], 'settlement')).toEqual([row.id])
  expect(await outboxBacklog(pool)).toEqual({ waiting: 0, oldestMs: 0 })
})

test('services that confirm the same events at the same moment leave none behind', async () => {
  const rows = Array.from({ length: 50 }, () => event(['billing', 'settlement']))
  await appendOutbox(onPool(pool), rows)
  const ids = rows.map(({ id }) => id)
  await Promise.all([
    confirmOutbox(pool, ids, 'billing'),
    confirmOutbox(pool, ids.toReversed(), 'settlement'),
  ])
  expect((await outboxBacklog(pool)).waiting).toBe(0)
})

test('a repeated confirmation, and one of a service that is not waited for, change nothing', async () => {
  const row = event(['billing'])
  await appendOutbox(onPool(pool), [row])
  expect(await confirmOutbox(pool, [row.id], 'signing')).toEqual([])
  expect(await servicesWaitedFor(row.id)).toEqual(['billing'])
  await confirmOutbox(pool, [row.id], 'billing')
  expect(await confirmOutbox(pool, [row.id], 'billing')).toEqual([])
})

test('an event written again under its id is one event', async () => {
  const row = event()
  await appendOutbox(onPool(pool), [row])
  await appendOutbox(onPool(pool), [row])
  expect((await outboxBacklog(pool)).waiting).toBe(1)
})

test('the row of an event names its subject, its id and who reacts', () => {
  const payload = { runId: 'vr_0' } as never
  const id = randomUUID()
  const row = outboxRow(
    { environment: 'demo', event: spoolVerified, payload },
    { id, now: new Date(0), traceContext: { traceparent: '00-1' } },
  )
  expect(row).toEqual({
    id,
    subject: 'demo.event.spool.verified',
    headers: {
      traceparent: '00-1',
      'Outturn-Event-Id': id,
      'Outturn-Occurred-At': '1970-01-01T00:00:00.000Z',
    },
    body: '{"runId":"vr_0"}',
    waiting_for: ['billing'],
  })
})

test.each<[string, (ids: readonly string[]) => Promise<unknown>]>([
  ['are confirmed', (ids) => confirmOutbox(pool, ids, 'billing')],
  ['are made due', () => makeOutboxDue(pool)],
  ['are given back', (ids) => returnToOutbox(pool, ids)],
])('events that %s are locked in the order of their ids, as everyone does', async (_, change) => {
  const [one, two] = [event(), event()].sort((a, b) => (a.id < b.id ? -1 : 1)) as [OutboxRow, OutboxRow]
  await appendOutbox(onPool(pool), [two])
  await appendOutbox(onPool(pool), [one])
  const lock = ({ id }: OutboxRow) => ({ text: 'select from outbox where id = $1 for update', values: [id] })
  const changed = () => change([two.id, one.id]).then(() => 'changed')
  expect(await takesInOrder(pool, { first: lock(one), second: lock(two) }, changed)).toBe('changed')
})
