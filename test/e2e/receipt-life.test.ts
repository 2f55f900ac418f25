import { createHash } from 'node:crypto'
import type {
  AttestationVerdict,
  Consumption,
  KeyDocument,
  OneCallResponse,
  ReceiptRecord,
  ReceiptStatusV1,
  SpoolEventView,
  SpoolView,
  SupersededReceipt,
  VerifiedSpool,
} from '@outturn/contracts'
import { createKey } from '@outturn/contracts'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { afterAll, beforeAll, describe, expect, inject, test, vi } from 'vitest'
import { runAdmin } from '../system/admin.ts'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { delivery, type ErrorAnswer, readSystem, sendTo, verified } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let account: Account
let stranger: Account

beforeAll(async () => {
  operator = await connectOperator(system)
  ;[account, stranger] = await Promise.all([operator.openAccount({ included: 40 }), operator.openAccount()])
})
afterAll(() => operator.close())

/** One of two rows is right: 2.50 of 5.00 are earned. */
async function half(): Promise<OneCallResponse & { receiptId: string }> {
  const rows = [{ name: 'Aurora Robotics', website: 'https://aurora.example' }, { name: 'Cobalt Freight' }]
  const answer = await verified(send, account.apiKey, delivery({ evidence: { rows } }))
  return { ...answer, receiptId: answer.receipt?.id ?? '' }
}

const consume = (receiptId: string, amount: string, reference: string, key = account.apiKey) =>
  send<Consumption & ErrorAnswer>(`/api/v1/receipts/${receiptId}/consumptions`, {
    key,
    body: { consumer: 'acme-payroll', purpose: 'settlement', reference, amount },
  })
/** The Spool, once what is told about its receipts has come to it. */
const spoolOf = (id: string, isTold: (spool: SpoolView) => boolean) =>
  vi.waitFor(async () => {
    const { json } = await send<SpoolView>(`/api/v1/spools/${id}`, { key: account.apiKey })
    expect(isTold(json)).toBe(true)
    return json
  }, 60_000)
const statusOf = (receiptId: string) => send<ReceiptStatusV1>(`/api/v1/receipts/${receiptId}/status`)

const asOperator = (name: string, ...words: string[]) => runAdmin(system, name, ...words)

describe('a receipt is used', () => {
  test('once for each reference, and never for more than was earned', async () => {
    const { receiptId } = await half()
    const first = await consume(receiptId, '2.00', 'inv_1')
    expect(first).toMatchObject({
      status: 201,
      json: {
        receipt_id: receiptId,
        recorded_by: { role: 'payer' },
        amount: '2.00',
        consumptions_recorded: 1,
        amount_remaining: '0.50',
      },
    })
    const limited = { accountId: account.accountId, scope: 'verify', label: 'tests' } as const
    const { apiKey: verifyKey } = await operator.send(createKey, limited)
    expect(await consume(receiptId, '0.10', 'inv_2', verifyKey)).toMatchObject({
      status: 403,
      json: { code: 'forbidden', reason: 'full_scope_required' },
    })
    const again = await consume(receiptId, '2.00', 'inv_1')
    expect(again.status).toBe(200)
    expect(again.json).toEqual(first.json)
    expect(await consume(receiptId, '0.51', 'inv_2')).toMatchObject({
      status: 409,
      json: { code: 'conflict', reason: 'exceeds_earned', field: 'amount', amount_remaining: '0.50' },
    })
    expect((await statusOf(receiptId)).json).toMatchObject({ state: 'current', consumptions_recorded: 1 })
  })

  test('and once all that was earned is settled, nothing is left to do on its Spool', async () => {
    const answer = await verified(send, account.apiKey)
    const { spool_id: id, receipt } = answer
    expect(answer).toMatchObject({ earned_cents: 500, next_step: { type: 'settle', actor: 'buyer' } })
    expect(await consume(receipt?.id ?? '', '5.00', 'inv_1')).toMatchObject({ status: 201 })
    const spool = await spoolOf(id, ({ next_step: step }) => step.type !== 'settle')
    expect(spool).toMatchObject({
      settlement_eligible: true,
      next_step: { type: 'terminal', action: 'terminal', actor: 'none' },
    })
  })

  test('by many at once, and the sum holds', async () => {
    const { receiptId } = await half()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => consume(receiptId, '0.25', `inv_${index}`)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(10)
  })

  test('by its parties: for others it does not exist, and a body that is not one is named', async () => {
    const { receiptId } = await half()
    expect(await consume(receiptId, '0.25', 'inv_1', stranger.apiKey)).toMatchObject({
      status: 404,
      json: { code: 'not_found' },
    })
    const body = { consumer: 'a', purpose: 'settlement', reference: 'r', amount: '1' }
    expect(
      await send(`/api/v1/receipts/${receiptId}/consumptions`, { key: account.apiKey, body }),
    ).toMatchObject({
      status: 400,
      json: { code: 'validation_failed', field: 'amount' },
    })
    const bodyless = { consumer: 'a', purpose: 'settlement', reference: 'r' }
    expect(
      await send(`/api/v1/receipts/${receiptId}/consumptions`, { key: account.apiKey, body: bodyless }),
    ).toMatchObject({ status: 422, json: { code: 'validation_failed', field: 'amount' } })
  })
})

