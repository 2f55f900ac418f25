import { type Bus, connectBus, ensureStreams } from '@outturn/messaging'
import { createPool, migrate, type Pool } from '@outturn/postgres'
import { type TestDatabase, type TestNats, testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from '../telemetry/log.ts'
import { NotReady } from '../telemetry/probes.ts'
import { createWorkCheck, type WorkNeed } from './work-check.ts'

const log = createLog('test', { level: 'silent' })
let database: TestDatabase
let nats: TestNats
let pool: Pool
let owner: Pool
let bus: Bus

beforeAll(async () => {
  ;[database, nats] = await Promise.all([testDatabase(), testNats()])
  const connectionString = database.urlOf('outturn_spool_owner')
  await migrate({ connectionString, schema: 'spool', runtimeRole: 'outturn_spool' })
  const settings = { schema: 'spool', applicationName: 'test', max: 2 }
  pool = createPool({ ...settings, connectionString: database.urlOf('outturn_spool') })
  owner = createPool({ ...settings, connectionString })
  bus = await connectBus({
    servers: nats.url,
    name: 'test',
    environment: 'production',
    service: 'spool',
    log,
  })
})
afterAll(async () => {
  await bus.drain()
  await Promise.all([pool.end(), owner.end()])
  await Promise.all([database.drop(), nats.stop()])
})

const checkOf = (needs: readonly WorkNeed[] = []) =>
  createWorkCheck({ service: 'spool', pool, bus, needs, log, refusedAsFull: () => 0 })

test('without the stream no message is stored, and with it the service can work', async () => {
  const without = (await checkOf().failing()).map(({ part, reason }) => [part, reason])
  // Other test files may have made the streams of a server that they share.
  expect([[], [['queue', 'queue_unavailable']]]).toContainEqual(without)
  await ensureStreams({ servers: nats.url, environments: ['production'], log })
  expect(await checkOf().failing()).toEqual([])
  const { rows } = await owner.query('select count(*)::int as n from write_check')
  expect(rows).toEqual([{ n: 1 }])
})

test('a disk that is full is its own reason, until there is space', async () => {
  await ensureStreams({ servers: nats.url, environments: ['production'], log })
  await owner.query(`create function no_space() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`)
  await owner.query(
    'create trigger no_space before insert or update on write_check execute function no_space()',
  )
  const check = checkOf()
  expect(await check.failing()).toEqual([
    expect.objectContaining({
      part: 'store',
      reason: 'store_full',
      remediation: expect.stringContaining('Free space'),
    }),
  ])
  expect(check.last()).toHaveLength(1)
  await owner.query('drop trigger no_space on write_check')
  expect(await checkOf().failing()).toEqual([])
})

test('a disk that callers found full counts as full for a while, also where a row can be written over', async () => {
  let [now, refused] = [0, 3]
  const deps = { pool, bus, needs: [], log, clockMs: () => now, refusedAsFull: () => refused }
  const check = createWorkCheck({ service: 'spool', ...deps })
  expect(await check.failing()).toEqual([])
  ;[now, refused] = [1_000, 4]
  expect(await check.failing()).toEqual([expect.objectContaining({ part: 'store', reason: 'store_full' })])
  now = 20_000
  expect(await check.failing()).toEqual([])
})

test('a database that does not answer fails within the time of the check', async () => {
  const held = await owner.connect()
  await held.query('begin; lock table write_check in access exclusive mode')
  const check = createWorkCheck({
    service: 'spool',
    pool,
    bus,
    needs: [],
    log,
    timeoutMs: 200,
    refusedAsFull: () => 0,
  })
  expect((await check.failing()).map(({ part, reason }) => [part, reason])).toEqual([
    ['store', 'store_unavailable'],
  ])
  await held.query('rollback')
  held.release()
})

test('a key that is missing is named with the command that makes one', async () => {
  const need: WorkNeed = {
    part: 'signing_keys',
    reason: 'signing_not_configured',
    check: () => Promise.reject(new NotReady('No key is active for attestation.', 'keys create')),
  }
  expect(await checkOf([need]).failing()).toEqual([
    {
      part: 'signing_keys',
      reason: 'signing_not_configured',
      message: 'No key is active for attestation.',
      remediation: 'keys create',
    },
  ])
})

test('many questions within a second are one write', async () => {
  let now = 0
  let looks = 0
  const need: WorkNeed = {
    part: 'service',
    reason: 'timeout',
    check: async () => {
      looks += 1
    },
  }
  const check = createWorkCheck({
    service: 'spool',
    pool,
    bus,
    needs: [need],
    log,
    clockMs: () => now,
    refusedAsFull: () => 0,
  })
  await Promise.all(Array.from({ length: 20 }, () => check.failing()))
  now = 999
  await check.failing()
  expect(looks).toBe(1)
  now = 1_000
  await check.failing()
  expect(looks).toBe(2)
})
