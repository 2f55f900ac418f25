import type { Quote } from '@outturn/agreement'
import { readFileSync } from 'node:fs'
import type {
  DisputeView,
  ReceiptStatusV1,
  RequiredLeg,
  SpoolEventView,
  SpoolView,
  VerifiedSpool,
} from '@outturn/contracts'
import { connectChain, type Payer, payerOf } from '@outturn/local-servers/payments'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, created } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const chain = connectChain(inject('walletChain'))
let operator: Operator
let buyerKey: string
let sellerKey: string
let sellerAccount: string

beforeAll(async () => {
  operator = await connectOperator(system)
  buyerKey = (await operator.openAccount({ included: 100 })).apiKey
  const seller = await operator.openAccount({ included: 100 })
  ;[sellerKey, sellerAccount] = [seller.apiKey, seller.accountId]
})
afterAll(() => operator.close())

const mode = { settlement_mode: 'direct_eip3009', direct_signer: 'principal_runtime' }
const wallet = ({ account }: Payer) => `wallet:eip155:42431:${account.address}`
const read = (id: string, key: string) => send<SpoolView>(`/api/v1/spools/${id}`, { key })

const aurora = { name: 'Aurora Robotics', website: 'https://aurora.example' }

async function deliver(spool: SpoolView, rows: object[]): Promise<void> {
  const evidence = { condition_id: spool.conditions[0]?.id, type: 'dataset', source: 'export' }
  await acted(send, sellerKey, `${spool.id}/evidence`, { ...evidence, metadata: { rows } })
}

/** Agent work between two wallets, accepted and delivered: one row of two, so that half of 5.00 is earned. */
async function delivered(buyer: Payer, seller: Payer | null, finality: object = { mode: 'first_verdict' }) {
  const spool = await created(send, buyerKey, {
    type: 'agent_task',
    finality: finality as { mode: 'open' },
    parties: [
      { role: 'buyer', kind: 'agent', display_name: 'Acme', settlement_address: wallet(buyer) },
      {
        role: 'seller',
        kind: 'agent',
        display_name: 'LeadBot',
        account_id: sellerAccount,
        ...(seller !== null && { settlement_address: wallet(seller) }),
      },
    ],
  })
  const quote = await acted<Quote>(send, buyerKey, `${spool.id}/quote`)
  await acted(send, sellerKey, `${spool.id}/accept`, { quote_digest: quote.quote_digest })
  await deliver(spool, [aurora, { name: 'Cobalt Freight' }])
  return { spool, quote }
}

async function signatures(buyer: Payer, legs: readonly RequiredLeg[]) {
  const signed = legs.map(async ({ leg, nonce, typed_data: data }) => ({
    leg,
    nonce,
    signature: await buyer.account.signTypedData(data as never),
  }))
  return { legs: await Promise.all(signed) }
}

async function reached(id: string, settlement: string): Promise<SpoolView> {
  const seen = async () => (await read(id, buyerKey)).json
  await expect.poll(async () => (await seen()).status.settlement).toBe(settlement)
  return seen()
}

