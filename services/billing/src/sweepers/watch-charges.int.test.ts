import { spoolVerified } from '@outturn/contracts'
import { recordDeadLetter } from '@outturn/postgres'
import { expect, test } from 'vitest'
import { handleListWaitingCharges } from '../handlers/list-waiting-charges.ts'
import { handleReserveRun } from '../handlers/reserve-run.ts'
import { onSpoolVerified } from '../reactions/spool-verified.ts'
import {
  accountId,
  eventId,
  grant,
  runId,
  send,
  testBilling,
  testNow,
  verifiedRun,
} from '../testing/open-billing.ts'
import { type WaitingTotals, watchCharges } from './watch-charges.ts'

const { open } = await testBilling()
const { deps } = open()
const after = (seconds: number) => new Date(testNow.getTime() + seconds * 1_000)

function deadLetter(id: string, text: string) {
  const letter = {
    queue: spoolVerified.name,
    subject: 'x',
    headers: {},
    reason: 'error: out of range',
    attempts: 9,
  }
  return recordDeadLetter(deps.pool, { ...letter, id, payload: Buffer.from(text) })
}

async function watched(now: Date): Promise<WaitingTotals | undefined> {
  let totals: WaitingTotals | undefined
  await watchCharges(deps, (latest) => (totals = latest), now)
  return totals
}

test('a charge whose message died is shown with its hold and its cause, until it is charged after all', async () => {
  const account = accountId('dead')
  await grant(deps, account, 100)
  for (const name of ['dead', 'alive'])
    await send(handleReserveRun(deps), {
      runId: runId(name),
      accountId: account,
      freeTextCompiles: 0,
      keyId: null,
      useCase: 'dataset',
    })
  expect(await watched(testNow)).toEqual({ dead_letter: 0, overdue: 0, heldMicros: 0n })

  await deadLetter('letter 1', JSON.stringify(verifiedRun('dead', account)))
  await deadLetter('letter 2', 'no JSON \0 at all')
  const listed = await send(handleListWaitingCharges(deps), {})
  expect(listed).toMatchObject([
    {
      runId: runId('dead'),
      accountId: account,
      heldMicros: '100000',
      deadLetter: { id: 'letter 1', attempts: 9 },
    },
    { runId: null, accountId: null, heldMicros: '0', deadLetter: { id: 'letter 2' } },
  ])
  expect(await watched(testNow)).toEqual({ dead_letter: 2, overdue: 0, heldMicros: 100_000n })
  expect(await watched(after(600))).toEqual({ dead_letter: 2, overdue: 1, heldMicros: 200_000n })

  const context = { id: eventId('again'), attempt: 1, now: testNow, traceContext: {} }
  await onSpoolVerified(deps).handle(verifiedRun('dead', account), context)
  await deps.pool.query(`update dead_letter set redriven_at = now()`)
  expect(await watched(testNow)).toEqual({ dead_letter: 0, overdue: 0, heldMicros: 0n })
})
