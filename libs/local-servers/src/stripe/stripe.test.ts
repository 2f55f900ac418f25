import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningStripe, startStripe } from './stripe.ts'

let stripe: RunningStripe
beforeAll(async () => {
  stripe = await startStripe()
})
afterAll(() => stripe.stop())

type Intent = { id: string; status: string; error?: { type: string; code?: string } }

async function ask(method: string, path: string, { body = '', key = '', secret = stripe.secretKey } = {}) {
  const response = await fetch(`${stripe.url}/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${secret}`, ...(key !== '' && { 'idempotency-key': key }) },
    ...(method === 'POST' && { body }),
  })
  const isReplayed = response.headers.get('idempotent-replayed') === 'true'
  return { status: response.status, json: (await response.json()) as Intent, isReplayed }
}

function charge(token: string, amount = 500): string {
  return `amount=${amount}&currency=usd&confirm=true&metadata[order]=${token}&shared_payment_granted_token=${token}`
}

test('a repeated charge is the first one, and a key takes no other parameters', async () => {
  const body = charge(stripe.grantToken({ amountCents: 500 }))
  const first = await ask('POST', 'payment_intents', { body, key: 'once' })
  const second = await ask('POST', 'payment_intents', { body, key: 'once' })
  expect([first.json.status, first.isReplayed, second.isReplayed]).toEqual(['succeeded', false, true])
  expect(second.json).toEqual(first.json)
  const other = await ask('POST', 'payment_intents', { body: `${body}&metadata[more]=1`, key: 'once' })
  expect([other.status, other.json.error?.type]).toEqual([400, 'idempotency_error'])
})

test('a token pays once, up to its amount, and a card may decline or ask', async () => {
  const token = stripe.grantToken({ amountCents: 500 })
  expect((await ask('POST', 'payment_intents', { body: charge(token, 501) })).status).toBe(400)
  expect((await ask('POST', 'payment_intents', { body: charge(token) })).status).toBe(200)
  expect((await ask('POST', 'payment_intents', { body: charge(token) })).json.error?.code).toBe(
    'token_already_used',
  )
  const [declined, asking] = ['pm_card_chargeDeclined', 'pm_card_authenticationRequired'].map(
    (paymentMethod) => stripe.grantToken({ amountCents: 500, paymentMethod }),
  )
  const refused = await ask('POST', 'payment_intents', { body: charge(declined ?? '') })
  expect([refused.status, refused.json.error?.code]).toEqual([402, 'card_declined'])
  const held = await ask('POST', 'payment_intents', { body: charge(asking ?? '') })
  expect(held.json.status).toBe('requires_action')
  expect((await ask('POST', `payment_intents/${held.json.id}/cancel`)).json.status).toBe('canceled')
})

test('an error after a charge is repeated as an error, and the charge is found by its metadata', async () => {
  const token = stripe.grantToken({ amountCents: 500 })
  stripe.failNext('error_after')
  for (const isReplayed of [false, true]) {
    const answer = await ask('POST', 'payment_intents', { body: charge(token), key: 'lost' })
    expect([answer.status, answer.isReplayed]).toEqual([500, isReplayed])
  }
  const query = encodeURIComponent(`metadata['order']:'${token}'`)
  const { json } = await ask('GET', `payment_intents/search?query=${query}`)
  expect(json).toMatchObject({ data: [{ status: 'succeeded', amount_received: 500 }] })
})

test('without its key it answers nothing', async () => {
  expect((await ask('GET', 'payment_intents/pi_1', { secret: 'sk_test_other' })).status).toBe(401)
})