test('what agent work earned moves from the wallet of the buyer to that of the seller, once, and completes the Spool', async () => {
  const [buyer, seller] = [payerOf(), payerOf()]
  await chain.fund(buyer.account.address, 10_000_000n)
  const { spool, quote } = await delivered(buyer, seller)
  expect(spool.lane).toMatchObject({ funding: 'wallet_authority', payout_setup_required: false })

  const seenBefore = (await read(spool.id, buyerKey)).json
  expect(seenBefore.economics.allowed_actions).toContain('commit')
  const committed = await acted<SpoolView>(send, buyerKey, `${spool.id}/commit`, mode)
  expect([committed.status.settlement, committed.economics.allowed_actions.includes('commit')]).toEqual([
    'committed',
    false,
  ])
  const verified = await acted<VerifiedSpool>(send, buyerKey, `${spool.id}/verify`)
  expect(verified).toMatchObject({ earned_cents: 250, terminal: true, status: { outcome: 'active' } })

  const asked = await reached(spool.id, 'awaiting_signature')
  const legs = asked.next_step.required_legs ?? []
  const fee = Math.floor((quote.service_fee.estimated_cents * 250) / 500)
  expect(asked.next_step).toMatchObject({ type: 'sign_settlement', actor: 'buyer' })
  expect(legs.map(({ leg, amount_cents: cents }) => [leg, cents])).toEqual([
    ['seller', 250],
    ['fee', fee],
  ])
  const shared = await send<SpoolView>(`/s/${spool.share_id}`, { headers: { accept: 'application/json' } })
  expect(shared.text).not.toContain('typed_data')

  const path = `/api/v1/spools/${spool.id}/settlement/signatures`
  const body = await signatures(buyer, legs)
  const byOthers = await Promise.all([
    send(path, { key: sellerKey, body }),
    send(path, { key: (await operator.openAccount()).apiKey, body }),
    send(path, { key: buyerKey, body: await signatures(seller, legs) }),
  ])
  expect(byOthers.map(({ status, json }) => `${status} ${json.code}`)).toEqual([
    '403 forbidden',
    '404 spool_not_found',
    '422 validation_failed',
  ])
  const signed = await send<SpoolView>(path, { key: buyerKey, body })
  expect([signed.status, signed.json.next_step.type]).toEqual([200, 'settle'])

  const settled = await reached(spool.id, 'settled')
  expect([settled.status.outcome, settled.next_step.type]).toEqual(['completed', 'terminal'])
  expect(await chain.balanceOf(seller.account.address)).toBe(2_500_000n)
  const left = 10_000_000n - 2_500_000n - BigInt(fee) * 10_000n
  expect(await chain.balanceOf(buyer.account.address)).toBe(left)

  const again = await send<SpoolView>(path, { key: buyerKey, body })
  expect([again.status, again.json.status.settlement]).toEqual([200, 'settled'])
  expect(await chain.balanceOf(buyer.account.address)).toBe(left)
  const events = (await send<SpoolEventView[]>(`/api/v1/spools/${spool.id}/events`, { key: buyerKey })).json
  expect(
    events.map(({ type }) => type).filter((type) => /^(settlement\.|spool\.completed)/.test(type)),
  ).toEqual([
    'settlement.committed',
    'settlement.released',
    'settlement.signature_requested',
    'settlement.signed',
    'settlement.leg_paid',
    'settlement.leg_paid',
    'settlement.settled',
    'spool.completed',
  ])
})

test('a commitment after the verdict is released at once, and one without a wallet to pay to is refused', async () => {
  const [buyer, seller] = [payerOf(), payerOf()]
  await chain.fund(buyer.account.address, 10_000_000n)
  const { spool } = await delivered(buyer, seller)
  await acted(send, buyerKey, `${spool.id}/verify`)
  const path = `/api/v1/spools/${spool.id}/commit`
  const refusals = await Promise.all([
    send(path, { method: 'POST', key: buyerKey }),
    send(path, { key: buyerKey, body: { settlement_mode: 'direct_eip3009' } }),
    send(path, { key: buyerKey, body: { settlement_mode: 'unattended_outcome_settlement' } }),
    send(path, { key: buyerKey, body: { payment_method: 'pm_1' } }),
  ])
  expect(refusals.map(({ status, json }) => `${status} ${json.code} ${json.field ?? json.reason}`)).toEqual([
    '422 validation_failed settlement_mode',
    '422 validation_failed direct_signer',
    '409 settlement_unavailable no_spend_permission',
    '422 validation_failed payment_method',
  ])
  await acted(send, buyerKey, `${spool.id}/commit`, mode)
  const { next_step: next } = await reached(spool.id, 'awaiting_signature')
  expect(next.required_legs?.[0]?.amount_cents).toBe(250)

  const { spool: unpayable } = await delivered(buyer, null)
  expect(unpayable.lane).toMatchObject({ payout_setup_required: true, payout_setup_before: 'funding' })
  const refused = await send(`/api/v1/spools/${unpayable.id}/commit`, { key: buyerKey, body: mode })
  expect([refused.status, refused.json.code]).toEqual([409, 'payout_destination_required'])
})

