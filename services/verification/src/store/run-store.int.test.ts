import { runtimeRole, schemaName } from '@outturn/contracts'
import { createPool, type Pool } from '@outturn/postgres'
import { patientPool, takesInOrder, type TestDatabase, testDatabase } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunRecord } from '../domain/run-record.ts'
import { createRunRecorder, findRun } from './run-store.ts'

let database: TestDatabase
let pool: Pool

beforeAll(async () => {
  database = await testDatabase(['verification'])
  pool = createPool({
    connectionString: database.urlOf(runtimeRole('verification', 'production')),
    schema: schemaName('verification', 'production'),
    applicationName: 'test',
    ...patientPool,
  })
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

function recordOf(number: number, how: Partial<RunRecord> = {}): RunRecord {
  return {
    runId: `vr_${String(number).padStart(24, '0')}`,
    spoolId: 'spl_000000000000000000000001',
    planHash: 'a'.repeat(64),
    runDigest: 'b'.repeat(64),
    outcome: '{}',
    unitResults: null,
    completedAt: '2026-01-02T03:04:05.000Z',
    ...how,
  }
}

test.each<[string, Partial<RunRecord>]>([
  ['unit results of megabytes', { unitResults: `[${'0,'.repeat(70_000)}0]` }],
  ['packed unit results', { unitResults: new Uint8Array(140_000) }],
])('no record of a run waits for the statement of one with %s', async (_, how) => {
  const number = Math.floor(1 + (how.unitResults?.length ?? 0))
  const [large, small] = [recordOf(number, how), recordOf(number + 1)]
  const record = createRunRecorder(pool)
  const holder = await pool.connect()
  await holder.query('begin')
  // Another transaction that has recorded the run, and does not end.
  await holder.query(
    `insert into run (run_id, spool_id, plan_hash, run_digest, outcome, completed_at) values ($1, $2, $3, $4, '{}', now())`,
    [large.runId, large.spoolId, large.planHash, large.runDigest],
  )
  const recorded = record(large)
  try {
    await expect.poll(() => record.counters.batches).toBe(1)
    expect(await record(small)).toEqual(small)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
  expect(await recorded).toEqual(large)
  const { unitResults } = (await findRun(pool, large.runId)) ?? {}
  expect(Buffer.from(unitResults ?? '')).toEqual(Buffer.from(large.unitResults ?? ''))
})

test('a batch of runs is recorded in the order of their ids, as others do that have some of them too', async () => {
  const [one, two] = [recordOf(901), recordOf(902)]
  const row = (record: RunRecord) => ({
    text: `insert into run (run_id, spool_id, plan_hash, run_digest, outcome, completed_at) values ($1, $2, $3, $4, '{}', now())`,
    values: [record.runId, record.spoolId, record.planHash, record.runDigest],
  })
  const record = createRunRecorder(pool)
  const both = () => Promise.all([record(two), record(one)])
  expect(await takesInOrder(pool, { first: row(one), second: row(two) }, both)).toEqual([two, one])
})
