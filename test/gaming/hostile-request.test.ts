import type { CreatedSpool, SpoolView } from '@outturn/contracts'
import { describe, expect, test } from 'vitest'
import { agreement, created } from '../e2e/agreement.ts'
import { type HttpAnswer } from '../e2e/api.ts'
import { openGame } from './game.fixture.ts'
import { good, outcomeOf } from './stage.ts'

// Requests that say one thing and would be read as another.

const { accounts, send, stage } = openGame()

const fieldOf = ({ json }: HttpAnswer) => (json as { field?: string } | null)?.field
const check = agreement().conditions[0]?.deterministic_check
const judged = (more: object) => [{ description: 'As agreed.', required: true, ...more }]
const byCheck = (deterministic_check: unknown) =>
  judged({ verification_method: 'deterministic', deterministic_check })

describe('terms under which the other side could never be paid, or by chance, are not agreed:', () => {
  const cases: [what: string, conditions: object[]][] = [
    ['a judge that was not declared', judged({ verification_method: 'external_tool' })],
    ['a judgment of nothing', judged({ verification_method: 'ai_assisted' })],
    ['a deadline that has passed', byCheck({ checker: 'deadline_met', deadline: '2020-01-01T00:00:00Z' })],
    [
      'evidence of a kind that no one can send',
      judged({
        verification_method: 'deterministic',
        deterministic_check: check,
        evidence_requirements: [{ expected_type: 'dataset', provenance: ['service_fetched'] }],
      }),
    ],
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

describe('a number with a fraction is not read as the whole number beside it:', () => {
  const numbers: [name: string, field: string, whole: string][] = [
    ['amount_cents', 'value.amount_cents', '500'],
    ['total_units', 'unitization.total_units', '2'],
    ['unit_amount_cents', 'unitization.unit_amount_cents', '250'],
    ['window_hours', 'dispute_policy.window_hours', '72'],
    ['max_runs', 'finality.max_runs', '20'],
  ]
  test.each(numbers)('%s', async (name, field, whole) => {
    const full = agreement({
      dispute_policy: { window_hours: 72 },
      finality: { mode: 'open', max_runs: 20 },
    } as never)
    const body = JSON.stringify(full)
    const [before, after] = [`"${name}":${whole}`, (number: string) => `"${name}":${number}`]
    expect(body).toContain(before)
    const { apiKey: key } = accounts.buyer
    const post = (number: string) =>
      send('/api/v1/spools', { key, body: body.replace(before, after(number)) })
    for (const number of [
      `${whole}.5`,
      `${whole}.00000000000000000001`,
      `${Number(whole) - 1}.99999999999999999999`,
    ]) {
      const answer = await post(number)
      expect([[400, 422].includes(answer.status), answer.json.field], `${number}: ${answer.text}`).toEqual([
        true,
        field,
      ])
    }
  })
})

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
