import {
  dollarAbi,
  dollarAddress,
  localAccounts,
  paymentHeader,
  useAuthorization,
} from '@outturn/local-servers/payments'
import { refusalOfPending } from '@outturn/testkit/refusals'
import { beforeAll, describe, expect, test } from 'vitest'
import { stripeBook } from '../../adapters/stripe-book.ts'
import { x402Book } from '../../adapters/x402-book.ts'
import type { BillingDeps } from '../../deps.ts'
import { readLedgerTotals } from '../../store/balances.ts'
import { saveFindings } from '../../store/payments/anomalies.ts'
import { type Agreement, sweepReconciliation } from '../../sweepers/sweep-reconciliation.ts'
import { accountId, openBilling, send, testBilling } from '../../testing/open-billing.ts'
import { openMpp, payment as cardPayment } from '../../testing/open-mpp.ts'
import {
  buy,
  challengeOf,
  deliveryRequest,
  KeptDeliveries,
  openLane,
  paymentRig,
} from '../../testing/payments.ts'
import { payAtCheckout } from '../../testing/pay-checkout.ts'
import { handleBuyPackByMpp } from '../packs/buy-pack-by-mpp.ts'
import { handleExplainAnomaly } from './explain-anomaly.ts'
import { handleListPaymentAnomalies } from './list-payment-anomalies.ts'
import { handleListPayments } from './list-payments.ts'
import { handleNoteRefund } from './note-refund.ts'
import { handleReconcilePayments } from './reconcile-payments.ts'
import { handleShowPayment } from './show-payment.ts'

// What operators see and do about payments: both rails compared with the records, in both directions.

const database = await testBilling()
const rig = await paymentRig()
const { stripe, lane: cardLane } = await openMpp()
const lane = await openLane(rig.settings)
const clock = { now: () => new Date() }
const deliveries: KeptDeliveries = new KeptDeliveries(() => billing)
const opened = database.open({ payments: { x402: lane, deliveries, clock }, mpp: cardLane() })
const { pool } = opened.deps
const stripeAccess = { secretKey: stripe.secretKey, url: stripe.url }
/** Nothing has to become final here: the chain changes only where a test changes it. */
const books = [x402Book(pool, rig.settings, 0), stripeBook(pool, stripeAccess, -5_000)]
const billing: BillingDeps = { ...opened.deps, books }
/** The rights of the owner of the tables, for what no service may do. */
const owner = openBilling(database.urlOf('outturn_billing_owner'))

const operator = { kind: 'operator', name: 'alice' } as const
let commands = 0
const context = () => {
  commands += 1
  const now = new Date()
  return { principal: operator, commandId: `cmd_books_${commands}`, now, deadline: now.getTime() + 30_000 }
}
const reconcileNow = (on = billing) => send(handleReconcilePayments(on), { reason: 'a test' }, context())
const anomalies = (isOpen = true) =>
  send(handleListPaymentAnomalies(billing), { isOpen, limit: 100 }, context())
const kinds = async () => (await anomalies()).map(({ rail, kind }) => `${rail} ${kind}`).toSorted()

async function payByWallet(name: string) {
  const payer = await rig.payer()
  const request = deliveryRequest(name)
  const payment = await payer.pay(await challengeOf(billing, { request }))
  await buy(billing, { request, payment })
  const [row] = await listed()
  return { payer, request, payment, id: row?.id ?? '', transaction: row?.reference ?? '' }
}

async function payByCard(name: string, packCents: 500 | 1_000 = 500) {
  const ask = (credential: string | null) =>
    send(
      handleBuyPackByMpp(billing),
      { accountId: accountId(name), request: { pack_cents: packCents }, credential },
      { ...context(), principal: { kind: 'public' } },
    )
  const header = (await refusalOfPending(ask(null))).options.headers?.['www-authenticate'] ?? ''
  const { accepted } = await ask(cardPayment(header, stripe.grantToken({ amountCents: packCents })))
  return accepted.purchase_id
}