/** Evidence with every row right, for the first condition of a Spool. */
async function deliverAll(id: string): Promise<void> {
  const { json } = await send<SpoolView>(`/api/v1/spools/${id}`, { key: account.apiKey })
  const { source } = json.evidence[0] ?? {}
  const { rows } = delivery().evidence
  const body = { condition_id: json.conditions[0]?.id, type: 'dataset', source, metadata: { rows } }
  expect(await send(`/api/v1/spools/${id}/evidence`, { key: account.apiKey, body })).toMatchObject({
    status: 200,
  })
}

describe('a receipt is superseded', () => {
  const supersede = (receiptId: string, headers = {}) =>
    send<SupersededReceipt & ErrorAnswer>(`/api/v1/receipts/${receiptId}/supersede`, {
      key: account.apiKey,
      headers,
      body: { reason: 'evidence_error', advisory: 'Row 2 was fixed.' },
    })

  test('by a run over the evidence as it is now; the one before is corrected and names it', async () => {
    const { receiptId, spool_id: id } = await half()
    await deliverAll(id)

    const headers = { 'idempotency-key': `supersede-${receiptId}` }
    const answer = await supersede(receiptId, headers)
    expect(answer).toMatchObject({
      status: 201,
      json: {
        superseded: receiptId,
        receipt: { supersedes: receiptId, result: 'pass', amounts: { earned: '5.00' } },
      },
    })
    const repeated = await supersede(receiptId, headers)
    expect(repeated.text).toBe(answer.text)
    expect(repeated.headers.get('idempotent-replayed')).toBe('true')

    const replacement = answer.json.receipt.id
    const { json: status } = await statusOf(receiptId)
    expect(status).toMatchObject({
      status: 'corrected',
      state: 'superseded',
      advisories: [{ code: 'superseded', message: 'Row 2 was fixed.', replacement_receipt_id: replacement }],
    })
    expect((await statusOf(replacement)).json).toMatchObject({ status: 'active', state: 'current' })
    expect(await consume(receiptId, '1.00', 'inv_1')).toMatchObject({
      status: 409,
      json: { code: 'conflict', reason: 'receipt_corrected', replacement_receipt_id: replacement },
    })
    expect(await supersede(receiptId)).toMatchObject({
      status: 409,
      json: { code: 'conflict', reason: 'not_latest_receipt' },
    })

    const keys = await send<KeyDocument>(new URL(system.keys_url).pathname)
    const trustSet = parseKeyDocument(keys.json)
    const { json: record } = await send<ReceiptRecord>(`/api/v1/receipts/${receiptId}`, {
      key: account.apiKey,
    })
    const stapled = { ...record.receipt, status_proof: status.status_proof }
    expect(verifyOutcomeReceipt(stapled as never, { trustSet })).toMatchObject({
      signature_valid: true,
      policy_valid: false,
      reasons: ['corrected'],
    })
  })
})

