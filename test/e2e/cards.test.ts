import { setReturnHosts, type SpoolEventView, type SpoolView, type VerifiedSpool } from '@outturn/contracts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { connectOperator, type Operator } from '../system/operator.ts'
import { acted, created } from './agreement.ts'
import { readSystem, sendTo } from './api.ts'
import { axe, axeFindings } from './audit.ts'
import { findBrowser, openPage, startBrowser } from './browser.ts'
import { cardBuyer } from './card-buyer.ts'

const system = readSystem(inject('system'))
const send = sendTo(system)
const processor = inject('processor')
let operator: Operator
let buyerKey: string
let sellerKey: string
let sellerAccount: string

beforeAll(async () => {
  operator = await connectOperator(system)
  buyerKey = (await operator.openAccount({ included: 100, commandId: cardBuyer })).apiKey
  const seller = await operator.openAccount({ included: 100 })
  ;[sellerKey, sellerAccount] = [seller.apiKey, seller.accountId]
})
afterAll(() => operator.close())

const urls = { refresh_url: 'https://example.com/again', return_url: 'https://example.com/done' }
const read = async (id: string, key = buyerKey) =>
  (await send<SpoolView>(`/api/v1/spools/${id}`, { key })).json

/** Work of a person over 5.00 with a fee of 0.20, accepted. */
async function agreed(more: object = {}) {
  const spool = await created(send, buyerKey, {
    type: 'service',
    finality: { mode: 'first_verdict' },
    economics: { fee_cents: 20 },
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme' },
      { role: 'seller', kind: 'human', display_name: 'Ana', account_id: sellerAccount },
    ],
    ...more,
  })
  await acted(send, sellerKey, `${spool.id}/accept`)
  return spool
}

/** One row of two, so that half is earned. */
async function deliver(spool: SpoolView): Promise<void> {
  const rows = [{ name: 'Aurora Robotics', website: 'https://aurora.example' }, { name: 'Cobalt Freight' }]
  await acted(send, sellerKey, `${spool.id}/evidence`, {
    condition_id: spool.conditions[0]?.id,
    type: 'dataset',
    source: 'export',
    metadata: { rows },
  })
}

const fill = (url: string) =>
  fetch(url, {
    method: 'POST',
    body: new URLSearchParams({ card: '4242424242424242', name: 'Ana', iban: 'DE02' }),
    redirect: 'manual',
  })

async function onboarded(spool: SpoolView): Promise<void> {
  const { provider_onboarding: link } = await acted<SpoolView>(
    send,
    sellerKey,
    `${spool.id}/onboard-provider`,
    urls,
  )
  await fill(link?.url ?? '')
}

const pollsFor = { timeout: 60_000, interval: 300 }

async function reached(id: string, settlement: string): Promise<SpoolView> {
  await expect.poll(async () => (await read(id)).status.settlement, pollsFor).toBe(settlement)
  return read(id)
}

type Intent = { status: string; amount: number; amount_received: number; application_fee_amount: number }

/** What the processor has of a Spool. */
async function intentsOf(spoolId: string): Promise<Intent[]> {
  const query = encodeURIComponent(`metadata['spool_id']:'${spoolId}'`)
  const response = await fetch(`${processor.url}/v1/payment_intents/search?query=${query}`, {
    headers: { authorization: `Bearer ${processor.secretKey}` },
  })
  const { data } = (await response.json()) as { data: Intent[] }
  return data.map(({ status, amount, amount_received, application_fee_amount }) => ({
    status,
    amount,
    amount_received,
    application_fee_amount,
  }))
}

