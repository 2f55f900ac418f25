import { refusalOfPending } from '@outturn/testkit/refusals'
import { expect, test } from 'vitest'
import { readLedgerTotals } from '../../store/balances.ts'
import { openPurchases } from '../../store/packs/credit-purchases.ts'
import { resumePurchases } from '../../sweepers/resume-purchases.ts'
import { accountId, type OpenBilling, send, testBilling } from '../../testing/open-billing.ts'
import { openMpp } from '../../testing/open-mpp.ts'
import { handleReadBalance } from '../read-balance.ts'
import { handleFollowPurchase } from './follow-purchase.ts'
import { handleListPurchases } from './list-purchases.ts'
import { handleStartCardCheckout } from './start-card-checkout.ts'

const { open } = await testBilling()
const { stripe, lane } = await openMpp()
const billing = open({ mpp: lane() })

/** The clock of the processor is the real one, and a page must end half an hour after it is opened at the earliest. */
const start = new Date()
const after = (ms: number) => new Date(start.getTime() + ms)
const hour = 3_600_000

const formIds = Array.from({ length: 20 }, (_, index) => `00000000-0000-4000-8000-0000000000${10 + index}`)
let forms = 0

type Begin = {
  account: string
  packCents?: 500 | 1_000 | 2_000
  formId?: string
  on?: OpenBilling
  now?: Date
}

function begin({ account, packCents = 2_000, formId, on = billing, now = start }: Begin) {
  forms += 1
  return send(
    handleStartCardCheckout(on.deps),
    { accountId: account, packCents, formId: formId ?? formIds[forms] ?? '' },
    { now, commandId: `cmd_checkout_${forms}` },
  )
}

const follow = (account: string, purchaseId: string, now = start) =>
  send(handleFollowPurchase(billing.deps), { accountId: account, purchaseId }, { now })
const available = async (account: string) =>
  (await send(handleReadBalance(billing.deps), { accountId: account })).available_micros

async function payAt(url: string | null, card = '4242 4242 4242 4242'): Promise<string | null> {
  const answer = await fetch(url ?? '', {
    method: 'POST',
    body: new URLSearchParams({ card }),
    redirect: 'manual',
  })
  return answer.headers.get('location')
}

test('a pack is bought on the page of the processor, and its credits are in the balance once', async () => {
  const account = accountId('checkout')
  const { purchaseId } = await begin({ account })
  const opened = await follow(account, purchaseId, after(30_000))
  expect(opened).toMatchObject({ state: 'open', packCents: 2_000, isCheckout: true, endedAt: null })
  expect(await available(account)).toBe('0')
  expect(await payAt(opened.paymentUrl)).toBe(
    `https://outturn.example/console/credits/purchases/${purchaseId}/return`,
  )
  const both = await Promise.all([
    follow(account, purchaseId, after(60_000)),
    follow(account, purchaseId, after(60_000)),
    resumePurchases(billing.deps, () => undefined, after(60_000)),
  ])
  expect(both[0].paymentUrl).toBeNull()
  expect(await follow(account, purchaseId, after(120_000))).toMatchObject({
    state: 'granted',
    paymentUrl: null,
  })
  expect(await available(account)).toBe('20000000')
  const [first] = await send(handleListPurchases(billing.deps), { accountId: account, limit: 25 })
  expect(first).toMatchObject({ id: purchaseId, state: 'granted', rail: 'mpp' })
  expect((await readLedgerTotals(billing.deps.db)).sumMicros).toBe('0')
})

test('a page that was paid on becomes credits also when its person never comes back', async () => {
  const account = accountId('paid and gone')
  const { purchaseId } = await begin({ account, packCents: 500 })
  await payAt((await follow(account, purchaseId, after(30_000))).paymentUrl)
  await resumePurchases(billing.deps, () => undefined, after(2 * hour))
  expect(await available(account)).toBe('5000000')
})

