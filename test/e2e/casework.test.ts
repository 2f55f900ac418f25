import { randomUUID } from 'node:crypto'
import type {
  AcceptedDelivery,
  CreatedSpool,
  DiscrepancyView,
  DisputeView,
  MatchResult,
  ReceiptRecord,
  ReceiptStatusV1,
  RequestedReview,
  ReviewView,
  SpoolEventView,
  SpoolView,
  VerifiedSpool,
} from '@outturn/contracts'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { type Account, connectOperator, type Operator } from '../system/operator.ts'
import { acted, counterpartyKey, created } from './agreement.ts'
import { type HttpCall, readSystem, sendTo } from './api.ts'
import { bundleOf, type OfflineVerifier, openOfflineVerifier } from './offline-verifier.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
let operator: Operator
let buyer: string
let provider: Account
let stranger: string
let desk: OfflineVerifier

beforeAll(async () => {
  operator = await connectOperator(system)
  const open = () => operator.openAccount({ included: 100 })
  const [first, second, third] = await Promise.all([open(), open(), open()])
  ;[buyer, provider, stranger] = [first.apiKey, second, third.apiKey]
  desk = await openOfflineVerifier(send, system)
})
afterAll(async () => {
  await operator.close()
  desk.close()
})

type Source = { id: string; signing_secret: string }

async function register(): Promise<Source> {
  const body = {
    name: `Desk ${randomUUID()}`,
    kind: 'webhook',
    signing: { scheme: 'hmac_sha256' },
    mapping: { subject: '/ticket', predicate: '/event', value: '/stars', occurred_at: '/at', spool: '/deal' },
  }
  const { status, json } = await send<Source>('/api/v1/sources', { key: buyer, body })
  expect(status).toBe(201)
  return json
}

/** Sends a payload with a signature of the reference library of Standard Webhooks. */
async function sendSigned({ id, signing_secret: secret }: Source, payload: object, webhookId: string) {
  const body = JSON.stringify(payload)
  const now = new Date()
  return send<AcceptedDelivery>(`/api/v1/sources/${id}/webhook`, {
    body,
    headers: {
      'webhook-id': webhookId,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign(webhookId, now, body),
    },
  })
}

async function deliver(source: Source, payload: object): Promise<AcceptedDelivery> {
  const answer = await sendSigned(source, payload, `msg_${randomUUID()}`)
  expect(answer.status).toBe(202)
  return answer.json
}

/** A Spool that is judged on what a source of the buyer reports, accepted by its provider. */
async function agreedOn({ id }: Source): Promise<CreatedSpool> {
  const spool = await created(send, buyer, {
    unitization: undefined,
    value: { amount_cents: 500, currency: 'USD', rail_preference: 'external' },
    conditions: [
      {
        description: 'The desk reports two resolved tickets.',
        required: true,
        verification_method: 'deterministic',
        deterministic_check: { checker: 'row_count', expected: 2 },
        evidence_requirements: [
          { expected_type: 'dataset', source_ref: id, provenance: ['source_webhook_signed'] },
        ],
      },
    ],
  })
  const { api_key: counterparty } = await counterpartyKey(send, buyer, spool.id)
  await acted(send, counterparty, `${spool.id}/accept`)
  return spool
}

const at = (minute: number) => `2026-01-01T10:0${minute}:00.000Z`

test('what a system of record signs is judged, and the receipt replays without it', async () => {
  const source = await register()
  const spool = await agreedOn(source)
  for (const ticket of ['T-1', 'T-2']) {
    await deliver(source, { deal: spool.id, ticket, event: 'resolved', stars: 5, at: at(0) })
  }
  const verified = await acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
  expect(verified).toMatchObject({ status: { verification: 'pass', outcome: 'completed' } })
  expect(verified.receipt?.evidence).toMatchObject([
    { type: 'dataset', status: 'present', provenance: 'source_webhook_signed', claim_class: 'machine_fact' },
  ])
  const bundle = await bundleOf(send, verified.receipt?.id, buyer)
  const { code, report } = await desk.replay(bundle)
  expect([code, report.agrees]).toEqual([0, true])
  expect(bundle).toContain('"subject":"T-1"')
})

/** Work that both parties agreed to, with a reviewer for their disputes; one of the two rows that were delivered is right. */
async function halfDelivered(): Promise<VerifiedSpool> {
  const spool = await created(send, buyer, {
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme Sales' },
      { role: 'provider', kind: 'org', display_name: 'Helpdesk', account_id: provider.accountId },
    ],
    value: { amount_cents: 500, currency: 'USD', rail_preference: 'external' },
    finality: { mode: 'first_verdict' },
    dispute_policy: { window_hours: 72, holds_settlement: true, resolver: 'review' },
  })
  await acted(send, provider.apiKey, `${spool.id}/accept`)
  await acted(send, provider.apiKey, `${spool.id}/evidence`, {
    condition_id: spool.conditions[0]?.id,
    type: 'dataset',
    source: 'export',
    metadata: { rows: [{ name: 'Aurora', website: 'https://aurora.example' }, { name: 'Cobalt' }] },
  })
  return acted<VerifiedSpool>(send, buyer, `${spool.id}/verify`)
}