test('what a person earned is taken from the card of the buyer, once, with the fee, and the rest is released', async () => {
  const spool = await agreed()
  expect(spool.lane).toMatchObject({
    funding: 'hosted_checkout',
    payout_setup_required: true,
    payout_setup_before: 'funding',
  })
  const commit = `/api/v1/spools/${spool.id}/commit`
  expect((await read(spool.id)).economics.allowed_actions).not.toContain('commit')
  const early = await send(commit, { key: buyerKey, body: {} })
  expect([early.status, early.json.code]).toEqual([409, 'payout_destination_required'])
  const byWallet = await send(commit, {
    key: buyerKey,
    body: { settlement_mode: 'direct_eip3009', direct_signer: 'principal_runtime' },
  })
  expect([byWallet.status, byWallet.json.code]).toEqual([409, 'wrong_funding_lane'])

  const start = () => acted<SpoolView>(send, sellerKey, `${spool.id}/onboard-provider`, urls)
  const [first, second] = [(await start()).provider_onboarding, (await start()).provider_onboarding]
  expect([first?.ready, first?.url === second?.url]).toEqual([false, false])
  await fill(second?.url ?? '')
  await expect
    .poll(async () => (await read(spool.id)).economics.allowed_actions, pollsFor)
    .toContain('commit')

  const asked = await acted<SpoolView>(send, buyerKey, `${spool.id}/commit`)
  expect([asked.status.settlement, asked.next_step.type, asked.next_step.actor]).toEqual([
    'uncommitted',
    'settle',
    'buyer',
  ])
  expect((await read(spool.id, sellerKey)).next_step.checkout_url).toBeUndefined()
  const shared = await send<SpoolView>(`/s/${spool.share_id}`, { headers: { accept: 'application/json' } })
  expect(shared.text).not.toMatch(/"checkout_url"|card_hold|\/pay\//)
  await fill(asked.next_step.checkout_url ?? '')
  const held = await reached(spool.id, 'committed')
  expect(held.card_hold).toMatchObject({ state: 'held', hold_expiring: false, problem: null })
  expect(held.economics.allowed_actions).not.toContain('commit')

  await deliver(spool)
  const verified = await acted<VerifiedSpool>(send, buyerKey, `${spool.id}/verify`)
  expect(verified.earned_cents).toBe(250)
  const settled = await reached(spool.id, 'settled')
  expect([settled.status.outcome, settled.next_step.type]).toEqual(['completed', 'terminal'])
  expect(await intentsOf(spool.id)).toEqual([
    { status: 'succeeded', amount: 520, amount_received: 260, application_fee_amount: 10 },
  ])
  const events = (await send<SpoolEventView[]>(`/api/v1/spools/${spool.id}/events`, { key: buyerKey })).json
  expect(
    events.map(({ type }) => type).filter((type) => /^(settlement\.|provider\.|spool\.completed)/.test(type)),
  ).toEqual([
    'provider.onboarding_started',
    'provider.payouts_changed',
    'provider.onboarding_started',
    'provider.payouts_changed',
    'settlement.checkout_opened',
    'settlement.committed',
    'settlement.released',
    'settlement.leg_paid',
    'settlement.leg_paid',
    'settlement.settled',
    'spool.completed',
  ])
})

test('a commitment after the verdict holds what was earned, and a card that is sent along is charged without a page', async () => {
  const spool = await agreed()
  await onboarded(spool)
  await deliver(spool)
  const verified = await acted<VerifiedSpool>(send, buyerKey, `${spool.id}/verify`)
  expect([verified.status.outcome, verified.next_step.type]).toEqual(['active', 'settle'])
  const commit = `/api/v1/spools/${spool.id}/commit`
  const declined = await send(commit, { key: buyerKey, body: { payment_method: 'pm_card_chargeDeclined' } })
  expect([declined.status, declined.json.code, declined.json.reason]).toEqual([
    409,
    'settlement_unavailable',
    'card_declined',
  ])
  await acted(send, buyerKey, `${spool.id}/commit`, { payment_method: 'pm_card_visa' })
  await reached(spool.id, 'settled')
  expect((await intentsOf(spool.id)).filter(({ status }) => status === 'succeeded')).toEqual([
    { status: 'succeeded', amount: 260, amount_received: 260, application_fee_amount: 10 },
  ])
})

test('a Spool that is abandoned takes no payment on its page, and parties who choose so settle by themselves', async () => {
  const spool = await agreed()
  await onboarded(spool)
  const asked = await acted<SpoolView>(send, buyerKey, `${spool.id}/commit`)
  await acted(send, buyerKey, `${spool.id}/abandon`)
  await reached(spool.id, 'voided')
  expect((await fill(asked.next_step.checkout_url ?? '')).status).toBe(410)
  expect(await intentsOf(spool.id)).toEqual([])

  const external = await agreed({
    value: { amount_cents: 500, currency: 'USD', rail_preference: 'external' },
  })
  expect(external.lane?.funding).toBe('external')
  const path = `/api/v1/spools/${external.id}/onboard-provider`
  const { status, json } = await send(path, { key: sellerKey, body: urls })
  expect([status, json.code, json.reason, json.retryable]).toEqual([
    409,
    'invalid_state',
    'not_paid_by_card',
    false,
  ])
})

test('what is committed is cancelled by both parties alone, and its hold is released: nothing of it can be taken any more', async () => {
  const spool = await agreed()
  await onboarded(spool)
  await acted(send, buyerKey, `${spool.id}/commit`, { payment_method: 'pm_card_visa' })
  await reached(spool.id, 'committed')
  const stranger = (await operator.openAccount()).apiKey
  const cancel = (key: string) => acted<SpoolView>(send, key, `${spool.id}/cancel`)
  const byStranger = await send(`/api/v1/spools/${spool.id}/cancel`, { method: 'POST', key: stranger })
  expect([byStranger.status, byStranger.json.code]).toEqual([404, 'spool_not_found'])
  for (const key of [sellerKey, sellerKey]) {
    const { status } = await cancel(key)
    expect([status.agreement, status.settlement, status.outcome]).toEqual(['accepted', 'committed', 'active'])
  }
  const { status } = await cancel(buyerKey)
  expect([status.agreement, status.settlement, status.outcome]).toEqual(['cancelled', 'voided', 'cancelled'])
  await expect
    .poll(async () => (await intentsOf(spool.id)).map((intent) => intent.status), pollsFor)
    .toEqual(['canceled'])
  const refused = await Promise.all(
    ['verify', 'commit', 'cancel'].map((action) =>
      send(`/api/v1/spools/${spool.id}/${action}`, { method: 'POST', key: buyerKey }),
    ),
  )
  expect(refused.map(({ status: code }) => code)).toEqual([409, 409, 409])
  expect((await intentsOf(spool.id)).map(({ amount_received: taken }) => taken)).toEqual([0])
  const events = (await send<SpoolEventView[]>(`/api/v1/spools/${spool.id}/events`, { key: buyerKey })).json
  expect(events.map(({ type }) => type).filter((type) => /^(settlement\.|spool\.cancel)/.test(type))).toEqual(
    ['settlement.committed', 'spool.cancel_requested', 'settlement.voided', 'spool.cancelled'],
  )
})

test('after the setup of payouts a browser goes back at once to an allowed host, and is told where it goes to any other', async () => {
  const seller = await operator.openAccount({ included: 100 })
  const { accountId } = seller
  const spool = await created(send, buyerKey, {
    type: 'service',
    economics: { fee_cents: 20 },
    parties: [
      { role: 'buyer', kind: 'org', display_name: 'Acme' },
      { role: 'seller', kind: 'human', display_name: 'Ana', account_id: accountId },
    ],
  })
  await acted(send, seller.apiKey, `${spool.id}/accept`)
  const endOf = async () => {
    const path = `${spool.id}/onboard-provider`
    const { provider_onboarding: link } = await acted<SpoolView>(send, seller.apiKey, path, urls)
    return (await fill(link?.url ?? '')).headers.get('location') ?? ''
  }
  const page = await endOf()
  expect(page).toMatch(/\/return\/[0-9a-f]{32}$/)
  const shown = await fetch(page)
  const text = await shown.text()
  expect([shown.status, shown.url]).toEqual([200, page])
  expect(text).toContain('<strong>Meridian Data</strong>')
  expect(text).toContain(`href="${urls.return_url}"`)
  await operator.send(setReturnHosts, { accountId, hosts: ['example.com'] })
  expect(await endOf()).toBe(urls.return_url)
})

const browserPath = findBrowser()

// Without a browser on the machine this is reported as skipped; .ci/run installs one.
test.skipIf(browserPath === undefined)(
  'on a phone, in the dark and with a keyboard alone, a seller sets up its payouts and a buyer pays',
  async () => {
    await using browser = await startBrowser(browserPath ?? '')
    const context = await browser.newContext()
    const visit = async (url: string | undefined) => {
      const { page } = await openPage(context, { viewport: { width: 390, height: 700 }, colorScheme: 'dark' })
      await page.goto(url ?? '')
      await page.evaluate(axe)
      expect(await page.evaluate(axeFindings)).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390)
      return page
    }
    const spool = await agreed()
    const asked = await acted<SpoolView>(send, sellerKey, `${spool.id}/onboard-provider`, urls)
    const payouts = await visit(asked.provider_onboarding?.url)
    for (const text of ['Ana', 'DE02']) {
      await payouts.keyboard.press('Tab')
      await payouts.keyboard.type(text)
    }
    const answer = payouts.waitForResponse((response) => response.status() === 303)
    await payouts.keyboard.press('Enter')
    const leaving = await visit((await answer).headers()['location'])
    expect(new URL(leaving.url()).origin).toBe(system.base_url)
    expect(await leaving.locator('h1').innerText()).toBe('Continue to example.com?')
    await leaving.keyboard.press('Tab')
    await leaving.keyboard.press('Enter')
    await leaving.keyboard.press('Tab')
    const link = leaving.locator(':focus')
    expect([await link.innerText(), await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual(
      ['Continue to example.com', urls.return_url, 'noreferrer'],
    )

    const committed = await acted<SpoolView>(send, buyerKey, `${spool.id}/commit`)
    const checkout = await visit(committed.next_step.checkout_url)
    await checkout.keyboard.press('Tab')
    await checkout.keyboard.type('4000 0000 0000 0002')
    await checkout.keyboard.press('Enter')
    expect(await checkout.locator('[role=alert]').innerText()).toContain('declined')
    await checkout.keyboard.press('ControlOrMeta+A')
    await checkout.keyboard.type('4242 4242 4242 4242')
    await checkout.keyboard.press('Enter')
    await checkout.waitForURL(spool.share_url)
    await reached(spool.id, 'committed')
  },
)