test('to come back is no payment, and a declined card may be followed by another one', async () => {
  const account = accountId('declined')
  const { purchaseId } = await begin({ account })
  const { paymentUrl } = await follow(account, purchaseId, after(30_000))
  expect(await payAt(paymentUrl, '4000 0000 0000 0002')).toBeNull()
  expect(await follow(account, purchaseId, after(60_000))).toMatchObject({ state: 'open', paymentUrl })
  expect(await available(account)).toBe('0')
  await payAt(paymentUrl)
  expect(await follow(account, purchaseId, after(90_000))).toMatchObject({ state: 'granted' })
})

test('a form that is sent twice opens one page, and buys no pack of another size', async () => {
  const account = accountId('twice')
  const formId = formIds[0] ?? ''
  const [one, two] = await Promise.all([begin({ account, formId }), begin({ account, formId })])
  expect(one).toEqual(two)
  const pages = stripe.sessions().filter(({ metadata }) => metadata['account_id'] === account)
  expect(pages).toHaveLength(1)
  const refusal = await refusalOfPending(begin({ account, formId, packCents: 500 }))
  expect([refusal.code, refusal.options.reason]).toEqual(['conflict', 'idempotency_key_reused'])
  const other = accountId('twice, another account')
  expect(await begin({ account: other, formId })).not.toEqual(one)
})

test('a process that dies with an answer of the processor leaves one page', async () => {
  const account = accountId('lost answer')
  stripe.failNextCall('checkout', 'lost_after', 'lost_after')
  const { purchaseId } = await begin({ account })
  await follow(account, purchaseId, after(30_000))
  const { paymentUrl } = await follow(account, purchaseId, after(60_000))
  expect(paymentUrl).toMatch(/\/pay\/cs_test/)
  expect(stripe.sessions().filter(({ metadata }) => metadata['account_id'] === account)).toHaveLength(1)
})

test('a purchase of another account does not exist, and without the lane nothing is sold', async () => {
  const account = accountId('mine')
  const { purchaseId } = await begin({ account })
  const stranger = accountId('stranger')
  expect((await refusalOfPending(follow(stranger, purchaseId))).code).toBe('not_found')
  expect(await send(handleListPurchases(billing.deps), { accountId: stranger, limit: 25 })).toEqual([])
  const refusal = await refusalOfPending(begin({ account, on: open() }))
  expect([refusal.code, refusal.options.reason]).toEqual(['not_found', 'payment_lane_off'])
})

test('an account has ten purchases that wait to be paid at most; a form that is sent again is none of them', async () => {
  const account = accountId('many')
  const formIdOf = (index: number) => `10000000-0000-4000-8000-0000000000${10 + index}`
  for (let index = 0; index < 10; index += 1) await begin({ account, formId: formIdOf(index) })
  const refusal = await refusalOfPending(begin({ account, formId: formIdOf(10) }))
  expect([refusal.code, refusal.options.reason]).toEqual(['conflict', 'purchase_limit_reached'])
  expect(await begin({ account, formId: formIdOf(0) })).toHaveProperty('purchaseId')
})

test('a page that ended without a payment ends the purchase, and nothing is added', async () => {
  const account = accountId('ended')
  const { purchaseId } = await begin({ account })
  const page = stripe.sessions().find(({ metadata }) => metadata['purchase_id'] === purchaseId)
  await fetch(`${stripe.url}/v1/checkout/sessions/${page?.id}/expire`, {
    method: 'POST',
    headers: { authorization: `Bearer ${stripe.secretKey}` },
  })
  expect(await follow(account, purchaseId, after(30_000))).toMatchObject({
    state: 'refused',
    paymentUrl: null,
  })
  expect(await available(account)).toBe('0')
})

test('a checkout that waits for its person pages no operator and is no credit that is on its way', async () => {
  const account = accountId('waiting')
  const { purchaseId } = await begin({ account })
  expect(await follow(account, purchaseId, after(1_000))).toMatchObject({ state: 'open' })
  expect(await openPurchases(billing.deps.db, after(2 * hour))).toEqual({ count: 0, oldest: null })
  expect((await openPurchases(billing.deps.db, after(4 * hour))).count).toBeGreaterThan(0)
  const balance = await send(handleReadBalance(billing.deps), { accountId: account })
  expect([balance.pending_micros, balance.pending_purchases]).toEqual(['0', []])
})