const refusalOf = ({ status, json }: { status: number; json: { reason?: string } }) => [status, json.reason]
const readSpool = async (id: string, key = buyer) =>
  (await send<SpoolView>(`/api/v1/spools/${id}`, { key })).json
const settle = (receiptId: string, amount: string) =>
  send(`/api/v1/receipts/${receiptId}/consumptions`, {
    key: buyer,
    body: { consumer: 'acme-payroll', purpose: 'settlement', reference: randomUUID(), amount },
  })
async function taken<T>(path: string, call: HttpCall, expected: number): Promise<T> {
  const answer = await send<T>(`/api/v1/${path}`, call)
  expect(answer.status, answer.text).toBe(expected)
  return answer.json
}

const question = 'Is row 2 a company?'

/** The reviewer decides on the page of the link: its form, what it will do, and then the decision. */
async function decideOnPage({ decision_url: link }: RequestedReview, conditionId: string): Promise<string> {
  const { pathname } = new URL(link)
  const page = await send(pathname)
  expect([page.status, page.text.includes(question)]).toEqual([200, true])
  const [, token = ''] = /name="_t" value="([^"]+)"/.exec(page.text) ?? []
  const answers = { _t: token, decision: 'overturn', [`c.${conditionId}`]: 'passed' }
  const step = (name: string) =>
    send(pathname, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...answers, step: name }).toString(),
    })
  expect((await step('confirm')).text).toContain('Record the decision')
  return (await step('send')).text
}

