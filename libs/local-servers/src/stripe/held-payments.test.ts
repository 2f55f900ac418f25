import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningStripe, startStripe } from './stripe.ts'

// The server as the official client sees it.

let server: RunningStripe
let stripe: Stripe
beforeAll(async () => {
  server = await startStripe()
  const { hostname: host, port } = new URL(server.url)
  stripe = new Stripe(server.secretKey, {
    host,
    port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  })
})
afterAll(() => server.stop())

const post = (url: string, form: Record<string, string>) =>
  fetch(url, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })

async function readyAccount(): Promise<string> {
  const { id } = await stripe.accounts.create({ metadata: { party: 'p' } })
  const { url } = await linkTo(id)
  await post(url, { name: 'Ana', iban: 'DE02' })
  return id
}

const linkTo = (account: string) =>
  stripe.accountLinks.create({
    account,
    type: 'account_onboarding',
    refresh_url: 'https://example.com/again',
    return_url: 'https://example.com/done',
  })

const sessionFor = (destination: string, cents = 525) =>
  stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: 'https://example.com/paid',
    line_items: [
      { quantity: 1, price_data: { currency: 'usd', unit_amount: cents, product_data: { name: 'Leads' } } },
    ],
    payment_intent_data: {
      capture_method: 'manual',
      application_fee_amount: 25,
      transfer_data: { destination },
    },
  })

const holdOn = (payment_method: string, more: Partial<Stripe.PaymentIntentCreateParams> = {}) =>
  stripe.paymentIntents.create({
    amount: 500,
    currency: 'usd',
    confirm: true,
    capture_method: 'manual',
    payment_method,
    return_url: 'https://example.com/back',
    ...more,
  })

test('an account is ready once its page is completed, each link works once and the next call makes another', async () => {
  const { id } = await stripe.accounts.create({})
  expect((await stripe.accounts.retrieve(id)).payouts_enabled).toBe(false)
  const [first, second] = [await linkTo(id), await linkTo(id)]
  expect(first.url).not.toBe(second.url)
  const shown = await (await fetch(first.url)).text()
  expect(shown).toContain('<html lang="en">')
  expect(shown).toContain(id)
  expect((await post(first.url, { name: 'Ana', iban: 'DE02' })).headers.get('location')).toBe(
    'https://example.com/done',
  )
  expect(await stripe.accounts.retrieve(id)).toMatchObject({ charges_enabled: true, payouts_enabled: true })
  const again = await fetch(first.url, { redirect: 'manual' })
  expect(again.headers.get('location')).toBe('https://example.com/again')
})

test('a buyer pays on the page: the amount is held, a part is captured with its fee, and the rest is released', async () => {
  const destination = await readyAccount()
  const session = await sessionFor(destination)
  expect([session.status, session.payment_intent]).toEqual(['open', null])
  const page = session.url ?? ''
  expect(await (await fetch(page)).text()).toContain('$5.25')
  const refused = await (await post(page, { card: '"><b>4000' })).text()
  expect(refused).toContain('role="alert"')
  expect(refused).toContain('value="&#34;&#62;&#60;b&#62;4000"')
  expect(await (await post(page, { card: '4000000000000002' })).text()).toContain('declined. Try another one')
  expect((await post(page, { card: '4242 4242 4242 4242' })).headers.get('location')).toBe(
    'https://example.com/paid',
  )
  const { payment_intent: intentId, status } = await stripe.checkout.sessions.retrieve(session.id)
  expect(status).toBe('complete')
  const held = await stripe.paymentIntents.retrieve(intentId as string, { expand: ['latest_charge'] })
  const charge = held.latest_charge as Stripe.Charge
  expect([held.status, held.amount_capturable]).toEqual(['requires_capture', 525])
  expect(charge.payment_method_details?.card?.capture_before).toBeGreaterThan(Date.now() / 1_000)
  const done = await stripe.paymentIntents.capture(held.id, {
    amount_to_capture: 260,
    application_fee_amount: 10,
  })
  expect([done.status, done.amount_received, done.amount_capturable, done.application_fee_amount]).toEqual([
    'succeeded',
    260,
    0,
    10,
  ])
  const balanceOf = async (options?: Stripe.RequestOptions) =>
    (await stripe.balance.retrieve({}, options)).available
  expect(await balanceOf({ stripeAccount: destination })).toEqual([{ amount: 250, currency: 'usd' }])
  expect(await balanceOf()).toEqual([{ amount: 10, currency: 'usd' }])
  await expect(balanceOf({ stripeAccount: 'acct_other' })).rejects.toMatchObject({ statusCode: 404 })
  await expect(stripe.paymentIntents.capture(held.id)).rejects.toMatchObject({
    code: 'payment_intent_unexpected_state',
  })
  await expect(stripe.checkout.sessions.expire(session.id)).rejects.toMatchObject({ statusCode: 400 })
})

test('an account that is not ready takes no money, and the least amount is half a dollar', async () => {
  const { id } = await stripe.accounts.create({})
  await expect(sessionFor(id)).rejects.toMatchObject({ code: 'insufficient_capabilities_for_transfer' })
  await expect(sessionFor(await readyAccount(), 49)).rejects.toMatchObject({ code: 'amount_too_small' })
})

test('a session that is expired takes no payment', async () => {
  const session = await sessionFor(await readyAccount())
  await stripe.checkout.sessions.expire(session.id)
  expect((await fetch(session.url ?? '')).status).toBe(410)
  expect((await post(session.url ?? '', { card: '4242424242424242' })).status).toBe(410)
})

test('a card that is given holds, declines, or asks its holder on a page; what is held ends by a cancel or by its time', async () => {
  const held = await holdOn('pm_card_visa')
  expect((await stripe.paymentIntents.cancel(held.id)).status).toBe('canceled')
  await expect(holdOn('pm_card_chargeDeclined')).rejects.toMatchObject({ code: 'card_declined' })
  const asking = await holdOn('pm_card_authenticationRequired')
  expect(asking.status).toBe('requires_action')
  const page = asking.next_action?.redirect_to_url?.url ?? ''
  expect((await post(page, {})).headers.get('location')).toBe('https://example.com/back')
  expect((await stripe.paymentIntents.retrieve(asking.id)).status).toBe('requires_capture')
  server.lapse(asking.id)
  expect(await stripe.paymentIntents.retrieve(asking.id)).toMatchObject({
    status: 'canceled',
    cancellation_reason: 'automatic',
  })
})

test.for(['error_after', 'lost_after'] as const)(
  'a call with the fault %s has its effect, and its key gets the same answer again',
  async (fault) => {
    const { id } = await holdOn('pm_card_visa')
    // The client calls again by itself where a connection ended.
    server.failNextCall('capture', ...(fault === 'lost_after' ? [fault, fault] : [fault]))
    const capture = () => stripe.paymentIntents.capture(id, {}, { idempotencyKey: `capture ${id}` })
    await expect(capture()).rejects.toBeInstanceOf(Stripe.errors.StripeError)
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe('succeeded')
    if (fault === 'lost_after') expect((await capture()).status).toBe('succeeded')
    else await expect(capture()).rejects.toMatchObject({ statusCode: 500 })
    const other = stripe.paymentIntents.capture(
      id,
      { amount_to_capture: 60 },
      { idempotencyKey: `capture ${id}` },
    )
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError' })
  },
)
