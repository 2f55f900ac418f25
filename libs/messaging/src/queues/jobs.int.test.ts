import {
  jobConsumer,
  jobStream,
  listDeadLetters,
  redriveDeadLetters,
  runVerification,
} from '@outturn/contracts'
import { jetstreamManager } from '@nats-io/jetstream'
import { createPool } from '@outturn/postgres'
import { expect, test, vi } from 'vitest'
import { type Handle, testJobs } from '../testing/job-queue.ts'
import { failedRun, jobOf } from '../testing/jobs.ts'
import { inTime } from '../testing/test-bus.ts'
import { JobRefused, rawReply } from '../index.ts'

const { system, pool, spool, enqueue, nextRunId, verificationWorking } = await testJobs({ lookEveryMs: 500 })

test('the result of a job reaches everyone in the process that waits for it', async () => {
  await verificationWorking(async ({ runId }) => failedRun(runId))
  const runId = nextRunId()
  const both = [0, 1].map(() => spool.awaitResult(runVerification, runId, Date.now() + 50_000))
  enqueue({ resultKey: true })
  expect(await Promise.all(both)).toEqual([failedRun(runId), failedRun(runId)])
})

test('a job that was done leaves the disk of the server, and one that waits stays', async () => {
  const worker = await verificationWorking(async ({ runId }) => failedRun(runId))
  const done = enqueue({ resultKey: true })
  await spool.awaitResult(runVerification, done, Date.now() + 50_000)
  // Deleted, and still readable in the last file of the stream until a look of every minute.
  await vi.waitFor(async () => expect(await system.nats.filesWith(done)).toEqual([]))
  await worker.drain()
  const waiting = enqueue({ resultKey: true })
  await vi.waitFor(async () => expect(await system.nats.filesWith(waiting)).not.toEqual([]))
  await system.removeHandledMessages()
  await verificationWorking(async ({ runId }) => failedRun(runId))
  expect(await spool.awaitResult(runVerification, waiting, Date.now() + 50_000)).toEqual(failedRun(waiting))
})

test('a result kept as text is sent as it is', async () => {
  await verificationWorking(async ({ runId }) => rawReply(JSON.stringify(failedRun(runId))))
  const runId = nextRunId()
  const result = spool.awaitResult(runVerification, runId, Date.now() + 50_000)
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
  spool.enqueue(runVerification, jobOf(twice), { id: twice, accountId: 'acc' })
  spool.enqueue(runVerification, jobOf(twice), { id: twice, accountId: 'acc' })
  const other = enqueue()
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.handled).toBe(2), 60_000)
  expect(handle.mock.calls.map(([{ runId }]) => runId)).toEqual([twice, other])
})

test('what waits and what is worked on is told with the age of the oldest, and nothing is when all is done', async () => {
  const backlog = async () => {
    const read = await system.readBacklogs()
    return read.find(({ queue }) => queue === jobConsumer(runVerification))
  }
  enqueue()
  await vi.waitFor(async () => expect((await backlog())?.waiting).toBe(1), 60_000)
  enqueue()
  await vi.waitFor(async () => expect((await backlog())?.waiting).toBe(2), 60_000)
  const before = await backlog()
  const done = Promise.withResolvers<void>()
  const bus = await verificationWorking(async ({ runId }) => {
    await done.promise
    return failedRun(runId)
  })
  const inHand = await backlog()
  expect(inHand?.waiting).toBe(2)
  expect(before?.oldestMs).toBeGreaterThan(0)
  expect(inHand?.oldestMs).toBeGreaterThanOrEqual(before?.oldestMs ?? Number.NaN)
  done.resolve()
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.handled).toBe(2), 60_000)
  await vi.waitFor(async () => expect(await backlog()).toMatchObject({ waiting: 0, oldestMs: 0 }), 60_000)
  expect(new Set((await system.readBacklogs()).map(({ environment }) => environment))).toEqual(
    new Set(['production']),
  )
})

test('workers share the queue and each job is done by one of them', async () => {
  const done: string[][] = [[], []]
  const shared = Promise.withResolvers<void>()
  for (const mine of done) {
    await verificationWorking(async ({ runId }) => {
      mine.push(runId)
      // No job ends before the other worker has one too.
      if (done.every(({ length }) => length > 0)) shared.resolve()
      await shared.promise
      return failedRun(runId)
    })
  }
  const deployer = await system.connectDeployer()
  const { consumers } = await jetstreamManager(deployer)
  const pulls = async () =>
    (await consumers.info(jobStream('production'), jobConsumer(runVerification))).num_waiting
  await vi.waitFor(async () => expect(await pulls()).toBe(2), 60_000)
  await deployer.close()
  const sent = Array.from({ length: 200 }, () => enqueue())
  await vi.waitFor(() => expect(done.flat()).toHaveLength(200), 60_000)
  expect(done.flat().sort()).toEqual(sent)
  expect(done.map((mine) => mine.length > 0)).toEqual([true, true])
})

