import { randomUUID } from 'node:crypto'
import { onPool } from '@outturn/postgres'
import { planWorkOf, takesInOrder } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { handleReserveRun } from '../handlers/reserve-run.ts'
import { accountId, grant, send, testBilling, testNow, verifiedRun } from '../testing/open-billing.ts'
import { postRuns, type RunToPost } from './post-runs.ts'

const { open } = await testBilling()
const { deps } = open()
const owner = accountId('order')

/** Two free runs with their events, each in the order of their ids. */
function freeRuns(): [RunToPost, RunToPost] {
  const runs = ['a', 'b'].map((name) => verifiedRun(`${name} ${randomUUID()}`, owner))
  runs.sort((a, b) => (a.runId < b.runId ? -1 : 1))
  const events = [randomUUID(), randomUUID()].sort()
  return runs.map((run, n) => ({ run, eventId: events[n], isFree: true, now: testNow })) as [
    RunToPost,
    RunToPost,
  ]
}

const usage = ({ run }: RunToPost) => ({
  text: `insert into usage_run (run_id, account_id, spool_id, receipt_id, at, result, submitted_units, accepted_units,
      earned_micros, fee_micros, use_case)
    values ($1, $2, $3, $4, now(), 'pass', 1, 1, 0, 0, 'work')`,
  values: [run.runId, run.accountId, run.spoolId, run.receiptId],
})
const event = ({ eventId }: RunToPost) => ({
  text: 'insert into inbox (event_id) values ($1)',
  values: [eventId],
})

test.each([
  ['runs', usage],
  ['events', event],
])('a batch counts its %s in the order of their ids, as others do', async (_, row) => {
  const [one, two] = freeRuns()
  const rows = { first: row(one), second: row(two) }
  const both = () => Promise.all([deps.post(two), deps.post(one)])
  expect(await takesInOrder(deps.pool, rows, both)).toEqual(['free', 'free'])
})

/** Runs that are held and paid for by an account of their own. */
async function heldRuns(name: string, count: number): Promise<RunToPost[]> {
  const account = accountId(name)
  await grant(deps, account, 10 * count)
  const runs = Array.from({ length: count }, (_, n) => verifiedRun(`${name} ${n}`, account))
  const hold = handleReserveRun(deps)
  await Promise.all(
    runs.map(({ runId }) =>
      send(hold, { runId, accountId: account, freeTextCompiles: 0, keyId: null, useCase: 'dataset' }),
    ),
  )
  return runs.map((run) => ({ run, eventId: randomUUID(), isFree: false, now: testNow }))
}

test('a batch that has a run under two events posts it once and notes both', async () => {
  const [held] = await heldRuns('twice', 1)
  const [free] = freeRuns()
  const batch = [held as RunToPost, free].flatMap((item) => [item, { ...item, eventId: randomUUID() }])
  const postings = await postRuns(onPool(deps.pool), batch)
  expect(postings).toEqual(['posted', 'posted', 'free', 'free'])
  const rowsOf = async (text: string, values: unknown[]) => (await deps.pool.query(text, [values])).rowCount
  expect(
    await rowsOf(
      'select from inbox where event_id = any($1)',
      batch.map(({ eventId }) => eventId),
    ),
  ).toBe(4)
  const runs = batch.map(({ run }) => run.runId)
  expect(await rowsOf('select from usage_run where run_id = any($1)', runs)).toBe(2)
  expect(
    await rowsOf(`select from transfer where reference = any($1) and kind = 'post_verification'`, runs),
  ).toBe(1)
})

test('a batch finds what it posts by its runs, and holds no run against the others', async () => {
  await postRuns(onPool(deps.pool), await heldRuns('before', 200))
  const batch = await heldRuns('batch', 40)
  const [work] = await planWorkOf(deps.pool, (explaining) => postRuns(onPool(explaining), batch))
  expect(work?.pairsInVain).toBe(0)
  expect(work?.indexes).toEqual(expect.not.arrayContaining(['reservation_held']))
  const again = await postRuns(onPool(deps.pool), batch)
  expect(new Set(again)).toEqual(new Set(['already_posted']))
})