const listed = () => send(handleListPayments(billing), { rail: null, state: null, limit: 50 }, context())
const show = (reference: string) => send(handleShowPayment(billing), { reference }, context())

/** The payer, or anyone with coins, sends the payee money that no claim is for. */
async function sendStray(micros: bigint): Promise<string> {
  const client = rig.chain.client(localAccounts.payer)
  await rig.chain.fund(localAccounts.payer.address, micros)
  const hash = await client.writeContract({
    address: dollarAddress,
    abi: dollarAbi,
    functionName: 'transfer',
    args: [localAccounts.payee.address, micros],
  })
  await client.waitForTransactionReceipt({ hash })
  return hash
}

let wallet: Awaited<ReturnType<typeof payByWallet>>
let purchase = ''

beforeAll(async () => {
  await payAtCheckout(billing, accountId('books of a checkout'), 2_000)
  wallet = await payByWallet('books')
  purchase = await payByCard('books')
})

test('payments of both rails agree with the chain, the processor and the ledger', async () => {
  expect(await reconcileNow()).toEqual([
    expect.objectContaining({ rail: 'x402', state: 'done', openAnomalies: 0 }),
    expect.objectContaining({ rail: 'mpp', state: 'done', openAnomalies: 0 }),
  ])
})

test('a payment is shown with its transfers, by its id, its transaction and its purchase', async () => {
  for (const reference of [wallet.id, wallet.transaction]) {
    const { payments, transfers } = await show(reference)
    expect(payments).toEqual([
      expect.objectContaining({
        rail: 'x402',
        buys: 'verification',
        state: 'settled',
        amountMicros: '100000',
      }),
    ])
    expect(
      transfers.map(({ kind, debitAccount }) => `${kind} ${debitAccount.replace(/acc_.*/, '')}`),
    ).toEqual(['hold receivable:', 'payment payments:x402'])
  }
  const { payments, transfers } = await show(purchase)
  expect(payments).toEqual([expect.objectContaining({ rail: 'mpp', state: 'granted', refusedFor: null })])
  expect(transfers).toEqual([expect.objectContaining({ kind: 'grant', debitAccount: 'payments:mpp' })])
  expect((await refusalOfPending(show('pay_0'))).code).toBe('not_found')
  const open = send(handleListPayments(billing), { rail: 'x402', state: 'open', limit: 5 }, context())
  expect(await open).toEqual([])
})