/** The time of the disputes of a Spool is over, as far as the records say. */
async function passDeadlines(spoolId: string): Promise<void> {
  const database = new Client({ connectionString: readFileSync(system.database_url_file, 'utf8').trim() })
  await database.connect()
  await database.query(
    `update spool.spool set due_at = now(), standing = jsonb_set(standing::jsonb, '{disputes,0,deadline}', to_jsonb($2::text))::json
     where id = $1`,
    [spoolId, new Date().toISOString()],
  )
  await database.end()
}

test('a dispute before the final verdict keeps what was earned from being paid until its deadline, and then it is paid', async () => {
  const [buyer, seller] = [payerOf(), payerOf()]
  await chain.fund(buyer.account.address, 10_000_000n)
  const { spool } = await delivered(buyer, seller, { mode: 'open' })
  await acted<SpoolView>(send, buyerKey, `${spool.id}/commit`, mode)
  const { receipt } = await acted<VerifiedSpool>(send, buyerKey, `${spool.id}/verify`)
  const path = `/api/v1/receipts/${receipt?.id}/disputes`
  const body = { reason: 'quality', detail: 'The second company is missing.', requested: 're_verify' }
  const strangerKey = (await operator.openAccount()).apiKey
  const opened = await send<DisputeView>(path, {
    key: buyerKey,
    body,
    headers: { 'idempotency-key': spool.id },
  })
  expect([opened.status, opened.json.status, opened.json.holds_settlement]).toEqual([201, 'open', true])
  const again = await Promise.all([
    send<DisputeView>(path, { key: buyerKey, body, headers: { 'idempotency-key': spool.id } }),
    send(path, { key: buyerKey, body }),
    send(path, { key: strangerKey, body }),
    send(path, { key: sellerKey, body: { ...body, units: [3] } }),
    send(path, { key: sellerKey, body: { ...body, detail: 'x'.repeat(2_001) } }),
    send(path, { key: sellerKey, body: { ...body, reason: 'dislike' } }),
    send(`/api/v1/disputes/${opened.json.id}`, { key: strangerKey }),
    send<DisputeView>(`/api/v1/disputes/${opened.json.id}`, { key: sellerKey }),
  ])
  expect(again.map(({ status, json }) => `${status} ${'code' in json ? json.code : json.id}`)).toEqual([
    `201 ${opened.json.id}`,
    '409 conflict',
    '404 not_found',
    '422 validation_failed',
    '400 validation_failed',
    '400 validation_failed',
    '404 not_found',
    `200 ${opened.json.id}`,
  ])

  await deliver(spool, [aurora, { name: 'Cobalt Freight', website: 'https://cobalt.example' }])
  const status = async () =>
    (await send<ReceiptStatusV1>(`/api/v1/receipts/${receipt?.id}/status`, {})).json.advisories
  await expect.poll(async () => (await status()).map(({ code }) => code)).toEqual(['disputed'])
  const verified = await acted<VerifiedSpool>(send, buyerKey, `${spool.id}/verify`)
  expect(verified).toMatchObject({
    ...{ earned_cents: 500, terminal: true, settlement_eligible: false, open_disputes: [opened.json.id] },
    status: { settlement: 'committed', outcome: 'active' },
    next_step: { type: 'settle', actor: 'none' },
  })
  await passDeadlines(spool.id)
  const asked = await reached(spool.id, 'awaiting_signature')
  const legs = await signatures(buyer, asked.next_step.required_legs ?? [])
  await send(`/api/v1/spools/${spool.id}/settlement/signatures`, { key: buyerKey, body: legs })
  expect((await reached(spool.id, 'settled')).status.outcome).toBe('completed')
  expect(await chain.balanceOf(seller.account.address)).toBe(5_000_000n)
  await expect.poll(async () => (await status()).map(({ code }) => code)).toEqual(['superseded'])
  const { json } = await send<DisputeView>(`/api/v1/disputes/${opened.json.id}`, { key: buyerKey })
  expect([json.status, json.timeline.map(({ type }) => type)]).toEqual(['expired', ['opened', 'expired']])
})
