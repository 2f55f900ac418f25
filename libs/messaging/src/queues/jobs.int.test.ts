import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  listDeadLetters,
  redriveDeadLetters,
  type RunJob,
  type RunResult,
  runVerification,
} from '@outturn/contracts'
import { createPool } from '@outturn/postgres'
import { busPassword } from '@outturn/testkit'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { inTime, startTestBus } from '../testing/test-bus.ts'
import { type Bus, type BusOptions, rawReply, type Worker } from '../index.ts'

const system = await startTestBus({ ackWaitMs: 1_000 })
afterAll(() => system.stop())

const pool = await system.pool('verification')
const spool = await system.connect('spool')
const workers: Bus[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.drain()))
  await pool.query('delete from dead_letter')
})

type Handle = Worker<typeof runVerification>['handle']

async function verificationWorking(handle: Handle, options: Partial<BusOptions> = {}): Promise<Bus> {
  const bus = await system.connect('verification', { pool, retryPausesMs: [1, 1, 1, 1], ...options })
  workers.push(bus)
  bus.work({ job: runVerification, handle })
  await bus.serve([])
  return bus
}

let runs = 0
function enqueue({ resultKey }: { resultKey?: boolean } = {}): string {
  runs += 1
  const runId = `vr_${String(runs).padStart(24, '0')}`
  spool.enqueue(runVerification, jobOf(runId), { id: runId, ...(resultKey && { resultKey: runId }) })
  return runId
}

function jobOf(runId: string): RunJob {
  return {
    runId,
    spoolId: `spl_${'0'.repeat(24)}`,
    accountId: `acc_${'0'.repeat(24)}`,
    slug: 'example',
    plan: {
      plan_version: '1',
      compiler_version: '1',
      evidence_policy_version: '1',
      aggregation_policy: { policy_id: 'all', policy_version: '1' },
      conditions: [],
      unitization: null,
      value: { amount_cents: 0, currency: 'USD' },
    },
    evidence: [],
    contents: {},
    evaluatedAt: '2026-01-02T03:04:06.000Z',
    spoolSalt: 'A'.repeat(43),
    deadline: 0,
  }
}

function failedRun(runId: string): RunResult {
  return { runId, status: 'failed', code: 'checker_error', message: 'é' }
}

test('the result of a job reaches everyone in the process that waits for it', async () => {
  await verificationWorking(async ({ runId }) => failedRun(runId))
  const runId = `vr_${String(runs + 1).padStart(24, '0')}`
  const both = [0, 1].map(() => spool.awaitResult(runVerification, runId, Date.now() + 10_000))
  enqueue({ resultKey: true })
  expect(await Promise.all(both)).toEqual([failedRun(runId), failedRun(runId)])
})

test('a result kept as text is sent as it is', async () => {
  await verificationWorking(async ({ runId }) => rawReply(JSON.stringify(failedRun(runId))))
  const runId = `vr_${String(runs + 1).padStart(24, '0')}`
  const result = spool.awaitResult(runVerification, runId, Date.now() + 10_000)
  enqueue({ resultKey: true })
  expect(await result).toEqual(failedRun(runId))
})

test('who waits for a result that does not come is told so at the deadline', async () => {
  expect(await spool.awaitResult(runVerification, 'vr_never', Date.now() + 20)).toBeNull()
})

test('a job sent twice under one id is done once', async () => {
  const handle = vi.fn<Handle>(async ({ runId }) => failedRun(runId))
  const bus = await verificationWorking(handle)
  const twice = `vr_${'f'.repeat(24)}`
  spool.enqueue(runVerification, jobOf(twice), { id: twice })
  spool.enqueue(runVerification, jobOf(twice), { id: twice })
  const other = enqueue()
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.handled).toBe(2))
  expect(handle.mock.calls.map(([{ runId }]) => runId)).toEqual([twice, other])
})

test('workers share the queue and each job is done by one of them', async () => {
  const done: string[][] = [[], []]
  for (const mine of done) {
    await verificationWorking(async ({ runId }) => {
      mine.push(runId)
      // The other worker gets its turn only if this one does not take everything at once.
      await new Promise((resolve) => setImmediate(resolve))
      return failedRun(runId)
    })
  }
  const sent = Array.from({ length: 200 }, () => enqueue())
  await vi.waitFor(() => expect(done.flat()).toHaveLength(200), 10_000)
  expect(done.flat().sort()).toEqual(sent)
  expect(done.map((mine) => mine.length > 0)).toEqual([true, true])
})

test('a job that fails is tried again and then succeeds', async () => {
  const attempts: number[] = []
  const bus = await verificationWorking(async ({ runId }, { attempt }) => {
    attempts.push(attempt)
    if (attempt < 3) throw new Error('not yet')
    return failedRun(runId)
  })
  enqueue()
  await vi.waitFor(() => expect(attempts).toEqual([1, 2, 3]), 10_000)
  await vi.waitFor(() =>
    expect(bus.counters().queues[runVerification.name]).toEqual({ handled: 1, postponed: 2, dead: 0 }),
  )
})