describe('named, counted and closed', () => {
  test('money that came in for nothing, until an operator explains it', async () => {
    const hash = await sendStray(7n)
    await reconcileNow()
    const [found] = await anomalies()
    expect(found).toMatchObject({ rail: 'x402', kind: 'unclaimed', reference: hash, amountMicros: '7' })
    const explained = { anomalyId: found?.id ?? '', reason: 'our own transfer' }
    expect(await send(handleExplainAnomaly(billing), explained, context())).toMatchObject({
      closedBy: 'alice',
    })
    const again = send(handleExplainAnomaly(billing), explained, context())
    expect((await refusalOfPending(again)).options.reason).toBe('anomaly_closed')
    await reconcileNow()
    expect(await kinds()).toEqual([])
    expect((await show(found?.id ?? '')).notes).toMatchObject([
      { kind: 'explanation', reason: 'our own transfer', notedBy: 'alice' },
    ])
  })

  test('an authorization that was used without a call, until its money is sent back', async () => {
    const payer = await rig.payer()
    const payload = await payer.sign(await challengeOf(billing, { request: deliveryRequest('no call') }))
    await useAuthorization(rig.chain, payload)
    await reconcileNow()
    const [found] = await anomalies()
    expect(found).toMatchObject({
      kind: 'unclaimed',
      payer: payer.account.address.toLowerCase(),
      amountMicros: '100000',
    })
    const refund = (amountMicros: string, refundReference: string) =>
      send(
        handleNoteRefund(billing),
        { reference: found?.id ?? '', amountMicros, refundReference, reason: 'sent back' },
        context(),
      )
    expect((await refusalOfPending(refund('100001', '0xrefund'))).options.reason).toBe(
      'refund_exceeds_payment',
    )
    expect(await refund('100000', '0xrefund')).toMatchObject({ leftMicros: '0' })
    expect(await kinds()).toEqual([])
  })

  test('a transfer of nothing, which anyone can make in the name of anyone, is not', async () => {
    await sendStray(0n)
    await reconcileNow()
    expect(await kinds()).toEqual([])
  })

  test('a charge for a purchase that does not exist, and a second charge for one that does', async () => {
    const charge = async (purchaseId: string) => {
      const response = await fetch(`${stripe.url}/v1/payment_intents`, {
        method: 'POST',
        headers: { authorization: `Bearer ${stripe.secretKey}` },
        body: new URLSearchParams({
          amount: '500',
          currency: 'usd',
          confirm: 'true',
          shared_payment_granted_token: stripe.grantToken({ amountCents: 500 }),
          ...(purchaseId !== '' && { 'metadata[purchase_id]': purchaseId }),
        }),
      })
      expect(response.status).toBe(200)
    }
    // The account of the processor may be used for other things.
    await charge('')
    await charge('cpp_unknown')
    await charge(purchase)
    await allDay('mpp')
    expect(await kinds()).toEqual(['mpp paid_again', 'mpp unclaimed'])
    for (const { id } of await anomalies()) {
      await send(handleExplainAnomaly(billing), { anomalyId: id, reason: 'a test' }, context())
    }
  })

  test('a payment that the chain or the ledger does not have, until it has', async () => {
    const other = await payByWallet('lost')
    const change = (sql: string) => owner.deps.pool.query(sql, [other.id])
    await change(`update payment_claim set transaction = '0x${'e'.repeat(64)}' where id = $1`)
    await change(`update transfer set idempotency_key = idempotency_key || 'x' where idempotency_key = $1`)
    await reconcileNow()
    expect(await kinds()).toEqual([
      'x402 booked_unpaid',
      'x402 not_booked',
      'x402 not_received',
      'x402 paid_again',
    ])
    await change(`update payment_claim set transaction = '${other.transaction}' where id = $1`)
    await change(`update transfer set idempotency_key = $1 where idempotency_key = $1 || 'x'`)
    await reconcileNow()
    expect(await kinds()).toEqual([])
    expect((await show(other.id)).anomalies.map(({ closedBy }) => closedBy)).toContain('reconciliation')
  })

  test('what was refused after its work and has its money after all is settled by the comparison', async () => {
    const payer = await rig.payer()
    const request = deliveryRequest('late money')
    const payload = await payer.sign(await challengeOf(billing, { request }))
    const payment = paymentHeader(payload)
    deliveries.meanwhile = () => rig.chain.fund(payer.account.address, 0n)
    expect((await refusalOfPending(buy(billing, { request, payment }))).code).toBe('payment_failed_x402')
    await rig.chain.fund(payer.account.address, 1_000_000n)
    const hash = await useAuthorization(rig.chain, payload)
    await reconcileNow()
    expect(await kinds()).toEqual([])
    expect((await show(hash)).payments).toMatchObject([{ state: 'settled' }])
  })
})

/** Has the rail compared from its start again, as after a day without a comparison. */
async function allDay(rail: string): Promise<void> {
  await pool.query(`update payment_reconciliation set compared_to = 0, finished_at = null where rail = $1`, [
    rail,
  ])
  await pool.query(
    `update payment_reconciliation set compared_to = extract(epoch from now())::bigint - 600 where rail = 'mpp'`,
  )
  await reconcileNow()
}

