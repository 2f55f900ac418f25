import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http'
import { hash, randomUUID } from 'node:crypto'
import type { Payer } from '@outturn/local-servers/payments'
import { describe, expect, test } from 'vitest'
import type { BillingDeps } from '../../deps.ts'
import type { PaymentLane } from '../../domain/payments/lane.ts'
import { readDriftingAccounts, readLedgerTotals } from '../../store/balances.ts'
import { finishPayments } from '../../sweepers/finish-payments.ts'
import { MortalProcess } from '@outturn/testkit'
import { broadcast } from '../../testing/authorizations.ts'
import { accountId, send, testBilling } from '../../testing/open-billing.ts'
import {
  buy as buyVerification,
  deliveryRequest,
  KeptDeliveries,
  openLane,
  paymentRig,
  toldAtOnce,
  refusalOf,
} from '../../testing/payments.ts'
import { handleBuyPackByX402 } from './buy-pack-by-x402.ts'
import { handleReadBalance } from '../read-balance.ts'

const { open } = await testBilling()
const rig = await paymentRig()
const lane = await openLane(rig.settings)
const now = { now: () => new Date() }
/** Past the lease of a process that ended. */
const later = { now: () => new Date(Date.now() + 20_000) }
const deliveries = new KeptDeliveries(() => billing)
const billing: BillingDeps = open({ payments: { x402: lane, deliveries, clock: now } }).deps
const heir: BillingDeps = open({ payments: { x402: lane, deliveries, clock: later } }).deps

type Pack = 500 | 1_000 | 2_000
type Ask = {
  account: string
  packCents?: Pack
  payment?: string | null
  commandId?: string
  on?: BillingDeps
  waitMs?: number
}

/** What is the same for every repetition of an answer. */
async function buy(ask: Ask) {
  const { accepted, paymentResponse } = await buyOnce(ask)
  return { accepted, paymentResponse }
}

async function buyOnce({
  account,
  packCents = 500,
  payment = null,
  commandId = randomUUID(),
  on = billing,
  waitMs = 45_000,
}: Ask) {
  const request = { pack_cents: packCents }
  const bodyDigest = hash('sha256', JSON.stringify(request))
  const at = on.clock.now()
  const context = { now: at, deadline: at.getTime() + waitMs, commandId }
  return send(handleBuyPackByX402(on), { accountId: account, request, bodyDigest, payment }, context)
}

async function payFor(account: string, payer: Payer, packCents: Pack = 500): Promise<string> {
  const refusal = await refusalOf(buy({ account, packCents }))
  expect(refusal.code).toBe('payment_required_x402')
  return payer.pay(refusal.options.headers?.['payment-required'] ?? '')
}

const balanceOf = (account: string) =>
  send(handleReadBalance(billing), { accountId: account }, { now: new Date() })
const wallet = () => rig.payer(100_000_000n)
const reasonOf = async (call: Promise<unknown>) => {
  const { code, options } = await refusalOf(call)
  return `${code} ${options.reason}`
}