test('the jobs of a worker that is killed are done by another one', async () => {
  const child = spawn(process.execPath, [
    join(import.meta.dirname, '../testing/job-worker.ts'),
    system.nats.url,
    busPassword,
    pool.options.connectionString ?? '',
  ])
  const runId = enqueue()
  const [taken] = (await once(createInterface(child.stdout), 'line')) as [string]
  expect(taken).toBe(runId)
  child.kill('SIGKILL')
  const seen = Promise.withResolvers<{ runId: string; attempt: number }>()
  await verificationWorking(async (job, { attempt }) => {
    seen.resolve({ runId: job.runId, attempt })
    return failedRun(job.runId)
  })
  expect(await seen.promise).toEqual({ runId, attempt: 2 })
})

test('while the own store is away a job waits and does not count as failed', async () => {
  const nowhere = createPool({
    connectionString: 'postgres://none@127.0.0.1:1/none',
    schema: 'verification',
    applicationName: 'test',
  })
  const attempts: number[] = []
  const bus = await verificationWorking(async ({ runId }, { attempt }) => {
    attempts.push(attempt)
    await (attempts.length < 7 ? nowhere : pool).query('select 1')
    return failedRun(runId)
  })
  enqueue()
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.handled).toBe(1), 15_000)
  expect(attempts).toEqual([1, 1, 1, 1, 1, 1, 1])
  await nowhere.end()
})

test('a job that keeps failing becomes a dead letter that an operator lists and redrives', async () => {
  let isBroken = true
  const handled: string[] = []
  const bus = await verificationWorking(async ({ runId }) => {
    if (isBroken) throw new Error('the plan is unreadable')
    handled.push(runId)
    return failedRun(runId)
  })
  const runId = enqueue({ resultKey: true })
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.dead).toBe(1), 10_000)
  expect(bus.counters().deadLetters[runVerification.name]).toEqual({ refused: 0, failed: 1, no_outcome: 0 })

  const operator = await system.connect('operator')
  const asOperator = { ...inTime(), principal: { kind: 'operator', name: 'test' } as const }
  const letters = await operator.request(listDeadLetters('verification'), {}, asOperator)
  expect(letters).toMatchObject([
    {
      queue: 'verification.run',
      reason: 'Error: the plan is unreadable',
      attempts: 5,
      redrivenAt: null,
    },
  ])
  const id = letters[0]?.id ?? ''

  const redrive = redriveDeadLetters('verification')
  expect(await operator.request(redrive, { id }, asOperator)).toEqual({ redriven: 0 })
  isBroken = false
  const result = spool.awaitResult(runVerification, runId, Date.now() + 10_000)
  expect(await operator.request(redrive, { id: null }, asOperator)).toEqual({ redriven: 1 })
  expect(await result).toEqual(failedRun(runId))
  expect(handled).toEqual([runId])
  await expect(operator.request(redrive, { id }, asOperator)).rejects.toMatchObject({ code: 'not_found' })
  const after = await operator.request(listDeadLetters('verification'), {}, asOperator)
  expect(after).toMatchObject([{ attempts: 6, redrivenAt: expect.any(String) as string }])
})

test('a job that does not match its schema becomes a dead letter that says where, and is never handled', async () => {
  const handle = vi.fn<Handle>(async ({ runId }) => failedRun(runId))
  const bus = await verificationWorking(handle)
  const runId = `vr_${'e'.repeat(24)}`
  const { plan, ...job } = jobOf(runId)
  spool.enqueue(runVerification, { ...job, plan: { ...plan, value: null } } as never, { id: runId })
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.dead).toBe(1), 10_000)
  const operator = await system.connect('operator')
  const asOperator = { ...inTime(), principal: { kind: 'operator', name: 'test' } as const }
  const letters = await operator.request(listDeadLetters('verification'), {}, asOperator)
  expect(letters).toMatchObject([{ queue: 'verification.run', attempts: 5 }])
  expect(letters[0]?.reason).toMatch(/^Error: verification\.run does not match its schema:[^]*plan\.value/)
  expect(handle).not.toHaveBeenCalled()
})

test('who waits for a result that does not match its schema is told at once that there is none', async () => {
  await verificationWorking(async ({ runId }) =>
    rawReply(JSON.stringify({ ...failedRun(runId), status: 'recorded' })),
  )
  const runId = `vr_${String(runs + 1).padStart(24, '0')}`
  const result = spool.awaitResult(runVerification, runId, Date.now() + 60_000)
  enqueue({ resultKey: true })
  expect(await result).toBeNull()
})

test('a drained worker finishes its jobs and leaves the rest to others', async () => {
  const release = Promise.withResolvers<void>()
  const started: string[] = []
  const first = await system.connect('verification', { pool })
  first.work({
    job: runVerification,
    concurrency: 1,
    async handle({ runId }) {
      started.push(runId)
      await release.promise
      return failedRun(runId)
    },
  })
  const sent = [enqueue(), enqueue(), enqueue()]
  await vi.waitFor(() => expect(started).toHaveLength(1), 10_000)
  const drained = first.drain()
  release.resolve()
  await drained
  expect(started).toEqual(sent.slice(0, 1))
  const rest: string[] = []
  await verificationWorking(async ({ runId }) => {
    rest.push(runId)
    return failedRun(runId)
  })
  await vi.waitFor(() => expect(rest.sort()).toEqual(sent.slice(1)), 10_000)
})
