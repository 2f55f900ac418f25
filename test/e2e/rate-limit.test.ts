import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { parseList } from 'structured-headers'
import { connectOperator, type Operator } from '../system/operator.ts'
import { type HttpAnswer, delivery, readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(() => operator.close())

/** Name and parameters of a rate header, read by a parser of the standard it is written in. */
function rateField({ headers }: HttpAnswer, name: string): unknown {
  const [[item, parameters] = [], ...others] = parseList(headers.get(name) ?? '') as [
    unknown,
    Map<string, unknown>,
  ][]
  return { item, others, ...Object.fromEntries(parameters ?? []) }
}

test('the last request of the quota is answered and the next one is told when to come back', async () => {
  const { apiKey } = await operator.openAccount({ quota: 5, included: 10 })
  for (let left = 4; left >= 0; left -= 1) {
    const answer = await send('/api/v1/usage', { key: apiKey })
    expect(answer.status).toBe(200)
    expect(rateField(answer, 'ratelimit-policy')).toEqual({ item: 'api-v1', others: [], q: 5, w: 60 })
    expect(rateField(answer, 'ratelimit')).toMatchObject({ item: 'api-v1', others: [], r: left })
  }
  const refused = await send('/api/v1/verify', { key: apiKey, body: delivery() })
  expect(refused).toMatchObject({ status: 429, json: { code: 'rate_limited', retryable: true } })
  const { t } = rateField(refused, 'ratelimit') as { t: number }
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThanOrEqual(t)
  expect(rateField(refused, 'ratelimit')).toMatchObject({ r: 0 })
})

test('every answer of the interface, of any status, says the policy, what is left, and which request it was', async () => {
  const { apiKey: key } = await operator.openAccount({ included: 10 })
  const answers = {
    201: await send('/api/v1/verify', { key, body: delivery() }),
    200: await send('/api/v1/usage', { key }),
    400: await send('/api/v1/verify', { key, body: '{' }),
    401: await send('/api/v1/usage'),
    404: await send('/api/v1/nothing-here', { key }),
    405: await send('/api/v1/usage', { key, method: 'DELETE' }),
    406: await send('/api/v1/usage', { key, headers: { accept: 'text/html' } }),
    413: await send('/api/v1/verify', { key, body: 'x'.repeat(8 * 1024 * 1024 + 1) }),
    422: await send('/api/v1/verify', { key, body: delivery({ conditions: ['Make it nice.'] }) }),
  }
  for (const [status, answer] of Object.entries(answers)) {
    expect(answer.status).toBe(Number(status))
    expect(rateField(answer, 'ratelimit-policy'), status).toMatchObject({ item: 'api-v1', w: 60 })
    expect(rateField(answer, 'ratelimit'), status).toMatchObject({ item: 'api-v1' })
    expect(answer.headers.get('request-id'), status).toMatch(/^req_[0-9a-f]{24}$/)
    for (const name of answer.headers.keys())
      expect(name).not.toMatch(/^(x-)?ratelimit-(limit|remaining|reset)$/)
  }
})