test('a refund of a payment is in the ledger once, and never more than was paid', async () => {
  const refund = (refundReference: string, amountMicros: string) =>
    send(
      handleNoteRefund(billing),
      { reference: wallet.id, amountMicros, refundReference, reason: 'paid by mistake' },
      context(),
    )
  const answers = await Promise.allSettled([refund('0xback', '60000'), refund('0xback', '60000')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  // A transaction is the same in capitals.
  expect((await refusalOfPending(refund('0xBACK', '1'))).options.reason).toBe('refund_noted')
  expect((await refusalOfPending(refund('0xmore', '40001'))).options.reason).toBe('refund_exceeds_payment')
  expect(await refund('0xrest', '40000')).toMatchObject({ leftMicros: '0' })
  const { accounts, sumMicros } = await readLedgerTotals(billing.db)
  expect(sumMicros).toBe('0')
  expect(accounts).toContainEqual({ account: 'refunded:x402', balanceMicros: '-100000' })
  expect((await show(wallet.id)).transfers.map(({ kind }) => kind)).toEqual([
    'hold',
    'payment',
    'refund',
    'refund',
  ])
  await reconcileNow()
  expect(await kinds()).toEqual([])
})

test('payments to the address that was paid before are received after it was changed', async () => {
  const moved = x402Book(pool, { ...rig.settings, payTo: localAccounts.payer.address }, 0)
  await pool.query(`update payment_reconciliation set compared_to = 0, fingerprint = '' where rail = 'x402'`)
  await reconcileNow({ ...billing, books: [moved] })
  expect(await kinds()).toEqual([])
})

test('a chain that was written anew is noticed, and compared from the start', async () => {
  const client = rig.chain.client()
  const takeBack = await rig.chain.keep()
  await client.mine({ blocks: 1 })
  await reconcileNow()
  await takeBack()
  await client.increaseTime({ seconds: 1 })
  await client.mine({ blocks: 1 })
  await reconcileNow()
  expect(await kinds()).toEqual(['x402 history_changed'])
  const [changed] = await anomalies()
  await send(handleExplainAnomaly(billing), { anomalyId: changed?.id ?? '', reason: 'a test' }, context())
})

test('the sweeper compares what is due from where the last turn ended, one process at a time, and tells of it', async () => {
  const told: (readonly Agreement[])[] = []
  const sweep = (on: BillingDeps, at: Date) =>
    sweepReconciliation(on, (agreements) => told.push(agreements), at)
  const hash = await sendStray(9n)
  // Not due: the last comparison has just ended.
  expect(await sweep(billing, new Date())).toBe(0)
  const tomorrow = new Date(Date.now() + 86_400_001)
  // A rail that cannot be asked keeps the other from nothing, and says so.
  const [chain, cards] = books as [(typeof books)[0], (typeof books)[0]]
  const broken = { ...chain, end: () => Promise.reject(new Error('the chain is away')) }
  await expect(sweep({ ...billing, books: [broken, cards] }, tomorrow)).rejects.toThrow(
    'could not be compared',
  )
  await Promise.all([sweep(billing, tomorrow), sweep(billing, tomorrow)])
  expect(await anomalies()).toMatchObject([{ kind: 'unclaimed', reference: hash }])
  expect(told.at(-1)?.[0]).toMatchObject({ rail: 'x402', openAnomalies: 1 })
  const waiting = x402Book(pool, rig.settings, 1_000_000)
  expect(await reconcileNow({ ...billing, books: [waiting] })).toMatchObject([{ state: 'waiting' }])
})

test('more that does not agree than one statement can hold is kept all the same', async () => {
  const anomaly = { rail: 'x402', kind: 'unclaimed', paymentId: null, payer: null, position: 1n } as const
  const many = Array.from({ length: 6_000 }, (_, index) => ({
    ...anomaly,
    subject: `0xmany#${index}`,
    reference: '0xmany',
    amountMicros: 1n,
  }))
  await saveFindings(billing.db, 'x402', many, null, new Date())
  const { rows } = await pool.query(
    `select count(*)::int as kept from payment_anomaly where reference = '0xmany'`,
  )
  expect(rows).toEqual([{ kept: 6_000 }])
  expect((await show('0xMANY')).anomalies).toHaveLength(1_000)
})
