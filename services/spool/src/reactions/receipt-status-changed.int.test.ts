import { randomUUID } from 'node:crypto'
import {
  deliveryInput,
  type EventPayload,
  type OneCallResponse,
  readSpool,
  receiptStatusChanged,
  type SpoolView,
  submitEvidence,
  verifyDelivery,
} from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { testSpools } from '../testing/test-spools.ts'
import { buyer, rowsFor, wholeHistory } from '../testing/two-parties.ts'

const clock = clockAhead()
const spools = await testSpools(clock)

/** Verifies rows of which each with an email earns 1.00. */
const verified = (emails: string[]) =>
  spools.send(
    verifyDelivery,
    deliveryInput({
      conditions: ['every row has email'],
      unit: { total_units: emails.length, unit_amount_cents: 100 },
      evidence: { type: 'dataset', rows: emails.map((email) => ({ email })) },
    }),
    buyer,
  )

type Fact = EventPayload<typeof receiptStatusChanged>
const tell = ({ spool_id, receipt }: OneCallResponse, change: Partial<Fact>, id?: string) => {
  const at = clock.now().toISOString()
  const fact: Fact = {
    spoolId: spool_id,
    receiptId: receipt?.id ?? '',
    status: 'active',
    settledCents: 0,
    at,
  }
  return spools.react(receiptStatusChanged, { ...fact, ...change }, id)
}
async function read({ spool_id: id }: OneCallResponse): Promise<SpoolView> {
  return (await spools.send(readSpool, { id }, buyer)) as SpoolView
}
const typesOf = async ({ spool_id: spoolId }: OneCallResponse) => {
  const events = await wholeHistory(spools, spoolId, buyer)
  return events.map(({ type }) => type)
}

test('what was earned is due until it is settled, and nothing is due on a revoked receipt', async () => {
  const answer = await verified(['a@example.com', 'b@example.com'])
  expect(answer).toMatchObject({ settlement_eligible: true, next_step: { type: 'settle', actor: 'buyer' } })
  await tell(answer, { settledCents: 150 })
  expect(await read(answer)).toMatchObject({ settlement_eligible: true, next_step: { type: 'settle' } })
  await tell(answer, { settledCents: 200 })
  expect(await read(answer)).toMatchObject({
    settlement_eligible: true,
    next_step: { type: 'terminal', action: 'terminal', actor: 'none' },
  })
  await tell(answer, { status: 'revoked', settledCents: 200 })
  expect(await read(answer)).toMatchObject({ settlement_eligible: false, next_step: { type: 'terminal' } })
})

test('an event has its effect once, however often and wherever it is delivered', async () => {
  const answer = await verified(['a@example.com', ''])
  const before = await read(answer)
  const revoked = randomUUID()
  await Promise.all(Array.from({ length: 5 }, () => tell(answer, { status: 'revoked' }, revoked)))
  const other = randomUUID()
  const receiptId = `ocr_${'9'.repeat(24)}`
  await Promise.all(Array.from({ length: 5 }, () => tell(answer, { status: 'revoked', receiptId }, other)))
  const after = await read(answer)
  expect(after.version).toBe(before.version + 2)
  expect(await typesOf(answer)).toEqual([
    ...['spool.created', 'evidence.submitted', 'verification.completed', 'receipt.issued'],
    ...['receipt.revoked', 'receipt.revoked'],
  ])
})

test('events in any order, beside evidence that comes meanwhile, lose nothing', async () => {
  const answer = await verified(['a@example.com', ''])
  const before = await read(answer)
  const sums = [30, 10, 100, 70, 20, 50]
  await Promise.all([
    ...sums.map((settledCents) => tell(answer, { settledCents })),
    spools.send(submitEvidence, rowsFor(before, [{ email: 'b@example.com' }]), buyer),
  ])
  await tell(answer, { settledCents: 60 })
  const { rows } = await spools.pool.query<{ settled: number }>(
    `select (standing ->> 'settledCents')::int as settled from spool where id = $1`,
    [answer.spool_id],
  )
  expect(rows).toEqual([{ settled: 100 }])
  expect((await read(answer)).evidence).toHaveLength(before.evidence.length + 1)
})

test('a word about a Spool that is not here is an error, so that it comes again', async () => {
  const answer = await verified(['a@example.com'])
  await expect(tell(answer, { spoolId: `spl_${'9'.repeat(24)}`, settledCents: 1 })).rejects.toThrow(
    'not here',
  )
})