describe('a pack is bought', () => {
  test('for its price, and its credits are in the ledger and the balance', async () => {
    const [account, payer] = [accountId('x402 pack'), await wallet()]
    const refusal = await refusalOf(buy({ account, packCents: 1_000 }))
    const challenge = decodePaymentRequiredHeader(refusal.options.headers?.['payment-required'] ?? '')
    expect(challenge).toMatchObject({
      x402Version: 2,
      resource: { url: 'https://outturn.example/api/v1/credits/packs/x402' },
      accepts: [{ network: 'eip155:8453', amount: '10000000', extra: { name: 'USD Coin', version: '2' } }],
    })
    const payment = await payer.pay(refusal.options.headers?.['payment-required'] ?? '')
    const { accepted, paymentResponse } = await buy({ account, packCents: 1_000, payment })
    expect(accepted).toMatchObject({ status: 'payment_accepted', pack_cents: 1_000 })
    expect(decodePaymentResponseHeader(paymentResponse)).toMatchObject({ success: true, amount: '10000000' })
    expect(await rig.paidBy(payer)).toBe(10_000_000n)
    expect(await balanceOf(account)).toMatchObject({
      available_micros: '10000000',
      pending_purchases: [],
      grants: [{ source: 'pack_x402', original_micros: '10000000', expires_at: null }],
    })
  })

  test('once, however often and by how many at once its payment is sent, and all get the same answer', async () => {
    const [account, payer] = [accountId('x402 raced'), await wallet()]
    const payment = await payFor(account, payer)
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => buy({ account, payment, on: index % 2 ? heir : billing })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(await rig.paidBy(payer)).toBe(5_000_000n)
    expect((await balanceOf(account)).available_micros).toBe('5000000')
  })

  test('once under one idempotency key, by whatever authorizations, one after the other and at once', async () => {
    const [account, commandId] = [accountId('x402 key'), randomUUID()]
    const payers = await Promise.all(Array.from({ length: 4 }, wallet))
    const [first = '', ...others] = await Promise.all(payers.map((payer) => payFor(account, payer)))
    const { isReplayed, ...bought } = await buyOnce({ account, payment: first, commandId })
    expect(isReplayed).toBe(false)
    const again = { account, payment: others[0] as string, commandId }
    expect(await buyOnce(again)).toEqual({ ...bought, isReplayed: true })
    // Also before it is asked to pay again.
    expect(await buyOnce({ account, commandId })).toEqual({ ...bought, isReplayed: true })
    const raced = randomUUID()
    const answers = await Promise.all(
      others.map((payment, index) =>
        buy({ account, payment, commandId: raced, on: index % 2 ? heir : billing }),
      ),
    )
    expect(new Set(answers.map(({ accepted }) => accepted.purchase_id)).size).toBe(1)
    const paid = await Promise.all(payers.map((payer) => rig.paidBy(payer)))
    expect(paid.reduce((sum, micros) => sum + micros, 0n)).toBe(10_000_000n)
    expect((await balanceOf(account)).available_micros).toBe('10000000')
    const larger = await payFor(account, await wallet(), 2_000)
    expect(await reasonOf(buy({ account, packCents: 2_000, payment: larger, commandId }))).toBe(
      'conflict idempotency_key_reused',
    )
  })

  test('under the same idempotency key where nothing was taken for it', async () => {
    const [account, commandId, poor] = [accountId('x402 again'), randomUUID(), await rig.payer(4_999_999n)]
    const call = buy({ account, payment: await payFor(account, poor), commandId })
    expect((await refusalOf(call)).code).toBe('payment_failed_x402')
    const payment = await payFor(account, await wallet())
    expect((await buy({ account, payment, commandId })).accepted.status).toBe('payment_accepted')
  })

  test('also when its payment comes after another has bought under the same idempotency key', async () => {
    const [account, commandId, payer] = [accountId('x402 late'), randomUUID(), await rig.payer(5_000_000n)]
    const first = await payFor(account, payer)
    const emptied: PaymentLane = {
      ...lane,
      async settle(signed) {
        await rig.chain.fund(payer.account.address, 0n)
        return lane.settle(signed)
      },
    }
    const on = open({ payments: { x402: emptied, deliveries, clock: now } }).deps
    expect((await refusalOf(buy({ account, payment: first, commandId, on }))).options.reason).toBe(
      'payment_refused',
    )
    const second = await payFor(account, await wallet())
    const bought = await buy({ account, payment: second, commandId })
    await rig.chain.fund(payer.account.address, 5_000_000n)
    await broadcast(rig.chain, first)
    const late = await buy({ account, payment: first, commandId })
    expect(late.accepted.purchase_id).not.toBe(bought.accepted.purchase_id)
    expect((await balanceOf(account)).available_micros).toBe('10000000')
    expect(await buy({ account, payment: await payFor(account, payer), commandId })).toEqual(bought)
  })

  test('again by another authorization once the first has ended', async () => {
    const [account, payer] = [accountId('x402 twice'), await wallet()]
    const bought = [await payFor(account, payer), await payFor(account, payer)]
    const purchases = []
    for (const payment of bought) purchases.push((await buy({ account, payment })).accepted.purchase_id)
    expect(new Set(purchases).size).toBe(2)
    expect((await balanceOf(account)).available_micros).toBe('10000000')
  })
})

