import type { CreditsBalance, OneCallResponse, Usage } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { created } from './agreement.ts'
import { delivery, type HttpAnswer, readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(() => operator.close())

function verify(
  key: string,
  name?: string,
  body: unknown = delivery(),
): Promise<HttpAnswer<OneCallResponse>> {
  return send('/api/v1/verify', { key, body, headers: name === undefined ? {} : { 'idempotency-key': name } })
}

async function balanceOf(key: string): Promise<string> {
  return (await send<CreditsBalance>('/api/v1/credits/balance', { key })).json.available_micros
}

test('a hundred parallel calls with one key make one Spool and one charge', async () => {
  const { apiKey } = await operator.openAccount({ cents: 1_000 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => verify(apiKey, 'the one')))
  const first = await verify(apiKey, 'the one')
  expect(first.headers.get('idempotent-replayed')).toBe('true')
  // While the first is under way a repetition may be told so; it is never answered with anything else.
  for (const answer of answers) {
    if (answer.status === 201) expect(answer.text).toBe(first.text)
    else expect(answer).toMatchObject({ status: 409, json: { code: 'store_conflict', retryable: true } })
  }
  expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0)
  await expect
    .poll(async () => (await send<Usage>('/api/v1/usage', { key: apiKey })).json.totals.totalRuns)
    .toBe(1)
  expect(await balanceOf(apiKey)).toBe('9900000')
})

test('the key names the request: another body is a conflict, another order of its members is not', async () => {
  const { apiKey } = await operator.openAccount({ included: 10 })
  const first = await verify(apiKey, 'named')
  const { evidence, ...rest } = delivery()
  expect((await verify(apiKey, 'named', { evidence, ...rest })).text).toBe(first.text)
  const other = await verify(apiKey, 'named', delivery({ unit: { total_units: 2, unit_amount_cents: 251 } }))
  expect(other).toMatchObject({ status: 409, json: { code: 'conflict', reason: 'idempotency_key_reused' } })
})

test('an action repeated with its key is done once', async () => {
  const { apiKey: buyer } = await operator.openAccount({ included: 10 })
  const spool = await created(send, buyer)
  const headers = { 'idempotency-key': 'amend-1' }
  const body = { unitization: { total_units: 5, unit_amount_cents: 100 } }
  const path = `/api/v1/spools/${spool.id}/amend`
  const first = await send(path, { key: buyer, headers, body })
  const again = await send(path, { key: buyer, headers, body })
  expect([again.status, again.text]).toEqual([200, first.text])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  const other = await send(path, {
    key: buyer,
    headers,
    body: { unitization: { total_units: 10, unit_amount_cents: 50 } },
  })
  expect(other).toMatchObject({ status: 409, json: { code: 'conflict' } })
})

test('the same key of another account is another request', async () => {
  const [one, two] = [
    await operator.openAccount({ included: 10 }),
    await operator.openAccount({ included: 10 }),
  ]
  const answers = [await verify(one.apiKey, 'ours'), await verify(two.apiKey, 'ours')]
  expect(new Set(answers.map(({ json }) => json.spool_id)).size).toBe(2)
})

test('funds for ten of a hundred parallel calls let exactly ten through', async () => {
  const { apiKey } = await operator.openAccount({ cents: 100 })
  const answers = await Promise.all(Array.from({ length: 100 }, () => verify(apiKey)))
  const byStatus = Object.groupBy(answers, ({ status }) => status)
  expect([byStatus[201]?.length, byStatus[402]?.length]).toEqual([10, 90])
  expect(await balanceOf(apiKey)).toBe('0')
  for (const { json } of byStatus[402] ?? [])
    expect(Object.keys(json).toSorted()).toEqual(creditsRequiredKeys)
})

const creditsRequiredKeys = [
  'allowance',
  'available_balance_micros',
  'available_balance_usd',
  'balance',
  'code',
  'docs',
  'error',
  'included_remaining',
  'minimum_reload_cents',
  'payment_methods',
  'quote',
  'remediation',
  'request_id',
  'required_for_request_micros',
  'required_for_request_usd',
  'retry_after',
  'retryable',
  'top_up_url',
]
