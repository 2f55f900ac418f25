import { expect, test } from 'vitest'
import { takeOverLeases } from '../flows/lease.ts'
import { bodyDigest, changed, endOf, idsOfEachTest, made, now } from '../testing/made-commits.ts'
import { testPool } from '../testing/test-pool.ts'
import { commitSpools } from './commit-spool.ts'
import { renewLeases, takeOverProcesses } from './process-store.ts'
import { keptReply } from './reply-store.ts'

const pool = await testPool()
idsOfEachTest()

test('a renewal waits for no process that is being ended, and renews the others', async () => {
  const [ending, other] = [made(1), made(2)]
  await commitSpools(pool, [ending, other])
  const until = new Date(now.getTime() + 60_000)
  const holder = await pool.connect()
  try {
    await holder.query('begin')
    await holder.query('select from verification_process where run_id = $1 for update', [ending.opens.runId])
    await renewLeases(pool, [ending.opens, other.opens], until)
  } finally {
    holder.release(true)
  }
  const { rows } = await pool.query(
    'select run_id, lease_until from verification_process where run_id = any($1)',
    [[ending.opens.runId, other.opens.runId]],
  )
  expect(rows).toEqual(
    expect.arrayContaining([
      { run_id: ending.opens.runId, lease_until: new Date(ending.opens.leaseUntil) },
      { run_id: other.opens.runId, lease_until: until },
    ]),
  )
})

test('a claimed command has no reply until its run is ended, and then the same bytes every time', async () => {
  const first = made(1)
  await commitSpools(pool, [first])
  const { commandId } = first.opens
  await expect(keptReply(pool, commandId, bodyDigest)).rejects.toMatchObject({ code: 'store_conflict' })
  await commitSpools(pool, [changed(2, first.spool, endOf(first, '{"n":1}'))])
  expect((await keptReply(pool, commandId, bodyDigest)).text).toBe('{"n":1}')
  await expect(keptReply(pool, commandId, 'b'.repeat(64))).rejects.toMatchObject({ code: 'conflict' })
})

test('a process is taken over when its lease is over, by one driver only', async () => {
  const first = made(1)
  await commitSpools(pool, [first])
  const mine = (processes: { runId: string }[]) =>
    processes.filter(({ runId }) => runId === first.opens.runId)
  const after = (ms: number) => new Date(now.getTime() + ms)
  const takeOver = async (then: Date) =>
    mine(await takeOverProcesses(pool, then, takeOverLeases(then), 1_000))
  expect(await takeOver(now)).toEqual([])
  const taken = await Promise.all([1, 2, 3].map(() => takeOver(after(15_000))))
  expect(taken.flat()).toMatchObject([{ attempts: 1, nonce: first.opens.nonce }])

  // The lease is its driver's to renew, and no longer that of the one before.
  const { runId } = first.opens
  await renewLeases(pool, [{ runId, attempts: 0 }], after(60_000))
  await renewLeases(pool, [{ runId, attempts: 1 }], after(24_000))
  expect(await takeOver(after(23_000))).toEqual([])
  expect(await takeOver(after(25_000))).toMatchObject([{ attempts: 2 }])
})
