import type { CreatedSpool, ReceiptRecord } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { created } from './agreement.ts'
import { delivery, readSystem, sendTo, verified } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator

beforeAll(async () => {
  operator = await connectOperator(system)
})
afterAll(() => operator.close())

/** Every address in a value, wherever it is. */
function addressesIn(value: unknown): string[] {
  if (typeof value === 'string') return /^https?:\/\//.test(value) ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(addressesIn) : []
}

test('every address of this deployment in an answer can be followed with the key of its reader', async () => {
  const { apiKey: key } = await operator.openAccount({ included: 10 })
  const { apiKey: poor } = await operator.openAccount()
  const answer = await verified(send, key)
  const spool: CreatedSpool = await created(send, key)
  const receipt = `/api/v1/receipts/${answer.receipt?.id ?? 'none'}`
  const record = (await send<ReceiptRecord>(receipt, { key })).json
  const credential = (await send(`${receipt}/credential`, { key })).json
  const invitation = (await send(`/api/v1/spools/${spool.id}/invite`, { method: 'POST', key })).json
  const refused = await send('/api/v1/verify', { key: poor, body: delivery() })
  expect([refused.status, refused.json.code]).toEqual([402, 'credits_required'])

  const all = [answer, spool, record, credential, invitation, refused.json].flatMap(addressesIn)
  const own = [...new Set(all)].filter((address) => address.startsWith(`${system.base_url}/`))
  expect(own.length).toBeGreaterThanOrEqual(6)
  const found = await Promise.all(
    own.map(async (address) => {
      const { status, headers } = await send(address.slice(system.base_url.length), { key })
      // What is done there is done by POST.
      return [address, status === 405 ? headers.get('allow') : status]
    }),
  )
  expect(found.filter(([, outcome]) => outcome !== 200 && outcome !== 'POST')).toEqual([])
})

test('an answer with a member on its way out says so, and leads to the page about it', async () => {
  const { apiKey: key } = await operator.openAccount({ included: 10 })
  const { headers } = await send('/api/v1/verify', { key, body: delivery() })
  expect(headers.get('deprecation')).toMatch(/^@\d+$/)
  expect(Date.parse(headers.get('sunset') ?? '')).toBeGreaterThan(
    Number(headers.get('deprecation')?.slice(1)) * 1_000,
  )
  const [, path = ''] = /^<([^>]+)>; rel="deprecation"/.exec(headers.get('link') ?? '') ?? []
  expect((await send(path)).text).toContain('next_step.action')
  expect((await send('/api/v1/usage', { key })).headers.get('deprecation')).toBeNull()
})