describe('nothing is credited for', () => {
  test('a payment of another pack, another account or another operation, before it is used and after', async () => {
    const [account, thief] = [accountId('x402 owner'), accountId('x402 thief')]
    const payer = await wallet()
    const payment = await payFor(account, payer)
    expect((await refusalOf(buy({ account, packCents: 2_000, payment }))).code).toBe('payment_required_x402')
    await buy({ account, payment })
    expect(await reasonOf(buy({ account, packCents: 2_000, payment }))).toBe('conflict payment_reused')
    expect(await reasonOf(buy({ account: thief, payment }))).toBe('conflict payment_reused')
    const request = deliveryRequest('paid with the payment of a pack')
    expect(await reasonOf(buyVerification(billing, { request, payment }))).toBe('conflict payment_reused')
    expect((await balanceOf(thief)).available_micros).toBe('0')
    expect(await rig.paidBy(payer)).toBe(5_000_000n)
  })

  test('a wallet that cannot pay', async () => {
    const [account, payer] = [accountId('x402 poor'), await rig.payer(4_999_999n)]
    const payment = await payFor(account, payer)
    expect((await refusalOf(buy({ account, payment }))).code).toBe('payment_failed_x402')
    expect(await balanceOf(account)).toMatchObject({ available_micros: '0', pending_purchases: [] })
  })

  test('a deployment that takes no payments', async () => {
    const off = open().deps
    expect(await reasonOf(buy({ account: accountId('x402 off'), on: off }))).toBe(
      'not_found payment_lane_off',
    )
  })
})

test('a payment whose answer is lost is credited by the sweeper, and until then it is pending', async () => {
  const [account, payer] = [accountId('x402 lost'), await wallet()]
  const payment = await payFor(account, payer)
  const blind: PaymentLane = { ...lane, facts: () => Promise.reject(new Error('the chain is away')) }
  const on = open({ payments: { x402: blind, deliveries, clock: now } }).deps
  const refusal = await refusalOf(buy({ account, payment, on, waitMs: 2_500 }))
  expect([refusal.code, refusal.options.headers?.['payment-required']]).toEqual([
    'payment_failed_x402',
    undefined,
  ])
  expect(await rig.paidBy(payer)).toBe(5_000_000n)
  expect(await balanceOf(account)).toMatchObject({
    available_micros: '0',
    pending_micros: '5000000',
    pending_purchases: [{ rail: 'x402', pack_cents: 500, status: 'charging' }],
  })
  await finishPayments(heir, later.now())
  expect(await balanceOf(account)).toMatchObject({ available_micros: '5000000', pending_purchases: [] })
  expect((await buy({ account, payment })).accepted.status).toBe('payment_accepted')
  expect(await rig.paidBy(payer)).toBe(5_000_000n)
})

/** Pays in a process that ends after so many instructions. */
async function payIn(endsAfter: number, name: string) {
  const [account, payer] = [accountId(name), await wallet()]
  const payment = await payFor(account, payer)
  const process = new MortalProcess(endsAfter)
  const payments = { x402: process.mortal<PaymentLane>(lane, toldAtOnce), deliveries, clock: now }
  const mortal = open({ payments, seen: (pool) => process.pool(pool) }).deps
  await buy({ account, payment, on: mortal }).catch((error: unknown) => {
    if (!process.hasEnded) throw error
  })
  return { account, payer, payment, instructions: process.count }
}

const { instructions } = await payIn(Number.POSITIVE_INFINITY, 'x402 whole')

const boundaries = Array.from({ length: instructions }, (_, index) => index + 1)

test.each(boundaries)('its process ends after instruction %i: paid once and credited once', async (at) => {
  const { account, payer, payment } = await payIn(at, `x402 ends after ${at}`)
  if (at % 2 === 0) await finishPayments(heir, later.now())
  const answer = await buy({ account, payment, on: heir })
  expect(await buy({ account, payment, on: heir })).toEqual(answer)
  expect(await rig.paidBy(payer)).toBe(5_000_000n)
  expect((await balanceOf(account)).available_micros).toBe('5000000')
})

test('afterwards the chain and the ledger have the same money', async () => {
  const { sumMicros, accounts } = await readLedgerTotals(billing.db)
  const received = await rig.chain.balanceOf(rig.settings.payTo as `0x${string}`)
  const booked = accounts.find(({ account }) => account === 'payments:x402')?.balanceMicros
  expect([sumMicros, booked]).toEqual(['0', String(-received)])
  expect(await readDriftingAccounts(billing.db)).toEqual([])
})
