import type {
  CreditsBalance,
  ReceiptRecord,
  ReceiptStatusV1,
  SpoolEventView,
  SpoolView,
  Usage,
} from '@outturn/contracts'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { delivery, readSystem, sendTo, verified } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let account: Account
let stranger: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  account = await operator.openAccount({ included: 1_000 })
  stranger = await operator.openAccount()
})
afterAll(() => operator.close())

const mixedRows = [
  { name: 'Aurora Robotics', website: 'https://aurora.example' },
  { name: 'Cobalt Freight' },
  { name: 'Dune Analytics', website: 'https://dune.example' },
]

test('a delivery that is all right earns the whole amount, with a receipt that holds offline', async () => {
  const answer = await verified(send, account.apiKey)
  expect(answer).toMatchObject({ accepted: 2, rejected: 0, earned_cents: 500, rejections: [] })
  const keys = await send(new URL(system.keys_url).pathname)
  const options = { trustSet: parseKeyDocument(keys.json), environment: 'production' } as const
  expect(verifyOutcomeReceipt(answer.receipt, options)).toMatchObject({ valid: true, reasons: [] })
})

test('a delivery that is partly right earns its accepted units, and says what is wrong with the others', async () => {
  const body = delivery({ unit: { total_units: 3, unit_amount_cents: 250 }, evidence: { rows: mixedRows } })
  const answer = await verified(send, account.apiKey, body)
  expect(answer).toMatchObject({
    accepted: 2,
    rejected: 1,
    earned_cents: 500,
    rejections: [{ unit: 2, reason: 'missing_field:website' }],
    terminal: false,
    next_step: { type: 'submit_evidence', action: 'submit_evidence', actor: 'provider' },
    receipt: { result: 'partial', amounts: { earned: '5.00', committed: '7.50' } },
    attestation: { result: 'partial', approvedAmount: '5.00', maximumAmount: '7.50' },
  })
})

test('plain text says the same as the objects that it stands for', async () => {
  const rows = { unit: { total_units: 3, unit_amount_cents: 250 }, evidence: { rows: mixedRows } }
  const words = await verified(
    send,
    account.apiKey,
    delivery({ ...rows, conditions: ['Each row has name and website.', 'Exactly 3 rows.'] }),
  )
  const objects = await verified(
    send,
    account.apiKey,
    delivery({
      ...rows,
      conditions: [
        {
          description: 'Each row has name and website.',
          deterministic_check: { checker: 'completeness', required_fields: ['name', 'website'] },
        },
        { description: 'Exactly 3 rows.', deterministic_check: { checker: 'row_count', expected: 3 } },
      ],
    }),
  )
  expect(words.rejections).toEqual(objects.rejections)
  expect(words.receipt?.condition_results.map(({ result, reason }) => ({ result, reason }))).toEqual(
    objects.receipt?.condition_results.map(({ result, reason }) => ({ result, reason })),
  )
})

test('a page is looked at by the fetcher, and an address inside is not: that stays uncertain', async () => {
  const check = { checker: 'http_status' as const, field: 'page' }
  const conditions = [{ description: 'Every page is up.', deterministic_check: check }]
  const rows = [{ page: `${inject('site')}/page` }, { page: 'http://169.254.169.254/latest/meta-data/' }]
  const answer = await verified(send, account.apiKey, delivery({ conditions, evidence: { rows } }))
  expect(answer).toMatchObject({ accepted: 1, rejected: 0, receipt: { units: { uncertain: 1 } } })
})

describe('what one call leaves behind', () => {
  let answer: Awaited<ReturnType<typeof verified>>
  beforeAll(async () => {
    answer = await verified(send, account.apiKey)
  })

  test('its Spool is read with a tag, and 304 says that it has not changed', async () => {
    const path = `/api/v1/spools/${answer.spool_id}`
    const spool = await send<SpoolView>(path, { key: account.apiKey })
    expect(spool.json).toMatchObject({ id: answer.spool_id, status: { verification: 'pass' } })
    const etag = spool.headers.get('etag') ?? ''
    const again = await send(path, { key: account.apiKey, headers: { 'if-none-match': etag } })
    expect([again.status, again.text]).toEqual([304, ''])
  })

  test('its history is in order and each entry carries the hash of the one before', async () => {
    const { json } = await send<SpoolEventView[]>(`/api/v1/spools/${answer.spool_id}/events`, {
      key: account.apiKey,
    })
    expect(json.map(({ type }) => type)).toEqual([
      'spool.created',
      'evidence.submitted',
      'verification.completed',
      'receipt.issued',
      'spool.completed',
    ])
    expect(json.slice(1).map((entry) => entry.prev_hash)).toEqual(
      json.slice(0, -1).map((entry) => entry.hash),
    )
  })

  test('its receipt is read as it was answered', async () => {
    const { json } = await send<ReceiptRecord>(`/api/v1/receipts/${answer.receipt?.id}`, {
      key: account.apiKey,
    })
    expect(json).toMatchObject({
      receipt: answer.receipt,
      attestation: answer.attestation,
      spool_id: answer.spool_id,
    })
  })

  test('the status of its receipt is current, without a key', async () => {
    const { json } = await send<ReceiptStatusV1>(`/api/v1/receipts/${answer.receipt?.id}/status`)
    expect(json).toMatchObject({ status: 'active', state: 'current', advisories: [] })
  })

  test('a stranger is told the same as of a Spool and a receipt that do not exist', async () => {
    const paths = [
      [`/api/v1/spools/${answer.spool_id}`, '/api/v1/spools/spl_000000000000000000000000'],
      [`/api/v1/spools/${answer.spool_id}/events`, '/api/v1/spools/spl_000000000000000000000000/events'],
      [`/api/v1/receipts/${answer.receipt?.id}`, '/api/v1/receipts/ocr_000000000000000000000000'],
    ] as const
    for (const [foreign, absent] of paths) {
      const one = await send(foreign, { key: stranger.apiKey })
      const other = await send(absent, { key: stranger.apiKey })
      expect(one.status).toBe(404)
      expect({ ...one.json, request_id: '' }).toEqual({ ...other.json, request_id: '' })
    }
  })
})

test('usage and balance agree with what was verified', async () => {
  const payer = await operator.openAccount({ cents: 1_000 })
  await verified(send, payer.apiKey)
  await verified(
    send,
    payer.apiKey,
    delivery({ unit: { total_units: 3, unit_amount_cents: 250 }, evidence: { rows: mixedRows } }),
  )
  await expect
    .poll(async () => (await send<Usage>('/api/v1/usage', { key: payer.apiKey })).json.totals, {
      timeout: 60_000,
    })
    .toMatchObject({
      totalRuns: 2,
      accepted: 4,
      submitted: 5,
      earned_micros: '10000000',
      fees_accrued_micros: '200000',
    })
  const { json } = await send<CreditsBalance>('/api/v1/credits/balance', { key: payer.apiKey })
  expect(json).toMatchObject({ available_micros: '9800000', available_usd: '9.80', held_micros: '0' })
})