test('a worker that is full leaves the jobs it has no room for to another one', async () => {
  const release = Promise.withResolvers<void>()
  const full = await verificationWorking(
    async ({ runId }) => {
      await release.promise
      return failedRun(runId)
    },
    { concurrency: 2 },
  )
  const sent = Array.from({ length: 12 }, () => enqueue({ isAlone: true }))
  const deployer = await system.connectDeployer()
  const { consumers } = await jetstreamManager(deployer)
  const taken = async () =>
    (await consumers.info(jobStream('production'), jobConsumer(runVerification))).num_ack_pending
  await vi.waitFor(async () => expect(await taken()).toBe(2), 60_000)
  const other = await verificationWorking(async ({ runId }) => failedRun(runId))
  await vi.waitFor(
    () => expect(other.counters().queues[runVerification.name]?.handled).toBe(sent.length - 2),
    30_000,
  )
  expect(await taken()).toBe(2)
  await deployer.close()
  release.resolve()
  await vi.waitFor(() => expect(full.counters().queues[runVerification.name]?.handled).toBe(2), 60_000)
})

test('a job that fails is tried again and then succeeds', async () => {
  const attempts: number[] = []
  const bus = await verificationWorking(async ({ runId }, { attempt }) => {
    attempts.push(attempt)
    if (attempt < 3) throw new Error('not yet')
    return failedRun(runId)
  })
  enqueue()
  await vi.waitFor(() => expect(attempts).toEqual([1, 2, 3]), 60_000)
  await vi.waitFor(
    () => expect(bus.counters().queues[runVerification.name]).toEqual({ handled: 1, postponed: 2, dead: 0 }),
    30_000,
  )
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
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.handled).toBe(1), 60_000)
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
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.dead).toBe(1), 60_000)
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
  const result = spool.awaitResult(runVerification, runId, Date.now() + 50_000)
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
  spool.enqueue(runVerification, { ...job, plan: { ...plan, value: null } } as never, {
    id: runId,
    accountId: 'acc',
  })
  await vi.waitFor(() => expect(bus.counters().queues[runVerification.name]?.dead).toBe(1), 60_000)
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
  const runId = nextRunId()
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
  await vi.waitFor(() => expect(started).toHaveLength(1), 60_000)
  const drained = first.drain()
  release.resolve()
  await drained
  expect(started).toEqual(sent.slice(0, 1))
  const rest: string[] = []
  await verificationWorking(async ({ runId }) => {
    rest.push(runId)
    return failedRun(runId)
  })
  await vi.waitFor(() => expect(rest.sort()).toEqual(sent.slice(1)), 60_000)
})

/** How long it takes until a job that the queue does not store is refused, ms. */
async function refusedIn(): Promise<number> {
  const runId = nextRunId()
  const since = performance.now()
  const result = spool.awaitResult(runVerification, runId, Date.now() + 10_000)
  enqueue({ resultKey: true })
  await expect(result).rejects.toBeInstanceOf(JobRefused)
  return performance.now() - since
}

async function expectWork(): Promise<void> {
  const runId = nextRunId()
  const result = spool.awaitResult(runVerification, runId, Date.now() + 10_000)
  enqueue({ resultKey: true })
  expect(await result).toEqual(failedRun(runId))
}

test('a job that the queue does not store is refused in seconds, the next ones at once, and the queue heals by itself', async ({
  skip,
}) => {
  skip(process.platform !== 'linux', 'only Linux has the limit that stands for a full disk')
  await verificationWorking(async ({ runId }) => failedRun(runId))
  await expectWork()
  const { jobs } = spool.counters().refusedPublishes
  expect(jobs).toEqual({ refused: 0, unanswered: 0 })

  system.nats.limitFiles(1)
  expect(await refusedIn()).toBeGreaterThan(1_000)
  expect(jobs).toEqual({ refused: 0, unanswered: 2 })
  expect(spool.takesJobs()).toBe(false)
  expect(await refusedIn()).toBeLessThan(1_000)
  await expect(spool.storeMessage()).rejects.toThrow(/timeout/i)
  // Space alone does not heal the stream.
  system.nats.limitFiles(null)
  await vi.waitFor(() => expect(spool.takesJobs()).toBe(true), 60_000)
  await expectWork()
  await spool.storeMessage()

  const thaw = system.nats.freeze()
  // A server that is told to stand still may store what it has read, and hand it to no worker.
  await vi.waitFor(refusedIn, 60_000)
  expect(await refusedIn()).toBeLessThan(1_000)
  thaw()
  await vi.waitFor(() => expect(spool.takesJobs()).toBe(true), 60_000)
  await expectWork()
})

test('a queue that is gone is made again, and one that is full refuses jobs and keeps those that it has', async () => {
  await verificationWorking(async ({ runId }) => failedRun(runId))
  const deployer = await system.connectDeployer()
  const { streams } = await jetstreamManager(deployer)
  const name = jobStream('production')
  await streams.delete(name)
  await vi.waitFor(expectWork, 60_000)

  const { created } = await streams.info(name)
  await streams.update(name, { max_bytes: 1 })
  await refusedIn()
  expect(spool.takesJobs()).toBe(false)
  // What keeps the streams gives it its size again, and does not delete it.
  await vi.waitFor(() => expect(spool.takesJobs()).toBe(true), 60_000)
  await expectWork()
  expect((await streams.info(name)).created).toBe(created)

  // A stream that cannot be made again, as on a full disk, is told of.
  const stores = () => system.streamHealth().find(({ stream }) => stream === name)?.stores
  expect(stores()).toBe(true)
  system.nats.limitFiles(1)
  await streams.delete(name)
  await vi.waitFor(() => expect(stores()).toBe(false), 20_000)
  system.nats.limitFiles(null)
  await vi.waitFor(() => expect(stores()).toBe(true), 60_000)
  await vi.waitFor(expectWork, 60_000)
  await deployer.close()
})
