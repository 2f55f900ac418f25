import { readNumber } from '@outturn/canonical'
import type { OneCallResponse } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { delivery, openSession, readSystem, sendTo, verified } from './api.ts'
import { bundleOf, type OfflineVerifier, openOfflineVerifier } from './offline-verifier.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let account: Account
let desk: OfflineVerifier

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 10 })
  desk = await openOfflineVerifier(send, system)
})
afterAll(async () => {
  await operator.close()
  desk.close()
})

const tenAndABit = readNumber('10.000000000000000001')
const identity = { source_key: 'name', visibility: 'pseudonymous' } as const
const rows = [
  { name: 'Aurora "Robotics"', website: 'https://aurora.example' },
  { name: 'Cobalt\\Freight', 'odd"name\\': [1.5, null, 'é\u2028'] },
  { website: 'https://absent.example' },
]

describe('a run of the system, replayed offline, comes to the same run digest', () => {
  test.each([
    ['of two rows', delivery()],
    [
      'judged as a whole',
      delivery({ unit: undefined, max_amount_cents: 999, conditions: ['exactly 2 rows'] }),
    ],
    [
      'of units with names, by several conditions',
      delivery({
        conditions: ['every row has name', 'no duplicate name', 'exactly 3 rows'],
        unit: { total_units: 3, unit_amount_cents: 250, identity },
        evidence: { rows, source: 'crm', provenance: { method: 'uploaded_json', owner: 'Müller & Co' } },
      }),
    ],
    [
      'of numbers that no float holds, agreed and delivered',
      delivery({
        conditions: [
          {
            description: 'Prices',
            deterministic_check: {
              checker: 'json_path',
              path: '$.price',
              operator: 'lte',
              value: tenAndABit,
            },
          },
        ],
        evidence: { rows: [{ price: tenAndABit }, { price: readNumber('10.000000000000000002') }] },
      }),
    ],
    [
      'of URLs, of which none may be fetched',
      delivery({
        conditions: ['every URL in field link returns 200'],
        evidence: { rows: [{ link: 'http://127.0.0.1/' }, { link: 'http://localhost/' }] },
      }),
    ],
  ])('%s', async (_, body) => {
    const answer = await verified(send, account.apiKey, body)
    const { code, report } = await desk.replay(await bundleOf(send, answer.receipt?.id, account.apiKey))
    expect(report.steps.filter(({ status }) => status !== 'ok')).toEqual([])
    expect([code, report.agrees]).toEqual([0, true])
    expect(report.run_digest).toBe(answer.receipt?.verification.run_digest)
  })

  test('in the sandbox too', async () => {
    const { token } = await openSession(send)
    const answer = await send<OneCallResponse>('/api/sandbox/verify', { key: token, body: delivery() })
    expect((await desk.replay(await bundleOf(send, answer.json.receipt?.id, token))).code).toBe(0)
  })
})

test('one changed row makes the bundle unusable, and so does a member that was cut out', async () => {
  const answer = await verified(send, account.apiKey, delivery())
  const text = await bundleOf(send, answer.receipt?.id, account.apiKey)
  expect((await desk.replay(text.replace('Cobalt Freight', 'Cobalt Freights'))).code).toBe(2)
  const bundle = JSON.parse(text) as Record<string, unknown>
  for (const member of ['status', 'events', 'manifest']) {
    const { [member]: cut, ...rest } = bundle
    expect(cut).toBeDefined()
    expect((await desk.replay(JSON.stringify(rest))).code).toBe(2)
  }
})

test('no one else gets the bundle: it is answered like that of a receipt that does not exist', async () => {
  const stranger = await operator.openAccount()
  const { token } = await openSession(send)
  const answer = await verified(send, account.apiKey, delivery())
  const path = `/api/v1/receipts/${answer.receipt?.id}/bundle`
  const unknown = '/api/v1/receipts/ocr_0000000000000000000000ff/bundle'
  const refused = await Promise.all(
    [stranger.apiKey, token].flatMap((key) => [path, unknown].map((of) => send(of, { key }))),
  )
  const said = refused.map(({ status, json: { code, error } }) => `${status} ${code} ${error}`)
  expect(said.map((each) => each.slice(0, 13))).toEqual(Array.from({ length: 4 }, () => '404 not_found'))
  expect(new Set(said).size).toBe(1)
})
