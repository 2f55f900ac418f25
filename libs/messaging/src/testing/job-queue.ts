import { runVerification } from '@outturn/contracts'
import type { Pool } from '@outturn/postgres'
import { afterAll, afterEach } from 'vitest'
import type { Bus, BusOptions, Worker } from '../index.ts'
import { jobOf } from './jobs.ts'
import { startTestBus, type TestBus } from './test-bus.ts'

type RunWorker = Worker<typeof runVerification>
export type Handle = RunWorker['handle']
type WorkerOptions = Partial<BusOptions & Pick<Required<RunWorker>, 'concurrency'>>

export type TestJobs = {
  readonly system: TestBus
  /** The database of the workers. */
  readonly pool: Pool
  /** Who asks for the jobs. */
  readonly spool: Bus
  /** A worker until the end of the test. */
  verificationWorking(handle: Handle, options?: WorkerOptions): Promise<Bus>
  /** The id that the next run will have. */
  nextRunId(): string
  /** Asks for a run and returns its id. */
  enqueue(options?: { resultKey?: boolean; isAlone?: boolean }): string
}

/** The queue of runs of one test file. */
export async function testJobs(
  options: { ackWaitMs?: number; lookEveryMs?: number } = {},
): Promise<TestJobs> {
  const system = await startTestBus(options)
  afterAll(() => system.stop())
  const pool = await system.pool('verification')
  const spool = await system.connect('spool')
  const workers: Bus[] = []
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.drain()))
    await pool.query('delete from dead_letter')
  })
  let runs = 0
  const nextRunId = () => `vr_${String(runs + 1).padStart(24, '0')}`
  return {
    system,
    pool,
    spool,
    nextRunId,
    async verificationWorking(handle, { concurrency, ...busOptions } = {}) {
      const bus = await system.connect('verification', { pool, retryPausesMs: [1, 1, 1, 1], ...busOptions })
      workers.push(bus)
      bus.work({ job: runVerification, handle, ...(concurrency !== undefined && { concurrency }) })
      await bus.serve([])
      return bus
    },
    enqueue({ resultKey, isAlone = false } = {}) {
      const runId = nextRunId()
      runs += 1
      spool.enqueue(runVerification, jobOf(runId), {
        id: runId,
        accountId: 'acc',
        isAlone,
        ...(resultKey && { resultKey: runId }),
      })
      return runId
    },
  }
}
