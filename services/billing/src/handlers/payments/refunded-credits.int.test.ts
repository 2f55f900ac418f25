import { refusalOfPending } from '@outturn/testkit/refusals'
import { hash, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { stripeBook } from '../../adapters/stripe-book.ts'
import type { BillingDeps } from '../../deps.ts'
import { chargeVerifiedRun } from '../../flows/charge-verified-run.ts'
import { voidReservation } from '../../flows/void-reservation.ts'
import { readDriftingAccounts, readLedgerTotals } from '../../store/balances.ts'
import { accountId, grant, runId, send, testBilling, verifiedRun } from '../../testing/open-billing.ts'
import { openMpp, payment as cardPayment } from '../../testing/open-mpp.ts'
import { KeptDeliveries, openLane, paymentRig, refusalOf } from '../../testing/payments.ts'
import { handleBuyPackByMpp } from '../packs/buy-pack-by-mpp.ts'
import { handleBuyPackByX402 } from '../packs/buy-pack-by-x402.ts'
import { handleReadBalance } from '../read-balance.ts'
import { handleReserveRun } from '../reserve-run.ts'
import { handleListPaymentAnomalies } from './list-payment-anomalies.ts'
import { handleNoteRefund } from './note-refund.ts'
import { handleReconcilePayments } from './reconcile-payments.ts'
import { handleShowPayment } from './show-payment.ts'

// Credits end with their money, whether a card or a wallet paid for them.

const database = await testBilling()
const rig = await paymentRig()
const { stripe, lane: cardLane } = await openMpp()
const clock = { now: () => new Date() }
const deliveries: KeptDeliveries = new KeptDeliveries(() => billing)
const payments = { x402: await openLane(rig.settings), deliveries, clock }
const opened = database.open({ payments, mpp: cardLane() })
const books = [stripeBook(opened.deps.pool, { secretKey: stripe.secretKey, url: stripe.url }, -5_000)]
const billing: BillingDeps = { ...opened.deps, books }
const other = database.open({ payments, mpp: cardLane() }).deps

const context = (commandId = randomUUID()) => {
  const now = new Date()
  const principal = { kind: 'operator', name: 'alice' } as const
  return { principal, commandId, now, deadline: now.getTime() + 30_000 }
}
const balanceOf = (account: string) => send(handleReadBalance(billing), { accountId: account }, context())
const reserve = (account: string, name: string, on = billing) =>
  send(
    handleReserveRun(on),
    { runId: runId(name), accountId: account, freeTextCompiles: 0, keyId: null, useCase: 'dataset' },
    context(),
  )
const verified = (account: string, name: string) =>
  chargeVerifiedRun(billing, verifiedRun(name, account), null, new Date())
const refund = (reference: string, cents: number, refundReference: string = randomUUID(), on = billing) =>
  send(
    handleNoteRefund(on),
    { reference, amountMicros: String(cents * 10_000), refundReference, reason: 'sent back' },
    context(),
  )

async function payByCard(account: string): Promise<string> {
  const ask = (credential: string | null) =>
    send(
      handleBuyPackByMpp(billing),
      { accountId: account, request: { pack_cents: 500 }, credential },
      context(),
    )
  const header = (await refusalOfPending(ask(null))).options.headers?.['www-authenticate'] ?? ''
  return (await ask(cardPayment(header, stripe.grantToken({ amountCents: 500 })))).accepted.purchase_id
}

async function payByWallet(account: string): Promise<string> {
  const request = { pack_cents: 500 as const }
  const bodyDigest = hash('sha256', JSON.stringify(request))
  const ask = (payment: string | null) =>
    send(handleBuyPackByX402(billing), { accountId: account, request, bodyDigest, payment }, context())
  const challenge = (await refusalOf(ask(null))).options.headers?.['payment-required'] ?? ''
  return (await ask(await (await rig.payer(5_000_000n)).pay(challenge))).accepted.purchase_id
}

const lanes = [
  ['card', payByCard],
  ['wallet', payByWallet],
] as const

describe.each(lanes)('a pack that was bought by %s and is refunded', (rail, pay) => {
  test('cannot be spent any more', async () => {
    const account = accountId(`unspent ${rail}`)
    const purchase = await pay(account)
    expect(await refund(purchase, 500)).toMatchObject({
      leftMicros: '0',
      takenBackMicros: '5000000',
      owedMicros: '0',
    })
    expect(await balanceOf(account)).toMatchObject({ available_micros: '0', owed_micros: '0', grants: [] })
    expect((await refusalOfPending(reserve(account, `unspent ${rail}`))).code).toBe('credits_required')
    expect(
      (await send(handleShowPayment(billing), { reference: purchase }, context())).transfers,
    ).toMatchObject([{ kind: 'grant' }, { kind: 'refund' }, { kind: 'refund_credits' }])
  })

  test('leaves what was spent as a debt, which the next credits pay first', async () => {
    const account = accountId(`spent ${rail}`)
    const purchase = await pay(account)
    await reserve(account, `spent ${rail}`)
    await verified(account, `spent ${rail}`)
    expect(await refund(purchase, 500)).toMatchObject({ takenBackMicros: '4900000', owedMicros: '100000' })
    expect(await balanceOf(account)).toMatchObject({ available_micros: '0', owed_micros: '100000' })
    await grant(billing, account, 4, { commandId: `first after ${rail}` })
    expect(await balanceOf(account)).toMatchObject({ available_micros: '0', owed_micros: '60000' })
    await pay(account)
    expect(await balanceOf(account)).toMatchObject({ available_micros: '4940000', owed_micros: '0' })
  })

  test('in parts is taken back in parts, and by two notes at once no more than was paid', async () => {
    const account = accountId(`parts ${rail}`)
    const purchase = await pay(account)
    expect(await refund(purchase, 200)).toMatchObject({ takenBackMicros: '2000000', leftMicros: '3000000' })
    expect(await balanceOf(account)).toMatchObject({ available_micros: '3000000' })
    const answers = await Promise.allSettled([
      refund(purchase, 300, randomUUID(), billing),
      refund(purchase, 300, randomUUID(), other),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await balanceOf(account)).toMatchObject({ available_micros: '0', owed_micros: '0' })
  })

  test('while runs are reserved: what comes back of them pays the debt, and what is posted is owed', async () => {
    const account = accountId(`reserved ${rail}`)
    const purchase = await pay(account)
    await Promise.all(['a', 'b'].map((name) => reserve(account, `${name} reserved ${rail}`)))
    expect(await refund(purchase, 500)).toMatchObject({ takenBackMicros: '4800000', owedMicros: '200000' })
    await voidReservation(
      billing,
      { runId: runId(`a reserved ${rail}`), accountId: account },
      null,
      new Date(),
    )
    await verified(account, `b reserved ${rail}`)
    expect(await balanceOf(account)).toMatchObject({
      available_micros: '0',
      held_micros: '0',
      owed_micros: '100000',
    })
  })

  test('in a race with runs balances the books in either order', async () => {
    const account = accountId(`raced ${rail}`)
    const purchase = await pay(account)
    const names = Array.from({ length: 8 }, (_, index) => `raced ${rail} ${index}`)
    const [refunded, ...runs] = await Promise.allSettled([
      refund(purchase, 500),
      ...names.map((name, index) => reserve(account, name, index % 2 === 0 ? billing : other)),
    ])
    expect(refunded?.status).toBe('fulfilled')
    const held = runs.filter(({ status }) => status === 'fulfilled').length
    expect(await balanceOf(account)).toMatchObject({
      available_micros: '0',
      owed_micros: String(held * 100_000),
      held_micros: String(held * 100_000),
    })
  })
})

describe('what the processor gave back', () => {
  const reconcile = () => send(handleReconcilePayments(billing), { reason: 'a test' }, context())
  const anomalies = (isOpen = true) =>
    send(handleListPaymentAnomalies(billing), { isOpen, limit: 100 }, context())
  const chargedAs = async (purchase: string) =>
    (await send(handleShowPayment(billing), { reference: purchase }, context())).payments[0]?.reference ?? ''
  /** The whole day is compared anew. */
  async function compareAll() {
    const dayAgo = Math.floor(Date.now() / 1_000) - 86_400
    await billing.pool.query(`update payment_reconciliation set compared_to = $1 where rail = 'mpp'`, [
      dayAgo,
    ])
    await reconcile()
  }

  test('is listed until its refund is noted, which takes the credits back', async () => {
    const account = accountId('refunded at the processor')
    const purchase = await payByCard(account)
    const id = stripe.refund(await chargedAs(purchase), 200)
    await compareAll()
    await compareAll()
    const [found, ...others] = await anomalies()
    expect(others).toEqual([])
    expect(found).toMatchObject({
      kind: 'refunded',
      paymentId: purchase,
      reference: id,
      amountMicros: '2000000',
    })
    // By the anomaly itself, as the list shows it.
    expect(await refund(found?.id ?? '', 200, id)).toMatchObject({
      subject: purchase,
      takenBackMicros: '2000000',
    })
    expect(await anomalies()).toEqual([])
    await compareAll()
    expect(await anomalies()).toEqual([])
    expect(await balanceOf(account)).toMatchObject({ available_micros: '3000000' })
  })

  test('and what a holder of a card disputes is listed, until the dispute is won or noted', async () => {
    const [lost, won] = [await payByCard(accountId('lost')), await payByCard(accountId('won'))]
    const [lostId, wonId] = [stripe.dispute(await chargedAs(lost)), stripe.dispute(await chargedAs(won))]
    await compareAll()
    expect(new Set((await anomalies()).map(({ kind, reference }) => `${kind} ${reference}`))).toEqual(
      new Set([`disputed ${lostId}`, `disputed ${wonId}`]),
    )
    stripe.decideDispute(wonId, 'won')
    stripe.decideDispute(lostId, 'lost')
    await compareAll()
    expect((await anomalies()).map(({ reference }) => reference)).toEqual([lostId])
    await refund(lost, 500, lostId)
    await compareAll()
    expect(await anomalies()).toEqual([])
    expect(await balanceOf(accountId('lost'))).toMatchObject({ available_micros: '0' })
    expect(await balanceOf(accountId('won'))).toMatchObject({ available_micros: '5000000' })
  })
})

test('afterwards the ledger sums to zero, and every account has what the ledger says', async () => {
  const { sumMicros, accounts } = await readLedgerTotals(billing.db)
  expect(sumMicros).toBe('0')
  // What was sent back was taken from the credits, or is owed.
  expect(accounts).toContainEqual({ account: 'refunded:mpp', balanceMicros: '0' })
  expect(accounts).toContainEqual({ account: 'refunded:x402', balanceMicros: '0' })
  expect(await readDriftingAccounts(billing.db)).toEqual([])
})
