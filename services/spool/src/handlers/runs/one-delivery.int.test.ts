import { previewVerification, type SpoolView } from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import { sentVerification } from '../../testing/sent-verification.ts'
import { everyRowHasEmail, provider } from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify } = await agreedSpools(clock)

const count = {
  description: 'Exactly two rows',
  required: true,
  verification_method: 'deterministic',
  deterministic_check: { checker: 'row_count', expected: 2 },
} as const
const conditions = [count, everyRowHasEmail]
const good = ['a@example.com', 'b@example.com']

test('a table is sent once for all conditions, and the receipt lists it under each', async () => {
  const { id, conditions: ids } = await accepted(conditions)
  await deliver(id, ids[1] ?? '', good)
  const { receipt, ...spool } = await verify(id)
  expect(spool).toMatchObject({ status: { verification: 'pass' }, earned_cents: 200 })
  expect(receipt?.evidence.map(({ condition_id: of }) => of)).toEqual(ids)
})

test('another table for each condition is no delivery: the provider is asked for one, in a dry run too', async () => {
  const { id, conditions: ids } = await accepted(conditions)
  await deliver(id, ids[0] ?? '', ['', ''])
  await deliver(id, ids[1] ?? '', ['a@example.com'])
  const tried = await spools.send(previewVerification, { spoolId: id, ...sentVerification({}) }, provider)
  expect(tried).toMatchObject({ result: 'uncertain', earned_cents: 0 })
  const judged = await verify(id)
  expect(judged).toMatchObject({ status: { verification: 'uncertain' }, earned_cents: 0 })
  expect(judged.next_step).toMatchObject({ type: 'submit_evidence', actor: 'provider' })
  const items = (judged as SpoolView).evidence.map((item) => item.id)
  for (const name of ['“Exactly two rows”', '“Every row has email”', ...items]) {
    expect(judged.next_step.reason).toContain(name)
  }
  for (const of of ids) await deliver(id, of, good)
  expect(await verify(id)).toMatchObject({ status: { verification: 'pass' }, earned_cents: 200 })
})
