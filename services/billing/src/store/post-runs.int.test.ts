import { randomUUID } from 'node:crypto'
import { takesInOrder } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { accountId, testBilling, testNow, verifiedRun } from '../testing/open-billing.ts'
import type { RunToPost } from './post-runs.ts'

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