describe('what a seller claims differs from what a system reports', () => {
  let source: Source
  let id: string
  let conditionId: string
  let disputed: string
  let replacement: string
  let block: DiscrepancyView
  let dispute: DisputeView
  let review: RequestedReview
  const wrong = { kind: 'claim_fact_mismatch', severity: 'block', description: 'T-2 has three stars.' }
  const claims = [
    { subject: 'T-1', predicate: 'resolved', value: 5, occurred_at: at(2) },
    { subject: 'T-2', predicate: 'resolved', value: 4, occurred_at: at(0) },
    { subject: 'T-3', predicate: 'resolved', value: 4, occurred_at: at(1) },
  ]
  const readDispute = () => taken<DisputeView>(`disputes/${dispute.id}`, { key: buyer }, 200)

  beforeAll(async () => {
    source = await register()
    const spool = await halfDelivered()
    ;[id, conditionId, disputed] = [spool.id, spool.conditions[0]?.id ?? '', spool.latest_receipt_id ?? '']
  })

  test('a delivery counts once, and only with the signature of its source', async () => {
    const reported = { deal: id, event: 'resolved', at: at(0) }
    await deliver(source, { ...reported, ticket: 'T-1', stars: 5 })
    const second = { ...reported, ticket: 'T-2', stars: 3 }
    expect((await sendSigned(source, second, 'msg_2')).json.duplicate).toBe(false)
    expect((await sendSigned(source, second, 'msg_2')).json.duplicate).toBe(true)
    const forged = { ...source, signing_secret: `whsec_${Buffer.alloc(32).toString('base64')}` }
    expect((await sendSigned(forged, second, 'msg_3')).status).toBe(401)
  })

  test('claims are matched with facts, and what differs is a discrepancy for both, once', async () => {
    await taken(`spools/${id}/claims`, { key: provider.apiKey, body: { claims } }, 201)
    const match = () => acted<MatchResult>(send, buyer, `${id}/match`, { window_seconds: 120 })
    const matched = await match()
    expect(matched).toMatchObject({ matched: 1, mismatched: 1, unmatched_claims: 1, unmatched_facts: 0 })
    expect(matched.matches[1]?.differences).toEqual([{ field: 'value', claimed: '4', observed: '3' }])
    const again = await match()
    expect(again).toMatchObject({ match_digest: matched.match_digest, discrepancy_ids: [] })
    const call = { key: provider.apiKey }
    const listed = await taken<{ run_id: string; data: unknown[] }>(`spools/${id}/matches`, call, 200)
    expect([listed.run_id, listed.data.length]).toEqual([again.run_id, 3])
    const found = await taken<{ data: DiscrepancyView[] }>(`spools/${id}/discrepancies`, call, 200)
    expect(found.data.map((each) => each.id).toSorted()).toEqual(matched.discrepancy_ids.toSorted())
  })

  test('a block keeps the money until both parties close it', async () => {
    block = await taken<DiscrepancyView>(`spools/${id}/discrepancies`, { key: buyer, body: wrong }, 201)
    expect((await readSpool(id)).settlement_eligible).toBe(false)
    expect(refusalOf(await settle(disputed, '2.50'))).toEqual([409, 'discrepancy_open'])
    const body = { outcome: 'claim_corrected', note: 'It has three.' }
    const close = (key: string) => taken(`discrepancies/${block.id}/resolve`, { key, body }, 200)
    expect(await close(buyer)).toMatchObject({ status: 'open', awaiting: 'provider' })
    expect(await close(provider.apiKey)).toMatchObject({ status: 'resolved' })
    expect((await readSpool(id)).settlement_eligible).toBe(true)
  })

  test('a dispute keeps it, too, and goes to a reviewer that both parties agree to', async () => {
    const about = `receipts/${disputed}`
    const { apiKey: key } = provider
    const body = { reason: 'quality', detail: 'Row 2 is right.', requested: 're_verify' }
    dispute = await taken<DisputeView>(`${about}/disputes`, { key, body }, 201)
    expect(refusalOf(await settle(disputed, '2.50'))).toEqual([409, 'dispute_open'])
    const request = { reviewer: { name: 'Ana' }, question, dispute_id: dispute.id }
    review = await taken<RequestedReview>(`${about}/reviews`, { key, body: request }, 201)
    expect((await readDispute()).status).toBe('open')
    await taken(`reviews/${review.id}/consent`, { method: 'POST', key: buyer }, 200)
    expect((await readDispute()).status).toBe('under_review')
  })

  test('the reviewer overturns the receipt on the page of the link, and the new receipt is paid', async () => {
    expect(await decideOnPage(review, conditionId)).toContain('A new receipt has replaced')
    const decided = await taken<ReviewView>(`reviews/${review.id}`, { key: buyer }, 200)
    expect(decided).toMatchObject({ status: 'overturned', standing: 'binding', effect: 'superseded' })
    replacement = decided.replacement_receipt_id ?? ''
    const resolution = { outcome: 'corrected', by: 'review', replacement_receipt_id: replacement }
    expect(await readDispute()).toMatchObject({ status: 'resolved_corrected', resolution })
    expect(await readSpool(id)).toMatchObject({
      ...{ latest_receipt_id: replacement, settlement_eligible: true, open_disputes: [] },
    })
    const old = await taken<ReceiptStatusV1>(`receipts/${disputed}/status`, { key: buyer }, 200)
    expect([old.status, old.advisories.at(-1)?.replacement_receipt_id]).toEqual(['corrected', replacement])
    const { receipt } = await taken<ReceiptRecord>(`receipts/${replacement}`, { key: provider.apiKey }, 200)
    expect(receipt).toMatchObject({ supersedes: disputed, amounts: { earned: '5.00' } })
    expect(desk.check(JSON.stringify(receipt))).toMatchObject({ code: 0 })
    expect((await settle(replacement, '5.00')).status).toBe(201)
  })

  test('both parties read the same history of it', async () => {
    const eventsOf = (key: string) => taken<SpoolEventView[]>(`spools/${id}/events`, { key }, 200)
    const [seen, seenByProvider] = await Promise.all([eventsOf(buyer), eventsOf(provider.apiKey)])
    expect(seenByProvider.map((event) => event.id)).toEqual(seen.map((event) => event.id))
    const ofCases = /^(?:claims|discrepancy|dispute|review)\.|^receipt\.superseded$/
    expect(seen.map(({ type }) => type).filter((type) => ofCases.test(type))).toEqual(history)
  })

  test('for an account that is no party nothing of it exists', async () => {
    const ofSpool = ['', '/facts', '/claims', '/matches', '/discrepancies', '/events']
    const hidden: [method: string, path: string, body?: object][] = [
      ...ofSpool.map((path): [string, string] => ['GET', `spools/${id}${path}`]),
      ['GET', `sources/${source.id}`],
      ['POST', `sources/${source.id}/pause`],
      ['POST', `spools/${id}/match`, {}],
      ['POST', `spools/${id}/claims`, { claims }],
      ['POST', `spools/${id}/discrepancies`, wrong],
      ['GET', `discrepancies/${block.id}`],
      ['POST', `discrepancies/${block.id}/dismiss`, { note: 'No.' }],
      ['GET', `disputes/${dispute.id}`],
      ['POST', `disputes/${dispute.id}/respond`, { answer: 'accept' }],
      ['GET', `reviews/${review.id}`],
      ['POST', `reviews/${review.id}/consent`],
      ['GET', `receipts/${replacement}`],
    ]
    const answers = hidden.map(async ([method, path, body]) => {
      const { status } = await send(`/api/v1/${path}`, { method, key: stranger, ...(body && { body }) })
      return `${method} ${path} ${status}`
    })
    expect(await Promise.all(answers)).toEqual(hidden.map(([method, path]) => `${method} ${path} 404`))
  })
})

/** What the two parties read of their cases afterwards. */
const history = [
  'claims.recorded',
  'claims.matched',
  'discrepancy.opened',
  'discrepancy.opened',
  'claims.matched',
  'discrepancy.opened',
  'discrepancy.proposed',
  'discrepancy.resolved',
  'dispute.opened',
  'review.requested',
  'review.consented',
  'dispute.under_review',
  'review.overturned',
  'receipt.superseded',
  'dispute.resolved',
]
