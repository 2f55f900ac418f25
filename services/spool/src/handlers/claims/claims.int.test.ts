import { type ClaimInput, listClaims, type Principal, recordClaims } from '@outturn/contracts'
import { clockAhead } from '@outturn/testkit'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { agreedSpools } from '../../testing/agreed-spools.ts'
import type { SendOptions } from '../../testing/open-spool.ts'
import {
  account,
  buyer,
  everyRowHasEmail,
  provider,
  stranger,
  wholeHistory,
} from '../../testing/two-parties.ts'

const clock = clockAhead()
const { spools, accepted, deliver, verify, codesOf } = await agreedSpools(clock)

const sale: ClaimInput = {
  subject: 'T-1',
  predicate: 'resolved',
  value: 5,
  occurred_at: '2026-01-01T10:00:00+02:00',
}

const record = (
  spoolId: string,
  claims: ClaimInput[],
  principal: Principal = provider,
  options?: SendOptions,
) => spools.send(recordClaims, { spoolId, request: { claims } }, principal, options)
const list = (spoolId: string, change: object = {}, principal: Principal = buyer) =>
  spools.send(listClaims, { spoolId, limit: 100, current: true, ...change }, principal)

test('claims are recorded in their order with normalized values, and equal ones are kept as duplicates', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const { data } = await record(id, [
    { ...sale, subject: ' T-1 ', quantity: 2, amount_cents: 0 },
    { subject: 7, predicate: 'Cafe\u0301', value: 4.5, quantity: null },
    sale,
    sale,
  ])
  expect(data).toMatchObject([
    {
      ordinal: 1,
      ...{ subject: 'T-1', value: 5, quantity: 2, amount_cents: 0, occurred_at: '2026-01-01T08:00:00.000Z' },
      ...{ status: 'unmatched', claimed_by: 'provider', claimed_at: clock.now().toISOString() },
      ...{ supersedes: null, superseded_by: null, duplicate_of: null },
    },
    { ordinal: 2, subject: '7', predicate: 'Caf\u00e9', value: '4.5', duplicate_of: null },
    { ordinal: 3, duplicate_of: null },
    { ordinal: 4, duplicate_of: data[2]?.id },
  ])
  expect(Object.keys(data[1] ?? {})).not.toContain('quantity')
  const later = await record(id, [sale])
  expect(later.data).toMatchObject([{ ordinal: 5, duplicate_of: data[2]?.id }])
  const events = await wholeHistory(spools, id, buyer)
  expect(events.filter(({ type }) => type === 'claims.recorded').map(({ data: said }) => said)).toMatchObject(
    [
      { count: 4, first_ordinal: 1, digest: expect.stringMatching(/^sha256:/) as string },
      { count: 1, first_ordinal: 5 },
    ],
  )
  const page = await list(id, { limit: 2 })
  expect(page).toMatchObject({ data: data.slice(0, 2), has_more: true, next_cursor: data[1]?.id })
  expect((await list(id, { after: data[1]?.id }, provider)).data).toEqual([...data.slice(2), ...later.data])
  const [{ subject } = { subject: '' }] = data
  const same = [...data, ...later.data].filter((claim) => claim.subject === subject)
  expect((await list(id, { subject })).data).toEqual(same)
  expect((await list(id, { subject, after: same[0]?.id, limit: 1 })).data).toEqual(same.slice(1, 2))
  expect((await list(id, { subject: `${subject} ` })).data).toEqual([])
})

