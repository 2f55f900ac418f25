import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { runVerification } from '@outturn/contracts'
import { listDeadLetters } from '@outturn/postgres'
import { busPassword } from '@outturn/testkit'
import { expect, test, vi } from 'vitest'
import { type Handle, testJobs } from '../testing/job-queue.ts'
import { failedRun } from '../testing/jobs.ts'

/** A job whose worker is gone comes again after a second. */
const { system, pool, spool, enqueue, verificationWorking } = await testJobs({ ackWaitMs: 1_000 })

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

test('a job that was under way whenever another one ended the process is done, and the other one alone is dead', async () => {
  // Jobs that may take long travel alone.
  const [deadly, slow] = [enqueue({ isAlone: true }), enqueue({ isAlone: true, resultKey: true })]
  const result = spool.awaitResult(runVerification, slow, Date.now() + 30_000)
  const triedTogether = 2
  for (let ends = 1; ends <= triedTogether + 1; ends += 1) {
    const reached = new Set<string>()
    const handle: Handle = async ({ runId }, { attempt }) => {
      reached.add(runId)
      if (runId === slow && attempt > triedTogether) return failedRun(runId)
      return new Promise<never>(() => {})
    }
    const bus = await verificationWorking(handle, { retryPausesMs: [], drainMs: 1 })
    const awaited = ends > triedTogether ? [deadly] : [deadly, slow]
    await vi.waitFor(() => expect([...reached]).toEqual(expect.arrayContaining(awaited)), 60_000)
    await bus.drain()
  }
  const last = await verificationWorking(async ({ runId }) => failedRun(runId), { retryPausesMs: [] })
  expect(await result).toEqual(failedRun(slow))
  await vi.waitFor(async () => {
    const letters = await listDeadLetters(pool)
    expect(letters).toMatchObject([{ reason: 'Error: delivered 3 times without an outcome', attempts: 4 }])
    expect(letters[0]?.headers).toMatchObject({ 'Outturn-Job-Id': deadly })
  }, 60_000)
  expect(last.counters().deadLetters[runVerification.name]).toEqual({ refused: 0, failed: 0, no_outcome: 1 })
})
