import type { CreatedSpool, SpoolView } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { agreement, created } from '../e2e/agreement.ts'
import { type HttpAnswer, readSystem, sendTo } from '../e2e/api.ts'
import { connectOperator, type Operator } from '../system/operator.ts'
import { type Accounts, openAccounts } from './players.ts'
import { good, openStage, outcomeOf, type Stage } from './stage.ts'

// Requests that say one thing and would be read as another.

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let accounts: Accounts
let stage: Stage

beforeAll(async () => {
  operator = await connectOperator(system)
  accounts = await openAccounts(operator)
  stage = openStage(send, accounts)
})
afterAll(() => operator.close())

const fieldOf = ({ json }: HttpAnswer) => (json as { field?: string } | null)?.field
const check = agreement().conditions[0]?.deterministic_check
const judged = (more: object) => [{ description: 'As agreed.', required: true, ...more }]
const byCheck = (deterministic_check: unknown) =>
  judged({ verification_method: 'deterministic', deterministic_check })

describe('terms under which the other side could never be paid, or by chance, are not agreed:', () => {
  const cases: [what: string, conditions: object[]][] = [
    ['a judge that nobody declared', judged({ verification_method: 'external_tool' })],
    ['a judgement of nothing', judged({ verification_method: 'ai_assisted' })],
    ['a deadline that has passed', byCheck({ checker: 'deadline_met', deadline: '2020-01-01T00:00:00Z' })],
    ['a list in place of a check', byCheck([check])],
    ['a name in place of a check', byCheck('completeness')],
  ]
  test.each(cases)('%s, at once', async (_, conditions) => {
    const body = agreement({ conditions: conditions as never })
    const answer = await send('/api/v1/spools', { key: accounts.buyer.apiKey, body })
    expect([400, 422], answer.text).toContain(answer.status)
    expect(fieldOf(answer)).toMatch(/^conditions\[0\]/)
  })
  test.each(cases)('%s, by an amendment', async (_, conditions) => {
    const { id } = await created(send, accounts.buyer.apiKey)
    const answer = await send(`/api/v1/spools/${id}/amend`, {
      key: accounts.buyer.apiKey,
      body: { add_conditions: conditions },
    })
    expect([400, 422], answer.text).toContain(answer.status)
    expect(fieldOf(answer)).toMatch(/^add_conditions\[0\]/)
  })

  test('an arbiter without a name', async () => {
    const body = agreement({ dispute_policy: { resolver: 'external' } as never })
    const answer = await send('/api/v1/spools', { key: accounts.buyer.apiKey, body })
    expect(answer.status, answer.text).toBe(422)
    expect(answer.json.field).toMatch(/^dispute_policy/)
  })
})

test.each(['499.5', '499.99999999999999999999', '500.0000000000000000001', '5e-1'])(
  'an amount of %s cents is no whole number',
  async (cents) => {
    const body = JSON.stringify(agreement()).replace('"amount_cents":500', `"amount_cents":${cents}`)
    const answer = await send('/api/v1/spools', { key: accounts.buyer.apiKey, body })
    expect([answer.status >= 400 && answer.status < 500, answer.json.field]).toEqual([
      true,
      'value.amount_cents',
    ])
  },
)

test('of two credentials neither is served', async () => {
  const spool = await stage.accepted()
  const { buyer, stranger } = accounts
  const path = `/api/v1/spools/${spool.id}`
  for (const [first, second] of [
    [buyer.apiKey, stranger.apiKey],
    [stranger.apiKey, buyer.apiKey],
    [buyer.apiKey, 'nonsense'],
  ] as const) {
    for (const call of [{}, { method: 'POST' }]) {
      const target = 'method' in call ? `${path}/abandon` : path
      const answer = await send(target, { ...call, key: first, headers: { 'x-api-key': second } })
      expect([answer.status, answer.json.reason]).toEqual([400, 'two_credentials'])
    }
  }
  const { json } = await send<SpoolView>(path, { key: buyer.apiKey })
  expect(json.status.outcome).toBe('active')
})

test('one idempotency key does not carry another request in, and keeps its first answer', async () => {
  const spool = await stage.accepted()
  const headers = { 'idempotency-key': `deliver ${spool.id}` }
  const deliver = (rows: readonly object[]) =>
    send<CreatedSpool>(`/api/v1/spools/${spool.id}/evidence`, {
      ...{ key: accounts.seller.apiKey, headers },
      body: { condition_id: spool.conditions[0]?.id, type: 'dataset', source: 'export', metadata: { rows } },
    })
  const first = await deliver(good)
  const other = await deliver([good[0] ?? {}])
  expect([outcomeOf(other), (other.json as { reason?: string }).reason]).toEqual([
    '409 conflict',
    'idempotency_key_reused',
  ])
  const again = await deliver(good)
  expect([again.status, again.text]).toEqual([200, first.text])
  expect((await stage.verify(spool)).earned_cents).toBe(500)
})