test('a claim that supersedes another takes its place, and the same command records nothing twice', async () => {
  const { id } = await accepted([everyRowHasEmail])
  const [first] = (await record(id, [sale])).data
  const options = { commandId: `correction of ${id}` }
  const correction = [{ ...sale, value: 6, supersedes: first?.id ?? '' }]
  const corrected = await record(id, correction, provider, options)
  expect(await record(id, correction, provider, options)).toEqual(corrected)
  expect(corrected.data).toMatchObject([{ ordinal: 2, supersedes: first?.id, duplicate_of: null }])
  expect((await list(id)).data).toEqual(corrected.data)
  expect((await list(id, { current: false })).data).toMatchObject([
    { id: first?.id, superseded_by: corrected.data[0]?.id },
    { superseded_by: null },
  ])
  const fieldOf = async (claims: ClaimInput[]) => (await refusalOfPending(record(id, claims))).options.field
  expect(await fieldOf(correction)).toBe('claims[0].supersedes')
  const again = { ...sale, supersedes: corrected.data[0]?.id ?? '' }
  expect(await fieldOf([again, again])).toBe('claims[1].supersedes')
  // The claim that is equal is replaced by the same request, so it is no duplicate of it.
  expect(
    (await record(id, [{ ...sale, value: 6, supersedes: corrected.data[0]?.id ?? '' }])).data,
  ).toMatchObject([{ duplicate_of: null }])
})

test.each<[string, ClaimInput]>([
  ['claims[1].subject', { ...sale, subject: '' }],
  ['claims[1].predicate', { ...sale, predicate: 1.5 }],
  ['claims[1].value', { ...sale, value: null }],
  ['claims[1].value', { ...sale, value: { a: 1 } }],
  ['claims[1].quantity', { ...sale, quantity: '2' }],
  ['claims[1].amount_cents', { ...sale, amount_cents: -1 }],
  ['claims[1].occurred_at', { ...sale, occurred_at: '2026-01-01' }],
  ['claims[1].occurred_at', { ...sale, occurred_at: '2999-01-01T00:00:00Z' }],
  ['claims[1].evidence_ref', { ...sale, evidence_ref: `ev_${'0'.repeat(24)}` }],
])('a claim that breaks a rule of %s is refused with all others', async (field, claim) => {
  const { id } = await accepted([everyRowHasEmail])
  const refusal = await refusalOfPending(record(id, [sale, claim]))
  expect([refusal.code, refusal.status, refusal.options.field]).toEqual(['validation_failed', 422, field])
  expect((await list(id)).data).toEqual([])
})

test('claims are the word of the provider side while the work is agreed, and both parties read them', async () => {
  const { id, conditions } = await accepted([everyRowHasEmail])
  const counterparty = { ...account(2, 'counterparty'), spoolId: id }
  for (const principal of [account(2, 'verify'), counterparty]) {
    expect((await record(id, [sale], principal)).data).toHaveLength(1)
  }
  for (const principal of [buyer, account(1, 'verify')]) {
    expect(await codesOf(record(id, [sale], principal))).toEqual(['forbidden', 403, 'provider_side_only'])
  }
  const nothing = ['spool_not_found', 404, undefined]
  expect(await codesOf(record(id, [sale], stranger))).toEqual(nothing)
  expect(await codesOf(list(id, {}, stranger))).toEqual(nothing)
  expect((await list(id, {}, account(1, 'verify'))).data).toHaveLength(2)
  await deliver(id, conditions[0] ?? '', ['a@example.com'])
  expect((await verify(id)).status.outcome).toBe('completed')
  expect((await record(id, [sale])).data).toHaveLength(1)
  const closed = ['invalid_state', 409, 'spool_closed']
  expect(await codesOf(record(id, [sale], counterparty))).toEqual(closed)
  clock.advance(72 * 3_600_000 + 1)
  expect(await codesOf(record(id, [sale]))).toEqual(closed)
})

test('claims sent at once have one order and no gap', async () => {
  const { id } = await accepted([everyRowHasEmail])
  await Promise.all([1, 2, 3, 4].map((value) => record(id, [{ ...sale, value }, sale])))
  const { data } = await list(id)
  expect(data.map(({ ordinal }) => ordinal)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  const equal = data.filter(({ value, duplicate_of: of }) => value === 5 && of === null)
  expect(equal).toHaveLength(1)
})