test('each further run of a Spool replaces the receipt of the run before: one is active, and one is settled', async () => {
  const { receiptId: first, spool_id: id, attestation } = await half()
  expect(await consume(first, '1.00', 'inv_1')).toMatchObject({ status: 201 })
  const judged = () => send<AttestationVerdict>('/api/v1/attestations/verify', { body: attestation })
  expect((await judged()).json).toMatchObject({ valid: true, reasons: [] })
  await deliverAll(id)
  const { json } = await send<VerifiedSpool>(`/api/v1/spools/${id}/verify`, {
    method: 'POST',
    key: account.apiKey,
  })
  const second = json.receipt?.id ?? ''
  expect([json.receipt?.['supersedes'], json.earned_cents]).toEqual([first, 500])
  expect((await statusOf(first)).json).toMatchObject({
    status: 'corrected',
    advisories: [{ code: 'superseded', replacement_receipt_id: second }],
  })
  expect((await statusOf(second)).json).toMatchObject({ status: 'active', advisories: [] })
  expect((await consume(first, '1.00', 'inv_2')).status).toBe(409)
  expect((await judged()).json).toMatchObject({ valid: false, reasons: ['superseded'] })
  expect(await consume(second, '4.01', 'inv_2')).toMatchObject({
    status: 409,
    json: { reason: 'exceeds_earned', amount_remaining: '4.00' },
  })
  const { json: record } = await send<ReceiptRecord>(`/api/v1/receipts/${first}`, { key: account.apiKey })
  expect(record.status).toMatchObject({ status: 'corrected' })
})

describe('a receipt is revoked', () => {
  test('by two operators, and every status says so', async () => {
    const { receiptId, spool_id: id } = await half()
    const request = ['receipts', 'revoke', receiptId, '--advisory', 'The supplier withdrew the data.']
    const asked = await asOperator('alice', ...request)
    expect(asked.json).toMatchObject({ receipt_id: receiptId, requested_by: 'alice' })
    const { request_id: requestId } = asked.json
    const alone = await asOperator('Alice', 'receipts', 'approve', requestId)
    expect(alone.code).toBe(1)
    expect(alone.errors).toContain('forbidden')
    expect((await statusOf(receiptId)).json).toMatchObject({ status: 'active' })

    expect((await asOperator('bob', 'receipts', 'approve', requestId)).json).toMatchObject({
      approved_by: 'bob',
    })
    const { json, headers } = await statusOf(receiptId)
    expect(json).toMatchObject({
      status: 'revoked',
      state: 'revoked',
      advisories: [{ code: 'revoked', message: 'The supplier withdrew the data.' }],
      status_proof: { status: 'revoked' },
    })
    expect(headers.get('cache-control')).toBe('public, max-age=5')
    const old = await send<ReceiptStatusV1>(`/api/receipts/${receiptId}/status`)
    expect(Object.keys(old.json).toSorted()).toEqual([
      'advisories',
      'checked_at',
      'receipt_id',
      'status',
      'status_proof',
    ])
    expect([old.json.status, old.json.status_proof?.status]).toEqual(['revoked', 'revoked'])
    await spoolOf(id, (spool) => !spool.settlement_eligible)
    const history = await send<SpoolEventView[]>(`/api/v1/spools/${id}/events`, { key: account.apiKey })
    expect(history.json.at(-1)).toMatchObject({ type: 'receipt.revoked', data: { receipt_id: receiptId } })
  }, 180_000)
})

test('an id that no receipt has is unknown on one status route and not found on the other', async () => {
  const unknown = 'ocr_000000000000000000000000'
  expect(await statusOf(unknown)).toMatchObject({
    status: 200,
    json: { status: 'unknown', state: 'unknown' },
  })
  expect(await send(`/api/receipts/${unknown}/status`)).toMatchObject({
    status: 404,
    json: { code: 'not_found' },
  })
  for (const path of ['/api/v1/receipts/ocr_1/status', '/api/receipts/ocr_1/status']) {
    expect(await send(path)).toMatchObject({ status: 404, json: { code: 'not_found' } })
  }
})

test('the key document is cached, told apart by its tag, and made of chained parts that hash as it says', async () => {
  const path = new URL(system.keys_url).pathname
  const { headers, json } = await send<KeyDocument>(path)
  expect(headers.get('cache-control')).toBe('public, max-age=300')
  const known = await send(path, { headers: { 'if-none-match': headers.get('etag') ?? '' } })
  expect(known.status).toBe(304)
  for (const environment of ['production', 'demo'] as const) {
    const { version, document_hash: hash } = json.parts?.[environment] ?? {}
    const part = await send<KeyDocument>(`${path.replace('.json', '')}/${environment}/${version}`)
    expect(part.headers.get('cache-control')).toContain('immutable')
    expect(createHash('sha256').update(part.text).digest('hex')).toBe(hash)
  }
  const none = await send(`${path.replace('.json', '')}/production/999999999`)
  expect(none).toMatchObject({ status: 404, json: { code: 'not_found' } })
})
