import { jobStream, runVerification } from '@outturn/contracts'
import { jetstreamManager } from '@nats-io/jetstream'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { failedRun, jobOf } from '../testing/jobs.ts'
import { startTestBus } from '../testing/test-bus.ts'
import type { Bus, BusOptions, Worker } from '../index.ts'

const system = await startTestBus({ ackWaitMs: 2_000 })
afterAll(() => system.stop())

const pool = await system.pool('verification')
const spool = await system.connect('spool')
const deployer = await system.connectDeployer()
afterAll(() => deployer.close())
const workers: Bus[] = []
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.drain()))
  await pool.query('delete from dead_letter')
})

type Handle = Worker<typeof runVerification>['handle']

async function working(handle: Handle, options: Partial<BusOptions> = {}): Promise<Bus> {
  const bus = await system.connect('verification', { pool, retryPausesMs: [], ...options })
  workers.push(bus)
  bus.work({ job: runVerification, handle })
  return bus
}

/** How many messages the stream of jobs has ever taken. */
async function messagesTaken(): Promise<number> {
  const manager = await jetstreamManager(deployer)
  return (await manager.streams.info(jobStream('production'))).state.last_seq
}

let runs = 0
/** The id that the nth of the next jobs will have. */
const nextId = (nth: number) => `vr_${String(runs + nth).padStart(24, '0')}`

/** Sends jobs in one turn, and waits for their results. */
function runTogether(count: number): { runIds: string[]; results: Promise<unknown>[] } {
  const runIds = Array.from({ length: count }, (_, index) => nextId(index + 1))
  runs += count
  const results = runIds.map((runId) => spool.awaitResult(runVerification, runId, Date.now() + 50_000))
  for (const runId of runIds) {
    spool.enqueue(runVerification, jobOf(runId), { id: runId, accountId: 'acc', resultKey: runId })
  }
  return { runIds, results }
}

const queueOf = (bus: Bus) => bus.counters().queues[runVerification.name]

test('jobs that are sent in one turn travel in one message, and a slow one holds up no result', async () => {
  const before = await messagesTaken()
  const slow = Promise.withResolvers<void>()
  const slowId = nextId(1)
  const bus = await working(async ({ runId }) => {
    if (runId === slowId) await slow.promise
    return failedRun(runId)
  })
  const { runIds, results } = runTogether(20)
  expect(await Promise.all(results.slice(1))).toEqual(runIds.slice(1).map(failedRun))
  expect(queueOf(bus)?.handled).toBe(19)
  slow.resolve()
  expect(await results[0]).toEqual(failedRun(slowId))
  expect((await messagesTaken()) - before).toBe(1)
})

test('a part of a packet that fails is tried again alone, and becomes a dead letter alone', async () => {
  const broken = nextId(3)
  const handled: string[] = []
  const bus = await working(async ({ runId }) => {
    handled.push(runId)
    if (runId === broken) throw new Error('the plan is unreadable')
    return failedRun(runId)
  })
  const { runIds } = runTogether(5)
  await vi.waitFor(() => expect(queueOf(bus)).toEqual({ handled: 4, postponed: 1, dead: 1 }), 60_000)
  expect(handled).toEqual([...runIds, broken])
  const { rows } = await pool.query('select headers, attempts from dead_letter')
  expect(rows).toMatchObject([{ attempts: 1, headers: { 'Outturn-Job-Id': broken } }])
})

test('a part that ends its process each time becomes a dead letter alone, and the others are done', async () => {
  const deadly = nextId(2)
  const reached: string[] = []
  const handle =
    (ended: PromiseWithResolvers<void>): Handle =>
    async ({ runId }) => {
      reached.push(runId)
      if (runId !== deadly) return failedRun(runId)
      ended.resolve()
      return new Promise<never>(() => {})
    }
  /** A worker whose connection ends, with its work under way, when it came to the deadly job and has done so many others. */
  async function doomed(done: number): Promise<void> {
    const ended = Promise.withResolvers<void>()
    const bus = await working(handle(ended), { drainMs: 1 })
    await ended.promise
    await vi.waitFor(() => expect(queueOf(bus)?.handled).toBeGreaterThanOrEqual(done), 60_000)
    // What was done before is told before the end.
    await new Promise((resolve) => setImmediate(resolve))
    await bus.drain()
  }
  const { runIds, results } = runTogether(4)
  const others = runIds.filter((runId) => runId !== deadly)
  // Once in the packet, then as a message of its own as often as it may be delivered, then with nothing beside it; the others too
  // come as messages of their own after the packet.
  for (const done of [0, others.length, 0, 0]) await doomed(done)
  const last = await working(handle(Promise.withResolvers()))
  await vi.waitFor(() => expect(queueOf(last)?.dead).toBe(1), 60_000)
  expect(await Promise.all(results.filter((_, index) => index !== 1))).toEqual(others.map(failedRun))
  expect(reached.filter((runId) => runId === deadly)).toHaveLength(4)
  expect(last.counters().deadLetters[runVerification.name]).toEqual({ refused: 0, failed: 0, no_outcome: 1 })
})

test('jobs wait for a server that restarts, and each is done', async () => {
  const before = await messagesTaken()
  const { runIds, results } = runTogether(6)
  await vi.waitFor(async () => expect(await messagesTaken()).toBe(before + 1), 60_000)
  await system.nats.restart({ crash: true })
  // A result that is sent while its receiver is not connected is lost, and asked for again.
  await vi.waitFor(() => expect(spool.health().isConnected).toBe(true), 60_000)
  await spool.ping()
  await working(async ({ runId }) => failedRun(runId))
  expect(await Promise.all(results)).toEqual(runIds.map(failedRun))
})
